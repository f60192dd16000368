//===- DecompositionCasesPooling.cpp - Composite ops ----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

void oaml::addPoolingDecompositionCases(CompositeCases &cases) {
  const CompositeCases added = {
      {"avg_pool_2d",
       makeUnary("oaml.avg_pool_2d", "tensor<?x2x5x4xf32>",
                 "tensor<?x2x4x4xf32>",
                 "{kernel_size = 2, stride = 2, padding = 2}"),
       {}},
      {"avg_pool_2d_special",
       makeUnary("oaml.avg_pool_2d", "tensor<1x1x3x4xf32>",
                 "tensor<1x1x2x3xf32>",
                 "{kernel_size = 2, stride = 1, padding = 0}"),
       {getSpecialNumbers()}},
      {"adaptive_avg_pool_2d",
       makeUnary("oaml.adaptive_avg_pool_2d", "tensor<1x2x5x4xf32>",
                 "tensor<1x2x3x6xf32>",
                 "{output_height = 3, output_width = 6}"),
       {}},
      {"adaptive_avg_pool_2d_even",
       makeUnary("oaml.adaptive_avg_pool_2d", "tensor<?x2x6x4xf16>",
                 "tensor<?x2x3x1xf16>",
                 "{output_height = 3, output_width = 1}"),
       {}},
      {"adaptive_avg_pool_2d_dynamic",
       makeUnary("oaml.adaptive_avg_pool_2d", "tensor<1x2x?x?xf32>",
                 "tensor<1x2x2x3xf32>",
                 "{output_height = 2, output_width = 3}"),
       {}},
      {"upsample_2d_nearest",
       makeUnary("oaml.upsample_2d nearest,", "tensor<1x2x?x3xf32>",
                 "tensor<1x2x?x9xf32>", "{scale_factor = 3}"),
       {}},
      {"upsample_2d_bilinear",
       makeUnary("oaml.upsample_2d bilinear,", "tensor<1x1x3x4xf32>",
                 "tensor<1x1x6x8xf32>", "{scale_factor = 2}"),
       {getSpecialNumbers()}}};
  cases.insert(cases.end(), added.begin(), added.end());
}
