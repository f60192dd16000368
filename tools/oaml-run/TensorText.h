//===- TensorText.h - Tensors on the command line ---------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The grammar of --input and of printed results:
//
//   tensor ::= (extent `x`)* type `=` values
//   type   ::= f32 | f16 | bf16 | i32 | ui32 | i8 | ui8
//   values ::= one number (for all elements) or as many as there are elements,
//              separated by spaces or commas
//
// Numbers are decimal or hexadecimal; floats also `nan`, `inf` and `-inf`. ui32
// is read as i32 of the same bits.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_TOOLS_OAML_RUN_TENSORTEXT_H
#define OAML_TOOLS_OAML_RUN_TENSORTEXT_H

#include "oaml-rt/HostArray.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace oaml {

/// Parses a tensor; the error says what is wrong with `text`.
llvm::Expected<rt::HostArray> parseTensor(llvm::StringRef text);

/// Prints a tensor as parseTensor reads it, floats with 9 significant digits.
void printTensor(llvm::raw_ostream &stream, const rt::HostArray &array);

/// Element number `index` as it is printed.
void printElement(llvm::raw_ostream &stream, const rt::HostArray &array,
                  size_t index);

} // namespace oaml

#endif // OAML_TOOLS_OAML_RUN_TENSORTEXT_H
