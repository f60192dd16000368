//===- SeedSequence.h - The seeds of a program's runs -----------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_RT_SEEDSEQUENCE_H
#define OAML_RT_SEEDSEQUENCE_H

#include <cstdint>

namespace oaml::rt {

/// The host generator of run seeds: one number per run of an entry that draws
/// random numbers. It is part of what `--seed` means, so that the same seed
/// gives the same numbers on every executor.
class SeedSequence {
public:
  explicit SeedSequence(uint64_t seed = 0) : state(seed) {}

  /// splitmix64 (Steele, Lea, Flood 2014), its high half: any state is good.
  int32_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return static_cast<int32_t>(static_cast<uint32_t>((z ^ (z >> 31)) >> 32));
  }

private:
  uint64_t state;
};

} // namespace oaml::rt

#endif // OAML_RT_SEEDSEQUENCE_H
