//===- OpInterfaces.cpp - Interfaces without code of their own ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interfaces/DifferentiableOpInterface.h"
#include "oaml/Interfaces/FusibleOpInterface.h"
#include "oaml/Interfaces/InterpretableOpInterface.h"
#include "oaml/Interfaces/LowerableOpInterface.h"
#include "oaml/Interfaces/RandomOpInterface.h"
#include "oaml/Interpreter/HostTensor.h"

#include "oaml/Interfaces/DifferentiableOpInterface.cpp.inc"
#include "oaml/Interfaces/FusibleOpInterface.cpp.inc"
#include "oaml/Interfaces/InterpretableOpInterface.cpp.inc"
#include "oaml/Interfaces/LowerableOpInterface.cpp.inc"
#include "oaml/Interfaces/RandomOpInterface.cpp.inc"
