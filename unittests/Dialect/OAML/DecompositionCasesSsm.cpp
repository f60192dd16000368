//===- DecompositionCasesSsm.cpp - State-space models ---------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

#include "llvm/ADT/StringRef.h"

using namespace llvm;
using namespace oaml;

void oaml::addSsmDecompositionCases(CompositeCases &cases) {
  CompositeCases added = {
      {"mamba3_preprocess",
       makeProgram("oaml.mamba3_preprocess",
                   "%p: tensor<?x13xf32>, %b: tensor<2xf32>", "%p, %b",
                   "{config = #oaml.mamba3_preprocess_config<inner_size = 1, "
                   "state_size = 2, num_heads = 2, num_rope_angles = 1, "
                   "num_groups = 1, mimo_rank = 1, epsilon = 1.0e-1, dt_min = "
                   "0.5, dt_max = 1.5, a_floor = 0.5>}",
                   "tensor<?x13xf32>, tensor<2xf32>",
                   "tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x2xf32>, "
                   "tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, "
                   "tensor<?x2xf32>, tensor<?x1xf32>",
                   "%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7"),
       {{}, {}}},
      {"mamba3_preprocess_backward",
       makeProgram(
           "oaml.mamba3_preprocess_backward",
           "%p: tensor<3x13xf32>, %b: tensor<2xf32>, %x: "
           "tensor<3x1xf32>, %z: tensor<3x1xf32>, %bh: tensor<3x2xf32>, "
           "%ch: tensor<3x2xf32>, %dt: tensor<3x2xf32>, %adt: "
           "tensor<3x2xf32>, %trap: tensor<3x2xf32>, %angle: "
           "tensor<3x1xf32>",
           "%p, %b, %x, %z, %bh, %ch, %dt, %adt, %trap, %angle",
           "{config = #oaml.mamba3_preprocess_config<inner_size = 1, "
           "state_size = 2, num_heads = 2, num_rope_angles = 1, "
           "num_groups = 1, mimo_rank = 1, epsilon = 1.0e-1, dt_min = "
           "0.5, dt_max = 1.5, a_floor = 0.5>}",
           "tensor<3x13xf32>, tensor<2xf32>, tensor<3x1xf32>, "
           "tensor<3x1xf32>, tensor<3x2xf32>, tensor<3x2xf32>, "
           "tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>, "
           "tensor<3x1xf32>",
           "tensor<3x13xf32>, tensor<2xf32>", "%r0, %r1"),
       {{}, {}, {}, {}, {}, {}, {}, {}, {}, {}}},
      {"mamba3_siso_3",
       makeProgram(
           "oaml.mamba3_siso",
           "%c: tensor<1x3x1x4xf32>, %k: tensor<1x3x1x4xf32>, %x: "
           "tensor<1x3x2x3xf32>, %z: tensor<1x3x2x3xf32>, %e: "
           "tensor<1x3x2xf32>, %t: tensor<1x3x2xf32>, %m: "
           "tensor<1x3x2xf32>, %a: tensor<1x3x1xf32>, %cb: "
           "tensor<2x4xf32>, %kb: tensor<2x4xf32>, %d: tensor<2xf32>",
           "%c, %k, %x, %z, %e, %t, %m, %a, %cb, %kb, %d",
           "{config = #oaml.ssm_config<batch_size = 1, sequence_length ="
           " 3, num_heads = 2, num_groups = 1, head_dim = 3, state_size "
           "= 4, num_rope_angles = 1, mimo_rank = 1, has_z = true, has_d"
           " = true, has_output_norm = false>}",
           "tensor<1x3x1x4xf32>, tensor<1x3x1x4xf32>, "
           "tensor<1x3x2x3xf32>, tensor<1x3x2x3xf32>, tensor<1x3x2xf32>,"
           " tensor<1x3x2xf32>, tensor<1x3x2xf32>, tensor<1x3x1xf32>, "
           "tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>",
           "tensor<1x3x2x3xf32>"),
       {{},
        {},
        {},
        {},
        {-0.1, -0.11, -0.12000000000000001, -0.13, -0.14, -0.15000000000000002},
        {0.2, 0.21000000000000002, 0.22, 0.23, 0.24000000000000002, 0.2},
        {},
        {},
        {},
        {},
        {}}},
      {"mamba3_siso_backward_3",
       makeProgram(
           "oaml.mamba3_siso_backward",
           "%dy: tensor<1x3x2x3xf32>, %c: tensor<1x3x1x4xf32>, %k: "
           "tensor<1x3x1x4xf32>, %x: tensor<1x3x2x3xf32>, %z: "
           "tensor<1x3x2x3xf32>, %e: tensor<1x3x2xf32>, %t: "
           "tensor<1x3x2xf32>, %m: tensor<1x3x2xf32>, %a: "
           "tensor<1x3x1xf32>, %cb: tensor<2x4xf32>, %kb: "
           "tensor<2x4xf32>, %d: tensor<2xf32>",
           "%dy, %c, %k, %x, %z, %e, %t, %m, %a, %cb, %kb, %d",
           "{config = #oaml.ssm_config<batch_size = 1, sequence_length ="
           " 3, num_heads = 2, num_groups = 1, head_dim = 3, state_size "
           "= 4, num_rope_angles = 1, mimo_rank = 1, has_z = true, has_d"
           " = true, has_output_norm = false>}",
           "tensor<1x3x2x3xf32>, tensor<1x3x1x4xf32>, "
           "tensor<1x3x1x4xf32>, tensor<1x3x2x3xf32>, "
           "tensor<1x3x2x3xf32>, tensor<1x3x2xf32>, tensor<1x3x2xf32>, "
           "tensor<1x3x2xf32>, tensor<1x3x1xf32>, tensor<2x4xf32>, "
           "tensor<2x4xf32>, tensor<2xf32>",
           "tensor<1x3x1x4xf32>, tensor<1x3x1x4xf32>, "
           "tensor<1x3x2x3xf32>, tensor<1x3x2x3xf32>, tensor<1x3x2xf32>,"
           " tensor<1x3x2xf32>, tensor<1x3x2xf32>, tensor<1x3x1xf32>, "
           "tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>",
           "%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10"),
       {{},
        {},
        {},
        {},
        {},
        {-0.1, -0.11, -0.12000000000000001, -0.13, -0.14, -0.15000000000000002},
        {0.2, 0.21000000000000002, 0.22, 0.23, 0.24000000000000002, 0.2},
        {},
        {},
        {},
        {},
        {}}},
      {"mamba3_siso_step",
       makeProgram(
           "oaml.mamba3_siso_step",
           "%c: tensor<2x1x1x4xf32>, %k: tensor<2x1x1x4xf32>, %x: "
           "tensor<2x1x2x3xf32>, %z: tensor<2x1x2x3xf32>, %e: "
           "tensor<2x1x2xf32>, %t: tensor<2x1x2xf32>, %m: "
           "tensor<2x1x2xf32>, %a: tensor<2x1x1xf32>, %cb: "
           "tensor<2x4xf32>, %kb: tensor<2x4xf32>, %d: tensor<2xf32>, "
           "%s: tensor<2x2x3x4xf32>, %th: tensor<2x2x1xf32>, %ks: "
           "tensor<2x2x4xf32>, %vs: tensor<2x2x3xf32>",
           "%c, %k, %x, %z, %e, %t, %m, %a, %cb, %kb, %d, %s, %th, %ks, "
           "%vs",
           "{config = #oaml.ssm_config<batch_size = 2, sequence_length ="
           " 1, num_heads = 2, num_groups = 1, head_dim = 3, state_size "
           "= 4, num_rope_angles = 1, mimo_rank = 1, has_z = true, has_d"
           " = true, has_output_norm = false>}",
           "tensor<2x1x1x4xf32>, tensor<2x1x1x4xf32>, "
           "tensor<2x1x2x3xf32>, tensor<2x1x2x3xf32>, tensor<2x1x2xf32>,"
           " tensor<2x1x2xf32>, tensor<2x1x2xf32>, tensor<2x1x1xf32>, "
           "tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>, "
           "tensor<2x2x3x4xf32>, tensor<2x2x1xf32>, tensor<2x2x4xf32>, "
           "tensor<2x2x3xf32>",
           "tensor<2x1x2x3xf32>, tensor<2x2x3x4xf32>, tensor<2x2x1xf32>,"
           " tensor<2x2x4xf32>, tensor<2x2x3xf32>",
           "%r0, %r1, %r2, %r3, %r4"),
       {{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}},
      {"mamba3_mimo_3",
       makeProgram(
           "oaml.mamba3_mimo",
           "%c: tensor<1x3x2x4xf32>, %k: tensor<1x3x2x4xf32>, %x: "
           "tensor<1x3x2x3xf32>, %z: tensor<1x3x2x3xf32>, %e: "
           "tensor<1x3x2xf32>, %t: tensor<1x3x2xf32>, %m: "
           "tensor<1x3x2xf32>, %a: tensor<1x3x1xf32>, %cb: "
           "tensor<2x2x4xf32>, %kb: tensor<2x2x4xf32>, %d: "
           "tensor<2xf32>, %mx: tensor<2x2x3xf32>, %mz: "
           "tensor<2x2x3xf32>, %mo: tensor<2x2x3xf32>, %nw: "
           "tensor<2x3xf32>",
           "%c, %k, %x, %z, %e, %t, %m, %a, %cb, %kb, %d, %mx, %mz, %mo,"
           " %nw",
           "{config = #oaml.ssm_config<batch_size = 1, sequence_length ="
           " 3, num_heads = 2, num_groups = 1, head_dim = 3, state_size "
           "= 4, num_rope_angles = 1, mimo_rank = 2, has_z = true, has_d"
           " = true, has_output_norm = true>}",
           "tensor<1x3x2x4xf32>, tensor<1x3x2x4xf32>, "
           "tensor<1x3x2x3xf32>, tensor<1x3x2x3xf32>, tensor<1x3x2xf32>,"
           " tensor<1x3x2xf32>, tensor<1x3x2xf32>, tensor<1x3x1xf32>, "
           "tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<2xf32>, "
           "tensor<2x2x3xf32>, tensor<2x2x3xf32>, tensor<2x2x3xf32>, "
           "tensor<2x3xf32>",
           "tensor<1x3x2x3xf32>"),
       {{},
        {},
        {},
        {},
        {-0.1, -0.11, -0.12000000000000001, -0.13, -0.14, -0.15000000000000002},
        {0.2, 0.21000000000000002, 0.22, 0.23, 0.24000000000000002, 0.2},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {}}},
      {"mamba3_mimo_backward_3",
       makeProgram(
           "oaml.mamba3_mimo_backward",
           "%dy: tensor<1x3x2x3xf32>, %c: tensor<1x3x2x4xf32>, %k: "
           "tensor<1x3x2x4xf32>, %x: tensor<1x3x2x3xf32>, %z: "
           "tensor<1x3x2x3xf32>, %e: tensor<1x3x2xf32>, %t: "
           "tensor<1x3x2xf32>, %m: tensor<1x3x2xf32>, %a: "
           "tensor<1x3x1xf32>, %cb: tensor<2x2x4xf32>, %kb: "
           "tensor<2x2x4xf32>, %d: tensor<2xf32>, %mx: "
           "tensor<2x2x3xf32>, %mz: tensor<2x2x3xf32>, %mo: "
           "tensor<2x2x3xf32>, %nw: tensor<2x3xf32>",
           "%dy, %c, %k, %x, %z, %e, %t, %m, %a, %cb, %kb, %d, %mx, %mz,"
           " %mo, %nw",
           "{config = #oaml.ssm_config<batch_size = 1, sequence_length ="
           " 3, num_heads = 2, num_groups = 1, head_dim = 3, state_size "
           "= 4, num_rope_angles = 1, mimo_rank = 2, has_z = true, has_d"
           " = true, has_output_norm = true>}",
           "tensor<1x3x2x3xf32>, tensor<1x3x2x4xf32>, "
           "tensor<1x3x2x4xf32>, tensor<1x3x2x3xf32>, "
           "tensor<1x3x2x3xf32>, tensor<1x3x2xf32>, tensor<1x3x2xf32>, "
           "tensor<1x3x2xf32>, tensor<1x3x1xf32>, tensor<2x2x4xf32>, "
           "tensor<2x2x4xf32>, tensor<2xf32>, tensor<2x2x3xf32>, "
           "tensor<2x2x3xf32>, tensor<2x2x3xf32>, tensor<2x3xf32>",
           "tensor<1x3x2x4xf32>, tensor<1x3x2x4xf32>, "
           "tensor<1x3x2x3xf32>, tensor<1x3x2x3xf32>, tensor<1x3x2xf32>,"
           " tensor<1x3x2xf32>, tensor<1x3x2xf32>, tensor<1x3x1xf32>, "
           "tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<2xf32>, "
           "tensor<2x2x3xf32>, tensor<2x2x3xf32>, tensor<2x2x3xf32>, "
           "tensor<2x3xf32>",
           "%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, "
           "%r11, %r12, %r13, %r14"),
       {{},
        {},
        {},
        {},
        {},
        {-0.1, -0.11, -0.12000000000000001, -0.13, -0.14, -0.15000000000000002},
        {0.2, 0.21000000000000002, 0.22, 0.23, 0.24000000000000002, 0.2},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {}}},
      {"mamba3_mimo_step",
       makeProgram(
           "oaml.mamba3_mimo_step",
           "%c: tensor<2x1x2x4xf32>, %k: tensor<2x1x2x4xf32>, %x: "
           "tensor<2x1x2x3xf32>, %z: tensor<2x1x2x3xf32>, %e: "
           "tensor<2x1x2xf32>, %t: tensor<2x1x2xf32>, %m: "
           "tensor<2x1x2xf32>, %a: tensor<2x1x1xf32>, %cb: "
           "tensor<2x2x4xf32>, %kb: tensor<2x2x4xf32>, %d: "
           "tensor<2xf32>, %mx: tensor<2x2x3xf32>, %mz: "
           "tensor<2x2x3xf32>, %mo: tensor<2x2x3xf32>, %nw: "
           "tensor<2x3xf32>, %s: tensor<2x2x3x4xf32>, %th: "
           "tensor<2x2x1xf32>, %ks: tensor<2x2x2x4xf32>, %vs: "
           "tensor<2x2x2x3xf32>",
           "%c, %k, %x, %z, %e, %t, %m, %a, %cb, %kb, %d, %mx, %mz, %mo,"
           " %nw, %s, %th, %ks, %vs",
           "{config = #oaml.ssm_config<batch_size = 2, sequence_length ="
           " 1, num_heads = 2, num_groups = 1, head_dim = 3, state_size "
           "= 4, num_rope_angles = 1, mimo_rank = 2, has_z = true, has_d"
           " = true, has_output_norm = true>}",
           "tensor<2x1x2x4xf32>, tensor<2x1x2x4xf32>, "
           "tensor<2x1x2x3xf32>, tensor<2x1x2x3xf32>, tensor<2x1x2xf32>,"
           " tensor<2x1x2xf32>, tensor<2x1x2xf32>, tensor<2x1x1xf32>, "
           "tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<2xf32>, "
           "tensor<2x2x3xf32>, tensor<2x2x3xf32>, tensor<2x2x3xf32>, "
           "tensor<2x3xf32>, tensor<2x2x3x4xf32>, tensor<2x2x1xf32>, "
           "tensor<2x2x2x4xf32>, tensor<2x2x2x3xf32>",
           "tensor<2x1x2x3xf32>, tensor<2x2x3x4xf32>, tensor<2x2x1xf32>,"
           " tensor<2x2x2x4xf32>, tensor<2x2x2x3xf32>",
           "%r0, %r1, %r2, %r3, %r4"),
       {{},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {}}}};
  for (CompositeCase &test : added)
    test.wide = StringRef(test.name).contains("_backward");
  cases.insert(cases.end(), added.begin(), added.end());
}
