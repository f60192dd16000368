//===- DecompositionCasesRecurrent.cpp - Recurrent networks ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

void oaml::addRecurrentDecompositionCases(CompositeCases &cases) {
  const CompositeCases added = {
      {"rnn_cell",
       makeProgram("oaml.rnn_cell",
                   "%g: tensor<?x2xf32>, %h: tensor<?x2xf32>, %w: "
                   "tensor<2x2xf32>",
                   "%g, %h, %w", "",
                   "tensor<?x2xf32>, tensor<?x2xf32>, tensor<2x2xf32>",
                   "tensor<?x2xf32>"),
       {{qnan, infinite, -infinite, 0.0, 1.0, -1.0}, {}, {}}},
      {"gru_cell",
       makeProgram("oaml.gru_cell",
                   "%g: tensor<2x6xf32>, %h: tensor<2x2xf32>, %w: "
                   "tensor<6x2xf32>, %b: tensor<6xf32>",
                   "%g, %h, %w, %b", "",
                   "tensor<2x6xf32>, tensor<2x2xf32>, tensor<6x2xf32>, "
                   "tensor<6xf32>",
                   "tensor<2x2xf32>"),
       {{qnan, infinite, 3.0, 1.0, infinite, 0.0, 1.0, 2.0, -infinite, 1.0, 2.0,
         0.5},
        {},
        {},
        {}}},
      {"rnn_scan",
       makeProgram("oaml.rnn_scan",
                   "%g: tensor<?x?x?xf32>, %w: tensor<?x?xf32>, %b: "
                   "tensor<?xf32>",
                   "%g, %w, %b", "",
                   "tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?xf32>",
                   "tensor<?x?x?xf32>"),
       {{}, {}, {}}},
      {"gru_scan",
       makeProgram("oaml.gru_scan",
                   "%g: tensor<?x4x6xf32>, %w: tensor<6x2xf32>", "%g, %w", "",
                   "tensor<?x4x6xf32>, tensor<6x2xf32>", "tensor<?x4x2xf32>"),
       {{}, {}}},
      {"rnn_cell_backward",
       makeProgram("oaml.rnn_cell_backward",
                   "%d: tensor<?x2xf32>, %g: tensor<?x2xf32>, %h: "
                   "tensor<?x2xf32>, %w: tensor<2x2xf32>",
                   "%d, %g, %h, %w", "",
                   "tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, "
                   "tensor<2x2xf32>",
                   "tensor<?x2xf32>, tensor<?x2xf32>, tensor<2x2xf32>",
                   "%r, %s, %t"),
       {{}, {}, {}, {}}},
      {"gru_cell_backward",
       makeProgram("oaml.gru_cell_backward",
                   "%d: tensor<3x2xf32>, %g: tensor<3x6xf32>, %h: "
                   "tensor<3x2xf32>, %w: tensor<6x2xf32>, %b: tensor<6xf32>",
                   "%d, %g, %h, %w, %b", "",
                   "tensor<3x2xf32>, tensor<3x6xf32>, tensor<3x2xf32>, "
                   "tensor<6x2xf32>, tensor<6xf32>",
                   "tensor<3x6xf32>, tensor<3x2xf32>, tensor<6x2xf32>, "
                   "tensor<6xf32>",
                   "%r, %s, %t, %u"),
       {{}, {}, {}, {}, {}}},
      {"rnn_scan_backward",
       makeProgram("oaml.rnn_scan_backward",
                   "%d: tensor<3x4x2xf32>, %g: tensor<3x4x2xf32>, %w: "
                   "tensor<2x2xf32>, %b: tensor<2xf32>",
                   "%d, %g, %w, %b", "",
                   "tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<2x2xf32>, "
                   "tensor<2xf32>",
                   "tensor<3x4x2xf32>, tensor<2x2xf32>, tensor<2xf32>",
                   "%r, %s, %t"),
       {{}, {}, {}, {}}},
      {"gru_scan_backward",
       makeProgram("oaml.gru_scan_backward",
                   "%d: tensor<?x4x2xf32>, %g: tensor<?x4x6xf32>, %w: "
                   "tensor<6x2xf32>",
                   "%d, %g, %w", "",
                   "tensor<?x4x2xf32>, tensor<?x4x6xf32>, tensor<6x2xf32>",
                   "tensor<?x4x6xf32>, tensor<6x2xf32>", "%r, %s"),
       {{}, {}, {}}}};
  cases.insert(cases.end(), added.begin(), added.end());
}
