//===- Terminal.h - What people see of training -----------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_EXAMPLES_DIGITS_TERMINAL_H
#define OAML_EXAMPLES_DIGITS_TERMINAL_H

#include "Classifier.h"
#include "Data.h"

#include <chrono>
#include <vector>

namespace digits {

/// Training as it goes on, on standard output: on a terminal one line that is
/// written over, elsewhere a line per epoch.
class Progress {
public:
  explicit Progress(unsigned numEpochs);

  /// True where the line should be brought up to date within an epoch: on a
  /// terminal, some ten times a second.
  bool wantsUpdate() const;

  /// Within an epoch, of which `done` (0..1) is over.
  void update(unsigned epoch, double done, const Score &score);
  /// At the end of an epoch; epochs count from 1.
  void endEpoch(unsigned epoch, const Score &score);

private:
  using Clock = std::chrono::steady_clock;

  void showLine(unsigned epoch, double done, const Score &score);

  unsigned numEpochs;
  bool isLive;
  Clock::time_point start = Clock::now(), lastUpdate;
};

/// Draws the images numbered `rows` side by side, each with what `predictions`
/// says it is and, where that is wrong, what it really is. In shades where the
/// environment's locale is UTF-8, in ASCII elsewhere.
void drawDigits(const Examples &examples,
                const std::vector<int32_t> &predictions,
                const std::vector<size_t> &rows);

} // namespace digits

#endif // OAML_EXAMPLES_DIGITS_TERMINAL_H
