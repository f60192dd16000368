//===- Terminal.cpp - What people see of training -------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Terminal.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <unistd.h>

using namespace digits;

Progress::Progress(unsigned numEpochs)
    : numEpochs(numEpochs), isLive(isatty(STDOUT_FILENO)) {}

bool Progress::wantsUpdate() const {
  return isLive && Clock::now() - lastUpdate > std::chrono::milliseconds(100);
}

void Progress::showLine(unsigned epoch, double done, const Score &score) {
  double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  std::string bar;
  if (isLive) {
    constexpr int width = 20;
    int full = static_cast<int>(width * (epoch - 1 + done) / numEpochs);
    bar = " [" + std::string(full, '=') + std::string(width - full, ' ') + "]";
  }
  std::printf("%sepoch %3u/%u%s  loss %.4f  accuracy %5.1f %%  %5.1f s%s",
              isLive ? "\r" : "", epoch, numEpochs, bar.c_str(),
              score.getLoss(), 100 * score.getAccuracy(), seconds,
              isLive ? "\x1b[K" : "\n");
  std::fflush(stdout);
  lastUpdate = Clock::now();
}

void Progress::update(unsigned epoch, double done, const Score &score) {
  showLine(epoch, done, score);
}

void Progress::endEpoch(unsigned epoch, const Score &score) {
  showLine(epoch, 1, score);
  if (isLive && epoch == numEpochs)
    std::printf("\n");
}

/// The locale's characters are UTF-8, by the variables that decide on it.
static bool isUTF8() {
  for (const char *name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char *value = std::getenv(name); value && *value)
      return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
  return false;
}

void digits::drawDigits(const Examples &examples,
                        const std::vector<int32_t> &predictions,
                        const std::vector<size_t> &rows) {
  static const char *const shades[] = {" ", "░", "▒", "▓", "█"};
  static const char *const letters[] = {" ", ".", "+", "%", "@"};
  constexpr int numLevels = 5;
  const char *const *levels = isUTF8() ? shades : letters;
  // A pixel is two characters wide: about as wide as high.
  constexpr size_t perLine = 4;
  constexpr int width = 2 * kSide;

  for (size_t begin = 0; begin < rows.size(); begin += perLine) {
    size_t end = std::min(begin + perLine, rows.size());
    std::string text;
    for (size_t i = begin; i < end; ++i) {
      int32_t found = predictions[rows[i]], right = examples.labels[rows[i]];
      std::string title = "a " + std::to_string(found);
      if (found != right)
        title += "? No, a " + std::to_string(right);
      title.resize(width + 3, ' ');
      text += title;
    }
    text += '\n';
    for (size_t row = 0; row < kSide; ++row) {
      for (size_t i = begin; i < end; ++i) {
        for (size_t column = 0; column < kSide; ++column) {
          float ink = examples.images[rows[i] * kPixels + row * kSide + column];
          int level = static_cast<int>(ink * (numLevels - 1) + 0.5f);
          text += levels[level];
          text += levels[level];
        }
        text += "   ";
      }
      text += '\n';
    }
    std::printf("%s\n", text.c_str());
  }
}
