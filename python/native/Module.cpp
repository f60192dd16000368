//===- Module.cpp - The extension module oaml._native ---------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jit.h"
#include "Ops.h"
#include "Program.h"

using namespace oaml::python;

NB_MODULE(_native, module) {
  module.doc() = "The native part of the package oaml.";
  // Objects that outlive the interpreter are the process' own.
  nb::set_leak_warnings(false);
  bindDevices(module);
  bindArray(module);
  bindTrace(module);
  bindPyTree(module);
  bindOps(module);
  bindJit(module);
  bindProgram(module);
  bindGradients(module);
  nb::module_::import_("atexit").attr("register")(
      nb::cpp_function(&finishCompilations));
  module.def("runtime_ns", &Executable::getRuntimeNs,
             "Nanoseconds that the last run of this thread spent in the "
             "runtime.");
  module.def("set_rng_seed", &setRngSeed, nb::arg("seed"),
             "Restarts the generators that draw the seeds of programs whose "
             "seed is 0.");
}
