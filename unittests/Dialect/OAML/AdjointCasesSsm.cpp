//===- AdjointCasesSsm.cpp - Gradients of state-space models --------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

void oaml::addSsmAdjointCases(AdjointCases &cases) {
  cases.push_back(
      {"mamba3_preprocess_bh",
       {{"p", "tensor<2x13xf32>", {2, 13}, {}},
        {"b", "tensor<2xf32>", {2}, {}}},
       "%x, %z, %y, %ch, %dt, %adt, %trap, %angle = oaml.mamba3_preprocess %p, "
       "%b {config = "
       "#oaml.mamba3_preprocess_config<inner_size = 1, state_size = "
       "2, num_heads = 2, num_rope_angles = 1, num_groups = 1, "
       "mimo_rank = 1, epsilon = 1.0e-1, dt_min = 1.0e-3, dt_max = "
       "9.0, a_floor = 1.0e-3>} : (tensor<2x13xf32>, tensor<2xf32>) "
       "-> (tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x2xf32>, "
       "tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, "
       "tensor<2x2xf32>, tensor<2x1xf32>)\n",
       "tensor<2x2xf32>"});
  cases.push_back(
      {"mamba3_preprocess_adt",
       {{"p", "tensor<2x13xf32>", {2, 13}, {}},
        {"b", "tensor<2xf32>", {2}, {}}},
       "%x, %z, %bh, %ch, %dt, %y, %trap, %angle = oaml.mamba3_preprocess %p, "
       "%b {config = "
       "#oaml.mamba3_preprocess_config<inner_size = 1, state_size = "
       "2, num_heads = 2, num_rope_angles = 1, num_groups = 1, "
       "mimo_rank = 1, epsilon = 1.0e-1, dt_min = 1.0e-3, dt_max = "
       "9.0, a_floor = 1.0e-3>} : (tensor<2x13xf32>, tensor<2xf32>) "
       "-> (tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x2xf32>, "
       "tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, "
       "tensor<2x2xf32>, tensor<2x1xf32>)\n",
       "tensor<2x2xf32>"});
  cases.push_back(
      {"mamba3_preprocess_backward",
       {{"p", "tensor<2x13xf32>", {2, 13}, {}},
        {"b", "tensor<2xf32>", {2}, {}},
        {"x", "tensor<2x1xf32>", {2, 1}, {}},
        {"z", "tensor<2x1xf32>", {2, 1}, {}},
        {"bh", "tensor<2x2xf32>", {2, 2}, {}},
        {"ch", "tensor<2x2xf32>", {2, 2}, {}},
        {"dt", "tensor<2x2xf32>", {2, 2}, {}},
        {"adt", "tensor<2x2xf32>", {2, 2}, {}},
        {"trap", "tensor<2x2xf32>", {2, 2}, {}},
        {"angle", "tensor<2x1xf32>", {2, 1}, {}}},
       "%y, %db = oaml.mamba3_preprocess_backward %p, %b, %x, %z, %bh, "
       "%ch, %dt, %adt, %trap, %angle {config = "
       "#oaml.mamba3_preprocess_config<inner_size = 1, state_size = "
       "2, num_heads = 2, num_rope_angles = 1, num_groups = 1, "
       "mimo_rank = 1, epsilon = 1.0e-1, dt_min = 1.0e-3, dt_max = "
       "9.0, a_floor = 1.0e-3>} : (tensor<2x13xf32>, tensor<2xf32>, "
       "tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x2xf32>, "
       "tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, "
       "tensor<2x2xf32>, tensor<2x1xf32>) -> (tensor<2x13xf32>, "
       "tensor<2xf32>)\n",
       "tensor<2x13xf32>"});
  cases.push_back(
      {"mamba3_siso",
       {{"c", "tensor<1x2x1x2xf32>", {1, 2, 1, 2}, {}},
        {"k", "tensor<1x2x1x2xf32>", {1, 2, 1, 2}, {}},
        {"x", "tensor<1x2x2x1xf32>", {1, 2, 2, 1}, {}},
        {"z", "tensor<1x2x2x1xf32>", {1, 2, 2, 1}, {}},
        {"e", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"t", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"m", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"a", "tensor<1x2x1xf32>", {1, 2, 1}, {}},
        {"cb", "tensor<2x2xf32>", {2, 2}, {}},
        {"kb", "tensor<2x2xf32>", {2, 2}, {}},
        {"d", "tensor<2xf32>", {2}, {}}},
       "%y = oaml.mamba3_siso %c, %k, %x, %z, %e, %t, %m, %a, %cb, "
       "%kb, %d {config = #oaml.ssm_config<batch_size = 1, "
       "sequence_length = 2, num_heads = 2, num_groups = 1, head_dim"
       " = 1, state_size = 2, num_rope_angles = 1, mimo_rank = 1, "
       "has_z = true, has_d = true, has_output_norm = false>} : "
       "(tensor<1x2x1x2xf32>, tensor<1x2x1x2xf32>, "
       "tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>, tensor<1x2x2xf32>,"
       " tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2x1xf32>, "
       "tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> "
       "tensor<1x2x2x1xf32>\n",
       "tensor<1x2x2x1xf32>"});
  cases.push_back(
      {"mamba3_siso_backward",
       {{"dy", "tensor<1x2x2x1xf32>", {1, 2, 2, 1}, {}},
        {"c", "tensor<1x2x1x2xf32>", {1, 2, 1, 2}, {}},
        {"k", "tensor<1x2x1x2xf32>", {1, 2, 1, 2}, {}},
        {"x", "tensor<1x2x2x1xf32>", {1, 2, 2, 1}, {}},
        {"z", "tensor<1x2x2x1xf32>", {1, 2, 2, 1}, {}},
        {"e", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"t", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"m", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"a", "tensor<1x2x1xf32>", {1, 2, 1}, {}},
        {"cb", "tensor<2x2xf32>", {2, 2}, {}},
        {"kb", "tensor<2x2xf32>", {2, 2}, {}},
        {"d", "tensor<2xf32>", {2}, {}}},
       "%y, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10 = "
       "oaml.mamba3_siso_backward %dy, %c, %k, %x, %z, %e, %t, "
       "%m, %a, %cb, %kb, %d {config = #oaml.ssm_config<batch_size ="
       " 1, sequence_length = 2, num_heads = 2, num_groups = 1, "
       "head_dim = 1, state_size = 2, num_rope_angles = 1, mimo_rank"
       " = 1, has_z = true, has_d = true, has_output_norm = false>} "
       ": (tensor<1x2x2x1xf32>, tensor<1x2x1x2xf32>, "
       "tensor<1x2x1x2xf32>, tensor<1x2x2x1xf32>, "
       "tensor<1x2x2x1xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>, "
       "tensor<1x2x2xf32>, tensor<1x2x1xf32>, tensor<2x2xf32>, "
       "tensor<2x2xf32>, tensor<2xf32>) -> (tensor<1x2x1x2xf32>, "
       "tensor<1x2x1x2xf32>, tensor<1x2x2x1xf32>, "
       "tensor<1x2x2x1xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>, "
       "tensor<1x2x2xf32>, tensor<1x2x1xf32>, tensor<2x2xf32>, "
       "tensor<2x2xf32>, tensor<2xf32>)\n",
       "tensor<1x2x1x2xf32>"});
  cases.push_back(
      {"mamba3_siso_step",
       {{"c", "tensor<1x1x1x2xf32>", {1, 1, 1, 2}, {}},
        {"k", "tensor<1x1x1x2xf32>", {1, 1, 1, 2}, {}},
        {"x", "tensor<1x1x2x1xf32>", {1, 1, 2, 1}, {}},
        {"z", "tensor<1x1x2x1xf32>", {1, 1, 2, 1}, {}},
        {"e", "tensor<1x1x2xf32>", {1, 1, 2}, {}},
        {"t", "tensor<1x1x2xf32>", {1, 1, 2}, {}},
        {"m", "tensor<1x1x2xf32>", {1, 1, 2}, {}},
        {"a", "tensor<1x1x1xf32>", {1, 1, 1}, {}},
        {"cb", "tensor<2x2xf32>", {2, 2}, {}},
        {"kb", "tensor<2x2xf32>", {2, 2}, {}},
        {"d", "tensor<2xf32>", {2}, {}},
        {"s", "tensor<1x2x1x2xf32>", {1, 2, 1, 2}, {}},
        {"th", "tensor<1x2x1xf32>", {1, 2, 1}, {}},
        {"ks", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"vs", "tensor<1x2x1xf32>", {1, 2, 1}, {}}},
       "%y, %ns, %na, %nk, %nv = oaml.mamba3_siso_step %c, %k, %x, %z, %e, %t, "
       "%m, %a, "
       "%cb, %kb, %d, %s, %th, %ks, %vs {config = "
       "#oaml.ssm_config<batch_size = 1, sequence_length = 1, "
       "num_heads = 2, num_groups = 1, head_dim = 1, state_size = 2,"
       " num_rope_angles = 1, mimo_rank = 1, has_z = true, has_d = "
       "true, has_output_norm = false>} : (tensor<1x1x1x2xf32>, "
       "tensor<1x1x1x2xf32>, tensor<1x1x2x1xf32>, "
       "tensor<1x1x2x1xf32>, tensor<1x1x2xf32>, tensor<1x1x2xf32>, "
       "tensor<1x1x2xf32>, tensor<1x1x1xf32>, tensor<2x2xf32>, "
       "tensor<2x2xf32>, tensor<2xf32>, tensor<1x2x1x2xf32>, "
       "tensor<1x2x1xf32>, tensor<1x2x2xf32>, tensor<1x2x1xf32>) -> "
       "(tensor<1x1x2x1xf32>, tensor<1x2x1x2xf32>, "
       "tensor<1x2x1xf32>, tensor<1x2x2xf32>, tensor<1x2x1xf32>)\n",
       "tensor<1x1x2x1xf32>"});
  cases.push_back(
      {"mamba3_mimo",
       {{"c", "tensor<1x2x2x2xf32>", {1, 2, 2, 2}, {}},
        {"k", "tensor<1x2x2x2xf32>", {1, 2, 2, 2}, {}},
        {"x", "tensor<1x2x1x2xf32>", {1, 2, 1, 2}, {}},
        {"z", "tensor<1x2x1x2xf32>", {1, 2, 1, 2}, {}},
        {"e", "tensor<1x2x1xf32>", {1, 2, 1}, {}},
        {"t", "tensor<1x2x1xf32>", {1, 2, 1}, {}},
        {"m", "tensor<1x2x1xf32>", {1, 2, 1}, {}},
        {"a", "tensor<1x2x1xf32>", {1, 2, 1}, {}},
        {"cb", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"kb", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"d", "tensor<1xf32>", {1}, {}},
        {"mx", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"mz", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"mo", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"nw", "tensor<1x2xf32>", {1, 2}, {}}},
       "%y = oaml.mamba3_mimo %c, %k, %x, %z, %e, %t, %m, %a, %cb, "
       "%kb, %d, %mx, %mz, %mo, %nw {config = "
       "#oaml.ssm_config<batch_size = 1, sequence_length = 2, "
       "num_heads = 1, num_groups = 1, head_dim = 2, state_size = 2,"
       " num_rope_angles = 1, mimo_rank = 2, has_z = true, has_d = "
       "true, has_output_norm = true>} : (tensor<1x2x2x2xf32>, "
       "tensor<1x2x2x2xf32>, tensor<1x2x1x2xf32>, "
       "tensor<1x2x1x2xf32>, tensor<1x2x1xf32>, tensor<1x2x1xf32>, "
       "tensor<1x2x1xf32>, tensor<1x2x1xf32>, tensor<1x2x2xf32>, "
       "tensor<1x2x2xf32>, tensor<1xf32>, tensor<1x2x2xf32>, "
       "tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2xf32>) -> "
       "tensor<1x2x1x2xf32>\n",
       "tensor<1x2x1x2xf32>"});
  cases.push_back(
      {"mamba3_mimo_backward",
       {{"dy", "tensor<1x2x1x2xf32>", {1, 2, 1, 2}, {}},
        {"c", "tensor<1x2x2x2xf32>", {1, 2, 2, 2}, {}},
        {"k", "tensor<1x2x2x2xf32>", {1, 2, 2, 2}, {}},
        {"x", "tensor<1x2x1x2xf32>", {1, 2, 1, 2}, {}},
        {"z", "tensor<1x2x1x2xf32>", {1, 2, 1, 2}, {}},
        {"e", "tensor<1x2x1xf32>", {1, 2, 1}, {}},
        {"t", "tensor<1x2x1xf32>", {1, 2, 1}, {}},
        {"m", "tensor<1x2x1xf32>", {1, 2, 1}, {}},
        {"a", "tensor<1x2x1xf32>", {1, 2, 1}, {}},
        {"cb", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"kb", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"d", "tensor<1xf32>", {1}, {}},
        {"mx", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"mz", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"mo", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"nw", "tensor<1x2xf32>", {1, 2}, {}}},
       "%y, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, "
       "%r13, %r14 = oaml.mamba3_mimo_backward %dy, %c, %k, %x, %z, %e, %t, "
       "%m, %a, %cb, %kb, %d, %mx, %mz, %mo, %nw {config = "
       "#oaml.ssm_config<batch_size = 1, sequence_length = 2, "
       "num_heads = 1, num_groups = 1, head_dim = 2, state_size = 2,"
       " num_rope_angles = 1, mimo_rank = 2, has_z = true, has_d = "
       "true, has_output_norm = true>} : (tensor<1x2x1x2xf32>, "
       "tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>, "
       "tensor<1x2x1x2xf32>, tensor<1x2x1x2xf32>, tensor<1x2x1xf32>,"
       " tensor<1x2x1xf32>, tensor<1x2x1xf32>, tensor<1x2x1xf32>, "
       "tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1xf32>, "
       "tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>, "
       "tensor<1x2xf32>) -> (tensor<1x2x2x2xf32>, "
       "tensor<1x2x2x2xf32>, tensor<1x2x1x2xf32>, "
       "tensor<1x2x1x2xf32>, tensor<1x2x1xf32>, tensor<1x2x1xf32>, "
       "tensor<1x2x1xf32>, tensor<1x2x1xf32>, tensor<1x2x2xf32>, "
       "tensor<1x2x2xf32>, tensor<1xf32>, tensor<1x2x2xf32>, "
       "tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2xf32>)\n",
       "tensor<1x2x2x2xf32>"});
  cases.push_back(
      {"mamba3_mimo_step",
       {{"c", "tensor<1x1x2x2xf32>", {1, 1, 2, 2}, {}},
        {"k", "tensor<1x1x2x2xf32>", {1, 1, 2, 2}, {}},
        {"x", "tensor<1x1x1x2xf32>", {1, 1, 1, 2}, {}},
        {"z", "tensor<1x1x1x2xf32>", {1, 1, 1, 2}, {}},
        {"e", "tensor<1x1x1xf32>", {1, 1, 1}, {}},
        {"t", "tensor<1x1x1xf32>", {1, 1, 1}, {}},
        {"m", "tensor<1x1x1xf32>", {1, 1, 1}, {}},
        {"a", "tensor<1x1x1xf32>", {1, 1, 1}, {}},
        {"cb", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"kb", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"d", "tensor<1xf32>", {1}, {}},
        {"mx", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"mz", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"mo", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
        {"nw", "tensor<1x2xf32>", {1, 2}, {}},
        {"s", "tensor<1x1x2x2xf32>", {1, 1, 2, 2}, {}},
        {"th", "tensor<1x1x1xf32>", {1, 1, 1}, {}},
        {"ks", "tensor<1x1x2x2xf32>", {1, 1, 2, 2}, {}},
        {"vs", "tensor<1x1x2x2xf32>", {1, 1, 2, 2}, {}}},
       "%y, %ns, %na, %nk, %nv = oaml.mamba3_mimo_step %c, %k, %x, %z, %e, %t, "
       "%m, %a, "
       "%cb, %kb, %d, %mx, %mz, %mo, %nw, %s, %th, %ks, %vs {config "
       "= #oaml.ssm_config<batch_size = 1, sequence_length = 1, "
       "num_heads = 1, num_groups = 1, head_dim = 2, state_size = 2,"
       " num_rope_angles = 1, mimo_rank = 2, has_z = true, has_d = "
       "true, has_output_norm = true>} : (tensor<1x1x2x2xf32>, "
       "tensor<1x1x2x2xf32>, tensor<1x1x1x2xf32>, "
       "tensor<1x1x1x2xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, "
       "tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x2x2xf32>, "
       "tensor<1x2x2xf32>, tensor<1xf32>, tensor<1x2x2xf32>, "
       "tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2xf32>, "
       "tensor<1x1x2x2xf32>, tensor<1x1x1xf32>, tensor<1x1x2x2xf32>,"
       " tensor<1x1x2x2xf32>) -> (tensor<1x1x1x2xf32>, "
       "tensor<1x1x2x2xf32>, tensor<1x1x1xf32>, tensor<1x1x2x2xf32>,"
       " tensor<1x1x2x2xf32>)\n",
       "tensor<1x1x1x2xf32>"});
  cases.push_back(
      {"mamba3_siso_windows",
       {{"c", "tensor<1x34x1x1xf32>", {1, 34, 1, 1}, {}},
        {"k", "tensor<1x34x1x1xf32>", {1, 34, 1, 1}, {}},
        {"x", "tensor<1x34x1x1xf32>", {1, 34, 1, 1}, {}},
        {"z", "tensor<1x34x1x1xf32>", {1, 34, 1, 1}, {}},
        {"e", "tensor<1x34x1xf32>", {1, 34, 1}, {}},
        {"t", "tensor<1x34x1xf32>", {1, 34, 1}, {}},
        {"m", "tensor<1x34x1xf32>", {1, 34, 1}, {}},
        {"a", "tensor<1x34x0xf32>", {1, 34, 0}, {}},
        {"cb", "tensor<1x1xf32>", {1, 1}, {}},
        {"kb", "tensor<1x1xf32>", {1, 1}, {}},
        {"d", "tensor<1xf32>", {1}, {}}},
       "%y = oaml.mamba3_siso %c, %k, %x, %z, %e, %t, %m, %a, %cb, "
       "%kb, %d {config = #oaml.ssm_config<batch_size = 1, "
       "sequence_length = 34, num_heads = 1, num_groups = 0, "
       "head_dim = 1, state_size = 1, num_rope_angles = 0, mimo_rank"
       " = 1, has_z = false, has_d = false, has_output_norm = "
       "false>} : (tensor<1x34x1x1xf32>, tensor<1x34x1x1xf32>, "
       "tensor<1x34x1x1xf32>, tensor<1x34x1x1xf32>, "
       "tensor<1x34x1xf32>, tensor<1x34x1xf32>, tensor<1x34x1xf32>, "
       "tensor<1x34x0xf32>, tensor<1x1xf32>, tensor<1x1xf32>, "
       "tensor<1xf32>) -> tensor<1x34x1x1xf32>\n",
       "tensor<1x34x1x1xf32>"});
}
