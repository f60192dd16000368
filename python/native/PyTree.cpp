//===- PyTree.cpp - Nested containers of arrays ---------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PyTree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace oaml;
using namespace oaml::python;
using Kind = TreeDef::Kind;

/// type -> (names of children, names of static fields), of data classes.
static nb::dict getDataClasses() {
  static nb::handle classes = nb::dict().release();
  return nb::borrow<nb::dict>(classes);
}

static bool isNamedTuple(nb::handle object) {
  return PyTuple_Check(object.ptr()) && !PyTuple_CheckExact(object.ptr()) &&
         nb::hasattr(object, "_fields");
}

//===----------------------------------------------------------------------===//
// Taking apart and putting together
//===----------------------------------------------------------------------===//

void TreeDef::add(nb::handle object, std::vector<nb::object> &leaves) {
  PyObject *pointer = object.ptr();
  if (object.is_none()) {
    nodes.push_back({Kind::None, 0, nb::object()});
    return;
  }
  if (PyTuple_Check(pointer) || PyList_CheckExact(pointer)) {
    Kind kind = PyList_CheckExact(pointer) ? Kind::List : Kind::Tuple;
    nb::object data;
    if (kind == Kind::Tuple && isNamedTuple(object)) {
      kind = Kind::NamedTuple;
      data = nb::borrow(object.type());
    }
    Py_ssize_t size = PySequence_Fast_GET_SIZE(pointer);
    nodes.push_back({kind, static_cast<unsigned>(size), std::move(data)});
    for (Py_ssize_t i = 0; i < size; ++i)
      add(PySequence_Fast_GET_ITEM(pointer, i), leaves);
    return;
  }
  if (PyDict_Check(pointer)) {
    nb::object keys = nb::steal(PyDict_Keys(pointer));
    // In order, so that equal dicts are one structure.
    if (PyList_Sort(keys.ptr()) != 0)
      PyErr_Clear(); // keys without an order keep that of insertion
    nb::object tuple = nb::steal(PyList_AsTuple(keys.ptr()));
    Py_ssize_t size = PyTuple_GET_SIZE(tuple.ptr());
    nodes.push_back({Kind::Dict, static_cast<unsigned>(size), tuple});
    for (Py_ssize_t i = 0; i < size; ++i)
      add(PyDict_GetItem(pointer, PyTuple_GET_ITEM(tuple.ptr(), i)), leaves);
    return;
  }
  nb::dict classes = getDataClasses();
  if (classes.size() > 0 && classes.contains(object.type())) {
    nb::object fields = classes[object.type()];
    nb::list statics;
    for (nb::handle name : fields[1])
      statics.append(object.attr(nb::borrow<nb::str>(name)));
    nb::object names = fields[0];
    size_t size = nb::len(names);
    nodes.push_back({Kind::DataClass, static_cast<unsigned>(size),
                     nb::make_tuple(object.type(), nb::tuple(statics))});
    for (nb::handle name : names)
      add(object.attr(nb::borrow<nb::str>(name)), leaves);
    return;
  }
  nodes.push_back({Kind::Leaf, 0, nb::object()});
  leaves.push_back(nb::borrow(object));
  ++numLeaves;
}

TreeDef TreeDef::flatten(nb::handle object, std::vector<nb::object> &leaves) {
  TreeDef result;
  result.add(object, leaves);
  return result;
}

TreeDef
TreeDef::flattenCall(nb::handle args, nb::handle kwargs,
                     std::vector<nb::object> &leaves, std::vector<size_t> &ends,
                     llvm::function_ref<bool(size_t, nb::handle)> isStatic) {
  TreeDef result;
  Py_ssize_t numArgs = PyTuple_GET_SIZE(args.ptr());
  result.nodes.push_back({Kind::Tuple, 2, nb::object()});
  result.nodes.push_back(
      {Kind::Tuple, static_cast<unsigned>(numArgs), nb::object()});
  for (Py_ssize_t i = 0; i < numArgs; ++i) {
    nb::handle argument = PyTuple_GET_ITEM(args.ptr(), i);
    result.add(isStatic(i, nb::handle()) ? nb::handle(Py_None) : argument,
               leaves);
    ends.push_back(leaves.size());
  }
  nb::dict rest;
  for (auto [key, value] : nb::borrow<nb::dict>(kwargs)) {
    if (isStatic(SIZE_MAX, key))
      rest[key] = nb::none();
    else
      rest[key] = value;
  }
  result.add(rest, leaves);
  return result;
}

nb::object
TreeDef::unflatten(llvm::function_ref<nb::object(size_t)> getLeaf) const {
  size_t position = 0, leaf = 0;
  auto build = [&](auto &self) -> nb::object {
    const Node &node = nodes[position++];
    switch (node.kind) {
    case Kind::Leaf:
      return getLeaf(leaf++);
    case Kind::None:
      return nb::none();
    case Kind::List: {
      nb::object list = nb::steal(PyList_New(node.arity));
      for (unsigned i = 0; i < node.arity; ++i)
        PyList_SET_ITEM(list.ptr(), i, self(self).release().ptr());
      return list;
    }
    case Kind::Dict: {
      nb::dict dict;
      for (unsigned i = 0; i < node.arity; ++i) {
        nb::handle key = PyTuple_GET_ITEM(node.data.ptr(), i);
        dict[key] = self(self);
      }
      return dict;
    }
    case Kind::Tuple:
    case Kind::NamedTuple:
    case Kind::DataClass:
      break;
    }
    nb::object tuple = nb::steal(PyTuple_New(node.arity));
    for (unsigned i = 0; i < node.arity; ++i)
      PyTuple_SET_ITEM(tuple.ptr(), i, self(self).release().ptr());
    if (node.kind == Kind::Tuple)
      return tuple;
    if (node.kind == Kind::NamedTuple)
      return node.data(*nb::borrow<nb::args>(tuple));
    nb::object type = node.data[0];
    nb::object fields = getDataClasses()[type];
    nb::dict values;
    auto set = [&](nb::object names, nb::object items) {
      for (size_t i = 0, e = nb::len(names); i < e; ++i)
        values[nb::object(names[i])] = nb::object(items[i]);
    };
    set(fields[0], tuple);
    set(fields[1], node.data[1]);
    return type(**nb::borrow<nb::kwargs>(values));
  };
  return build(build);
}

//===----------------------------------------------------------------------===//
// Comparing and describing
//===----------------------------------------------------------------------===//

void TreeDef::appendKey(std::string &key) const {
  for (const Node &node : nodes) {
    key += static_cast<char>(node.kind);
    if (node.kind == Kind::Leaf || node.kind == Kind::None)
      continue;
    key.append(reinterpret_cast<const char *>(&node.arity), sizeof(node.arity));
    if (node.kind == Kind::NamedTuple) {
      PyObject *type = node.data.ptr();
      key.append(reinterpret_cast<const char *>(&type), sizeof(type));
    } else if (node.data.is_valid()) {
      // Texts of keys are quoted, so that they cannot be confused.
      key += nb::repr(node.data).c_str();
    }
  }
}

bool TreeDef::operator==(const TreeDef &other) const {
  if (nodes.size() != other.nodes.size())
    return false;
  for (auto [left, right] : llvm::zip(nodes, other.nodes)) {
    if (left.kind != right.kind || left.arity != right.arity ||
        left.data.is_valid() != right.data.is_valid())
      return false;
    if (left.data.is_valid() && !left.data.equal(right.data))
      return false;
  }
  return true;
}

static nb::object getFieldNames(const TreeDef::Node &node) {
  if (node.kind == Kind::NamedTuple)
    return node.data.attr("_fields");
  return getDataClasses()[node.data[0]][0];
}

std::vector<std::string> TreeDef::getPaths(const std::string &root) const {
  std::vector<std::string> paths;
  size_t position = 0;
  auto visit = [&](auto &self, const std::string &path) -> void {
    const Node &node = nodes[position++];
    if (node.kind == Kind::Leaf)
      paths.push_back(path);
    for (unsigned i = 0; i < node.arity; ++i) {
      switch (node.kind) {
      case Kind::Dict:
        self(self,
             path + "[" + nb::repr(nb::object(node.data[i])).c_str() + "]");
        break;
      case Kind::NamedTuple:
      case Kind::DataClass:
        self(self,
             path + "." + nb::str(nb::object(getFieldNames(node)[i])).c_str());
        break;
      default:
        self(self, path + "[" + std::to_string(i) + "]");
      }
    }
  };
  visit(visit, root);
  return paths;
}

std::string TreeDef::toString() const {
  // Printed by Python, with a placeholder for leaves.
  nb::object placeholder = nb::module_::import_("oaml._tree").attr("LEAF");
  return nb::repr(unflatten([&](size_t) { return placeholder; })).c_str();
}

std::vector<TreeDef> TreeDef::getChildren() const {
  std::vector<TreeDef> children;
  size_t position = 1;
  for (unsigned i = 0; i < nodes.front().arity; ++i) {
    TreeDef child;
    for (size_t open = 1; open > 0; --open) {
      const Node &node = nodes[position++];
      child.nodes.push_back(node);
      child.numLeaves += node.kind == Kind::Leaf;
      open += node.arity;
    }
    children.push_back(std::move(child));
  }
  return children;
}

//===----------------------------------------------------------------------===//
// Module
//===----------------------------------------------------------------------===//

/// Both halves of the class, as Python's tuples.
static void registerDataClass(nb::object type, nb::tuple children,
                              nb::tuple statics) {
  getDataClasses()[type] = nb::make_tuple(children, statics);
}

void python::bindPyTree(nb::module_ &module) {
  nb::class_<TreeDef>(module, "TreeDef",
                      "The structure of nested containers of arrays.")
      .def_prop_ro("num_leaves", &TreeDef::getNumLeaves)
      .def("paths", &TreeDef::getPaths, nb::arg("root") = "",
           "How each leaf is reached, in order.")
      .def("__eq__",
           [](const TreeDef &left, nb::handle right) {
             return nb::isinstance<TreeDef>(right) &&
                    left == *nb::inst_ptr<TreeDef>(right);
           })
      .def("__hash__",
           [](const TreeDef &tree) {
             std::string key;
             tree.appendKey(key);
             return std::hash<std::string>()(key);
           })
      .def("__repr__", [](const TreeDef &tree) {
        return "TreeDef(" + tree.toString() + ")";
      });
  module.def(
      "tree_flatten",
      [](nb::handle tree) {
        std::vector<nb::object> leaves;
        TreeDef structure = TreeDef::flatten(tree, leaves);
        nb::list list;
        for (nb::object &leaf : leaves)
          list.append(leaf);
        return nb::make_tuple(list, structure);
      },
      nb::arg("tree").none(),
      "Takes nested containers apart: the list of their leaves and their "
      "structure.");
  module.def(
      "tree_unflatten",
      [](const TreeDef &structure, nb::sequence leaves) {
        nb::tuple tuple(leaves);
        if (tuple.size() != structure.getNumLeaves())
          raise(PyExc_ValueError,
                "the structure has " + llvm::Twine(structure.getNumLeaves()) +
                    " leaves, found " + llvm::Twine(tuple.size()));
        return structure.unflatten(
            [&](size_t i) { return nb::object(tuple[i]); });
      },
      nb::arg("structure"), nb::arg("leaves"),
      "Puts nested containers together: the inverse of tree_flatten.");
  module.def("register_dataclass", &registerDataClass, nb::arg("type"),
             nb::arg("children"), nb::arg("statics"));
}
