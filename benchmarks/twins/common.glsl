//===- common.glsl - What the hand-written kernels share ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One workgroup is one subgroup of 8 lanes, as lavapipe has it. Memory is read
// and written in pairs of floats: lavapipe makes one gather of a 64-bit access
// and two of a vec2.
//
//===----------------------------------------------------------------------===//

#extension GL_EXT_buffer_reference : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

layout(local_size_x = 8) in;

/// Two adjacent floats.
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Pair {
  uint64_t bits;
};
/// One float.
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Single {
  float value;
};

/// The launch record: an address for each of TENSORS tensors (arguments, then
/// results), then the number of workgroups.
layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer
    Record {
  uint64_t tensors[TENSORS];
  uint workgroups;
};
layout(push_constant) uniform Push { Record record; };

/// Number of the workgroup in a grid that is folded at 65535.
uint getWorkgroup() {
  return gl_WorkGroupID.y * 65535 + gl_WorkGroupID.x;
}

/// The pair or float at constant byte distance `offset` of a lane's address.
vec2 loadPair(uint64_t address, int offset) {
  return uintBitsToFloat(unpack32(Pair(address + uint64_t(offset)).bits));
}
void storePair(uint64_t address, int offset, vec2 pair) {
  Pair(address + uint64_t(offset)).bits = pack64(floatBitsToUint(pair));
}
void storeSingle(uint64_t address, int offset, float value) {
  Single(address + uint64_t(offset)).value = value;
}
