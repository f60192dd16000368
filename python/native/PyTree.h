//===- PyTree.h - Nested containers of arrays -------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_PYTHON_NATIVE_PYTREE_H
#define OAML_PYTHON_NATIVE_PYTREE_H

#include "Errors.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <vector>

namespace oaml::python {

/// The structure of nested tuples, lists, dicts, named tuples and registered
/// data classes; None is a node without children. Everything else is a leaf.
class TreeDef {
public:
  enum class Kind : char {
    Leaf = '*',
    None = 'n',
    Tuple = '(',
    List = '[',
    Dict = '{',
    NamedTuple = '<',
    DataClass = '@'
  };
  struct Node {
    Kind kind;
    unsigned arity;
    /// Dict: the tuple of its keys. Named tuple: its type. Data class: a pair
    /// of its type and a tuple of its static values.
    nb::object data;
  };

  /// Takes `object` apart, appending its leaves.
  static TreeDef flatten(nb::handle object, std::vector<nb::object> &leaves);

  /// The structure of a call: a tuple of the tuple of positional arguments and
  /// the dict of keyword arguments. `ends` gets the number of leaves after each
  /// positional argument. Arguments for which `isStatic` holds count as None.
  static TreeDef
  flattenCall(nb::handle args, nb::handle kwargs,
              std::vector<nb::object> &leaves, std::vector<size_t> &ends,
              llvm::function_ref<bool(size_t, nb::handle)> isStatic);

  /// The inverse; `leaves` has `getNumLeaves` entries.
  nb::object unflatten(llvm::function_ref<nb::object(size_t)> getLeaf) const;

  size_t getNumLeaves() const { return numLeaves; }
  bool isLeaf() const { return nodes.size() == 1 && numLeaves == 1; }

  /// Equal structures have equal texts; for keys of caches.
  void appendKey(std::string &key) const;

  /// How each leaf is reached: "['w'][0].scale".
  std::vector<std::string> getPaths(const std::string &root) const;

  bool operator==(const TreeDef &other) const;

  /// "(*, {'a': *})".
  std::string toString() const;

  /// The structures of the children of the root, a tuple.
  std::vector<TreeDef> getChildren() const;

private:
  void add(nb::handle object, std::vector<nb::object> &leaves);

  /// In preorder.
  std::vector<Node> nodes;
  size_t numLeaves = 0;
};

void bindPyTree(nb::module_ &module);

} // namespace oaml::python

#endif // OAML_PYTHON_NATIVE_PYTREE_H
