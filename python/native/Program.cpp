//===- Program.cpp - Compiled programs in Python --------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::python;

//===----------------------------------------------------------------------===//
// Lowered
//===----------------------------------------------------------------------===//

std::string Lowered::getText(bool withLocations) const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OpPrintingFlags flags;
  if (withLocations)
    flags.enableDebugInfo(/*enable=*/true, /*prettyForm=*/false);
  function.trace->getModule().print(stream, flags);
  return text;
}

std::shared_ptr<Program> Lowered::compile(const std::string &target,
                                          nb::handle deviceName) const {
  DevicePtr device;
  if (!deviceName.is_none())
    device = resolveDevice(deviceName);
  else if (target == "host")
    device = resolveDevice(nb::none());
  std::string bytecode = getBytecode(function.trace->getModule());
  std::shared_ptr<const Compiled> compiled = python::compile(
      *function.trace, bytecode, getTargetText(target, device), name);
  return std::make_shared<Program>(compiled, function.entry, parameters,
                                   function.results,
                                   target == "host" ? device : nullptr);
}

//===----------------------------------------------------------------------===//
// Program
//===----------------------------------------------------------------------===//

Program::Program(std::shared_ptr<const Compiled> made, std::string entryName,
                 std::vector<ProgramParameter> parameters, TreeDef results,
                 DevicePtr device)
    : compiled(std::move(made)),
      artifact(check(rt::Artifact::fromMemory(compiled->artifact.data(),
                                              compiled->artifact.size()))),
      entry(std::move(entryName)), parameters(std::move(parameters)),
      results(std::move(results)), device(std::move(device)) {}

const rt::EntryInfo &Program::getEntry() const {
  return getInfo().entries[getInfo().findEntry(entry)];
}

/// The arrays of a call, in order; structures are compared.
std::vector<nb::object> Program::bindParameters(nb::handle args,
                                                nb::handle kwargs) {
  size_t numPositional = nb::len(args);
  if (numPositional > parameters.size())
    raise(PyExc_TypeError, entry + "() takes " + Twine(parameters.size()) +
                               " arguments but " + Twine(numPositional) +
                               " were given");
  nb::dict named = nb::borrow<nb::dict>(kwargs);
  for (auto [key, value] : named) {
    auto name = nb::cast<std::string>(key);
    bool isKnown =
        llvm::any_of(llvm::ArrayRef(parameters).drop_front(numPositional),
                     [&](const ProgramParameter &p) { return p.name == name; });
    if (!isKnown)
      raise(PyExc_TypeError,
            entry + "() got an unexpected argument '" + name + "'");
  }
  std::vector<nb::object> objects;
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    nb::object value;
    if (i < numPositional)
      value = nb::borrow(PyTuple_GET_ITEM(args.ptr(), i));
    else if (named.contains(parameter.name.c_str()))
      value = named[parameter.name.c_str()];
    else
      raise(PyExc_TypeError,
            entry + "() missing required argument: '" + parameter.name + "'");
    TreeDef found = TreeDef::flatten(value, objects);
    if (!(found == parameter.structure) &&
        found.getPaths("") != parameter.structure.getPaths(""))
      raise(PyExc_TypeError,
            entry + "(): argument '" + parameter.name + "': expected " +
                parameter.structure.toString() + ", found " + found.toString());
  }
  return objects;
}

DevicePtr Program::chooseDevice(const std::vector<Leaf> &leaves) const {
  if (device)
    return device;
  for (const Leaf &leaf : leaves)
    if (leaf.storage && leaf.storage->device)
      return leaf.storage->device;
  return resolveDevice(nb::none());
}

nb::object Program::call(nb::args args, nb::kwargs kwargs) {
  if (Scope::getCurrent())
    raise("TracerError", "a compiled program cannot be a part of a traced "
                         "function; call the function that it was made of");
  std::vector<nb::object> objects = bindParameters(args, kwargs);
  std::vector<Leaf> leaves(objects.size());
  for (auto [number, object] : llvm::enumerate(objects))
    if (!makeLeaf(object, leaves[number]))
      raise(PyExc_TypeError, entry + "(): expected arrays and numbers, found " +
                                 describeType(object));
  DevicePtr chosen = chooseDevice(leaves);
  ExecutablePtr &executable = executables[chosen.get()];
  if (!executable)
    executable = loadExecutable(chosen, artifact, entry);
  std::vector<char> isDonated;
  for (const rt::TensorInfo &argument : getEntry().arguments)
    if (!argument.hidden)
      isDonated.push_back(argument.donated >= 0);
  std::vector<nb::object> arrays = executable->run(leaves, isDonated, entry);
  return results.unflatten([&](size_t i) { return std::move(arrays[i]); });
}

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

static nb::list describeTensors(const std::vector<rt::TensorInfo> &tensors) {
  nb::list list;
  for (const rt::TensorInfo &tensor : tensors) {
    if (tensor.hidden)
      continue;
    nb::dict entry;
    entry["name"] = tensor.name;
    entry["type"] = tensor.getTypeText();
    entry["donated"] = tensor.donated;
    list.append(entry);
  }
  return list;
}

/// What the artifact says about itself; rendered by oaml/_report.py.
static nb::dict describeProgram(const Program &program) {
  const rt::ArtifactInfo &info = program.getInfo();
  const rt::EntryInfo &entry = program.getEntry();
  nb::dict result;
  result["name"] = entry.name;
  result["target"] = info.target;
  result["compiler"] = info.compiler;
  result["arguments"] = describeTensors(entry.arguments);
  result["results"] = describeTensors(entry.results);
  result["arena_bytes"] = entry.arenaSize;
  result["constant_bytes"] = info.constantBytes;
  nb::list launches;
  for (const rt::CommandInfo &command : entry.commands) {
    if (command.kind != rt::CommandInfo::Kind::Launch)
      continue;
    const rt::KernelInfo &kernel = info.kernels[command.kernel];
    nb::dict launch;
    launch["kernel"] = kernel.name;
    launch["ops"] = command.label;
    launch["workgroups"] = command.text;
    launch["location"] = command.location;
    launch["spirv_bytes"] = kernel.spirvSize;
    launches.append(launch);
  }
  result["launches"] = launches;
  return result;
}

/// Names of the arrays of an artifact's only entry, for oaml.load.
static nb::tuple describeArtifact(nb::bytes content, const std::string &path) {
  auto loaded = rt::Artifact::fromMemory(content.c_str(), content.size());
  if (!loaded)
    raise(PyExc_ValueError, path + ": " + loaded.getStatus().toString());
  const rt::ArtifactInfo &info = loaded->getInfo();
  nb::list entries;
  for (const rt::EntryInfo &entry : info.entries) {
    nb::list arguments, results;
    for (const rt::TensorInfo &argument : entry.arguments)
      if (!argument.hidden)
        arguments.append(argument.name);
    for (const rt::TensorInfo &result : entry.results)
      results.append(result.name);
    entries.append(nb::make_tuple(entry.name, arguments, results));
  }
  return nb::tuple(entries);
}

/// A program of an artifact; `parameters` are pairs of a name and a value whose
/// structure counts, `results` is such a value.
static std::shared_ptr<Program>
makeProgram(nb::bytes content, const std::string &entry, nb::list parameters,
            nb::object results, nb::handle device) {
  auto compiled = std::make_shared<Compiled>();
  compiled->artifact.assign(content.c_str(), content.c_str() + content.size());
  std::vector<ProgramParameter> structures;
  std::vector<nb::object> leaves;
  for (nb::handle item : parameters)
    structures.push_back({nb::cast<std::string>(nb::object(item[0])),
                          TreeDef::flatten(nb::object(item[1]), leaves)});
  return std::make_shared<Program>(
      compiled, entry, std::move(structures), TreeDef::flatten(results, leaves),
      device.is_none() ? DevicePtr() : resolveDevice(device));
}

void python::bindProgram(nb::module_ &module) {
  nb::class_<Program>(module, "Program", nb::is_weak_referenceable(),
                      "A compiled program. Threads may share it.")
      .def("__call__", &Program::call)
      .def_prop_ro("name", [](const Program &p) { return p.getEntry().name; })
      .def_prop_ro("target",
                   [](const Program &p) { return p.getInfo().target; })
      .def("_describe", &describeProgram)
      .def("_bytes",
           [](const Program &p) {
             const Bytes &bytes = p.getCompiled().artifact;
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("_report", [](const Program &p) { return p.getCompiled().report; });
  nb::class_<Lowered>(module, "Lowered",
                      "A traced function that is not compiled yet.")
      .def("mlir", &Lowered::getText, nb::arg("locations") = false,
           "The program as MLIR text, with the user's lines if wanted.")
      .def("compile", &Lowered::compile, nb::arg("target") = "host",
           nb::arg("device").none() = nb::none(),
           "Compiles for what runs here ('host'), a profile ('lavapipe', "
           "'swiftshader', 'desktop', 'mobile') or a file that oaml-run "
           "--device-info wrote.")
      .def("__repr__", [](const Lowered &lowered) {
        return "Lowered('" + lowered.name + "')";
      });
  module.def("describe_artifact", &describeArtifact);
  module.def("make_program", &makeProgram, nb::arg("content"), nb::arg("entry"),
             nb::arg("parameters"), nb::arg("results"),
             nb::arg("device").none());
}
