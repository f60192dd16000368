//===- AdjointCasesPooling.cpp - Functions to differentiate ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

void oaml::addPoolingAdjointCases(AdjointCases &cases) {
  struct Plane {
    const char *name, *text, *attributes, *type;
    std::vector<int64_t> shape;
    const char *result;
  };
  const std::vector<Plane> planes = {
      {"avg_pool_2d",
       "oaml.avg_pool_2d %x",
       "{kernel_size = 3, stride = 2, padding = 2}",
       "tensor<1x2x4x3xf32>",
       {1, 2, 4, 3},
       "tensor<1x2x3x3xf32>"},
      {"avg_pool_2d_dynamic",
       "oaml.avg_pool_2d %x",
       "{kernel_size = 2, stride = 3, padding = 1}",
       "tensor<?x1x?x5xf32>",
       {2, 1, 4, 5},
       "tensor<?x1x?x2xf32>"},
      {"adaptive_avg_pool_2d",
       "oaml.adaptive_avg_pool_2d %x",
       "{output_height = 2, output_width = 3}",
       "tensor<1x1x5x2xf32>",
       {1, 1, 5, 2},
       "tensor<1x1x2x3xf32>"},
      {"adaptive_avg_pool_2d_even",
       "oaml.adaptive_avg_pool_2d %x",
       "{output_height = 2, output_width = 1}",
       "tensor<?x1x4x3xf32>",
       {2, 1, 4, 3},
       "tensor<?x1x2x1xf32>"},
      {"adaptive_avg_pool_2d_dynamic",
       "oaml.adaptive_avg_pool_2d %x",
       "{output_height = 2, output_width = 3}",
       "tensor<1x1x?x?xf32>",
       {1, 1, 5, 2},
       "tensor<1x1x2x3xf32>"},
      {"upsample_2d_nearest",
       "oaml.upsample_2d nearest, %x",
       "{scale_factor = 3}",
       "tensor<1x2x2x1xf32>",
       {1, 2, 2, 1},
       "tensor<1x2x6x3xf32>"},
      {"upsample_2d_bilinear",
       "oaml.upsample_2d bilinear, %x",
       "{scale_factor = 2}",
       "tensor<1x1x3x?xf32>",
       {1, 1, 3, 2},
       "tensor<1x1x6x?xf32>"},
      {"resample_transposed",
       "oaml.resample bilinear, %x to [2, 3]",
       "{scale_factor = 3, transposed}",
       "tensor<1x1x6x9xf32>",
       {1, 1, 6, 9},
       "tensor<1x1x2x3xf32>"}};
  for (const Plane &plane : planes)
    cases.push_back({plane.name,
                     {{"x", plane.type, plane.shape, {}}},
                     std::string("%y = ") + plane.text + " " +
                         plane.attributes + " : (" + plane.type + ") -> " +
                         plane.result + "\n",
                     plane.result,
                     /*isCurved=*/false});

  cases.push_back({"max_pool_2d",
                   {{"x", "tensor<?x2x3x4xf32>", {1, 2, 3, 4}, {}}},
                   R"(
    %m, %i = oaml.max_pool_2d %x {kernel_size = 2, stride = 1, padding = 1}
        : (tensor<?x2x3x4xf32>) -> (tensor<?x2x4x5xf32>, tensor<?x2x4x5xi32>)
    %y = oaml.mul %m, %m : (tensor<?x2x4x5xf32>, tensor<?x2x4x5xf32>) -> tensor<?x2x4x5xf32>
)",
                   "tensor<?x2x4x5xf32>"});
  // The last index is in no window of its place.
  cases.push_back({"window_gather",
                   {{"x", "tensor<1x1x3x3xf32>", {1, 1, 3, 3}, {}},
                    {"i", "tensor<1x1x2x2xi32>", {1, 1, 2, 2}, {4, 4, 3, 0}}},
                   R"(
    %y = oaml.window_gather %x, %i {kernel_size = 2, stride = 1, padding = 0}
        : (tensor<1x1x3x3xf32>, tensor<1x1x2x2xi32>) -> tensor<1x1x2x2xf32>
)",
                   "tensor<1x1x2x2xf32>",
                   /*isCurved=*/false});
  cases.push_back({"window_scatter",
                   {{"x", "tensor<1x1x2x2xf32>", {1, 1, 2, 2}, {}},
                    {"i", "tensor<1x1x2x2xi32>", {1, 1, 2, 2}, {4, 4, 3, 0}}},
                   R"(
    %y = oaml.window_scatter %x, %i to [3, 3] {kernel_size = 2, stride = 1, padding = 0}
        : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>) -> tensor<1x1x3x3xf32>
)",
                   "tensor<1x1x3x3xf32>",
                   /*isCurved=*/false});
}
