//===- OAMLBase.td - Types and base classes ----------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_OAMLBASE_TD
#define OAML_DIALECT_OAML_IR_OAMLBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "oaml/Interfaces/DifferentiableOpInterface.td"
include "oaml/Interfaces/FusibleOpInterface.td"
include "oaml/Interfaces/InterpretableOpInterface.td"
include "oaml/Interfaces/LowerableOpInterface.td"
include "oaml/Interfaces/RandomOpInterface.td"
include "oaml/Interfaces/ShapeRuleOpInterface.td"

def OAML_Dialect : Dialect {
  let name = "oaml";
  let cppNamespace = "::oaml";
  let summary = "Machine-learning ops on tensors, each with its adjoint";
  let description = [{
    Pure ops on ranked tensors of f32, f16, bf16, i32, i8 and ui8, up to rank 8.
    *Core* ops have a lowering and an adjoint of their own; every other op is
    *composite* and has a decomposition into other ops, from which lowering and
    adjoint follow. Unsigned 32-bit results are i32 with the same bits.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let hasConstantMaterializer = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Adds the ops of one family; called by the file that defines them.
    template <typename... Ops> void registerOps() { addOperations<Ops...>(); }
  }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def OAML_Float : AnyTypeOf<[F32, F16, BF16], "f32, f16 or bf16">;
def OAML_Element : AnyTypeOf<[F32, F16, BF16, I32, I8, UI8],
                             "f32, f16, bf16, i32, i8 or ui8">;
def OAML_Index : AnyTypeOf<[I32, UI8], "i32 or ui8">;

/// Rank 8 is the contract's limit.
def OAML_HasSupportedRank : CPred<
  "::llvm::cast<::mlir::RankedTensorType>($_self).getRank() <= 8">;
class OAML_TensorOf<list<Type> elements, string what> : Type<
    And<[RankedTensorOf<elements>.predicate, OAML_HasSupportedRank]>,
    "ranked tensor of " # what # " with rank at most 8",
    "::mlir::RankedTensorType">;

def OAML_Tensor : OAML_TensorOf<[OAML_Element],
                                "f32, f16, bf16, i32, i8 or ui8">;
def OAML_FloatTensor : OAML_TensorOf<[OAML_Float], "f32, f16 or bf16">;
def OAML_F32Tensor : OAML_TensorOf<[F32], "f32">;
def OAML_I32Tensor : OAML_TensorOf<[I32], "i32">;
def OAML_IndexTensor : OAML_TensorOf<[OAML_Index], "i32 or ui8">;
def OAML_NumericTensor : OAML_TensorOf<[F32, F16, BF16, I32],
                                       "f32, f16, bf16 or i32">;

/// A scalar that changes from run to run: rank 0, or shape [1].
def OAML_ScalarTensor : Type<
    And<[RankedTensorOf<[F32, I32]>.predicate, CPred<[{
      ::llvm::cast<::mlir::RankedTensorType>($_self).getRank() == 0 ||
      ::llvm::cast<::mlir::RankedTensorType>($_self).getShape() ==
          ::llvm::ArrayRef<int64_t>{1} }]>]>,
    "tensor of one f32 or i32 with rank 0 or shape [1]",
    "::mlir::RankedTensorType">;

//===----------------------------------------------------------------------===//
// Traits
//===----------------------------------------------------------------------===//

/// No gradient flows into or out of the op: integers, counts, optimizer steps.
def OAML_Detached : NativeOpTrait<"Detached"> {
  let cppNamespace = "::oaml";
}

/// The declared result types are what the shape rule allows; one error if not.
def OAML_VerifiedByShapeRule : NativeOpTrait<"VerifiedByShapeRule"> {
  let cppNamespace = "::oaml";
}

/// The op has an adjoint rule.
def OAML_Differentiable : DeclareOpInterfaceMethods<DifferentiableOpInterface>;
/// The same, with some float operands detached (said in C++).
def OAML_PartlyDifferentiable : DeclareOpInterfaceMethods<
    DifferentiableOpInterface, ["isDifferentiableOperand"]>;

//===----------------------------------------------------------------------===//
// Base classes
//===----------------------------------------------------------------------===//

/// Every op: pure, with a shape rule (`inferResults`) and an interpretation
/// (lib/Interpreter).
class OAML_Op<string mnemonic, list<Trait> traits = []>
    : Op<OAML_Dialect, mnemonic, !listconcat(traits, [
        Pure,
        DeclareOpInterfaceMethods<InferTypeOpInterface, ["refineReturnTypes"]>,
        DeclareOpInterfaceMethods<ShapeRuleOpInterface>,
        OAML_VerifiedByShapeRule,
        DeclareOpInterfaceMethods<InterpretableOpInterface>])> {
  /// Further members of the op class, and their definitions (`$cppClass`).
  code opDeclarations = "";
  code opDefinitions = "";
  /// Scalars that the op has either as attribute `x` or as operand `x_value`,
  /// in CamelCase. Each gets an accessor `ScalarSource getXScalar()`.
  list<string> scalars = [];
  /// The body of `inferResults(context, adaptor, results)`; empty: it is
  /// defined in C++.
  code shapeRule = "";
  /// The body of `buildAdjoint`, if it is short. In scope (TensorBuilder.h):
  /// `b` (RuleScope), `g` (cotangent of result 0), `y` (result 0).
  code adjoint = "";
  /// A FusionKind, for core ops; see FusibleOpInterface.
  string fusionKind = "";

  let extraClassDeclaration = !strconcat([{
    /// The shape rule of this op; see ShapeRuleOpInterface.
    static ::llvm::LogicalResult inferResults(
        ::oaml::ShapeContext &context, Adaptor adaptor,
        ::llvm::SmallVectorImpl<::oaml::ResultShape> &results);
    /// Static and dynamic extents are compatible; see areCompatibleTypes.
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange declared);
  }], opDeclarations, !foldl("", scalars, text, name, !strconcat(text, [{
    /// The scalar, from its attribute or its operand.
    ::oaml::ScalarSource get}], name, "Scalar();\n")));
  let extraClassDefinition = !strconcat([{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context,
        ::std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::oaml::inferReturnTypesByRule<$cppClass>(
          context, location,
          Adaptor(operands, attributes, properties, regions), types);
    }
    // What verification by InferTypeOpInterface calls. VerifiedByShapeRule does
    // the work: failing here would add an error that says no more.
    ::llvm::LogicalResult $cppClass::refineReturnTypes(
        ::mlir::MLIRContext *, ::std::optional<::mlir::Location>,
        ::mlir::ValueRange, ::mlir::DictionaryAttr, ::mlir::OpaqueProperties,
        ::mlir::RegionRange, ::llvm::SmallVectorImpl<::mlir::Type> &) {
      return ::llvm::success();
    }
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange declared) {
      return ::oaml::areCompatibleTypes(inferred, declared);
    }
    ::llvm::LogicalResult $cppClass::inferSymbolicResults(
        ::oaml::ShapeContext &context,
        ::llvm::SmallVectorImpl<::oaml::ResultShape> &results) {
      return inferResults(context, Adaptor(*this), results);
    }
  }], opDefinitions, !foldl("", scalars, text, name, !strconcat(text, [{
    ::oaml::ScalarSource $cppClass::get}], name, [{Scalar() {
      return {get}], name, "Value(), get", name, "Attr()};\n}\n")), !if(!empty(shapeRule), "", !strconcat([{
    ::llvm::LogicalResult $cppClass::inferResults(
        ::oaml::ShapeContext &context, Adaptor adaptor,
        ::llvm::SmallVectorImpl<::oaml::ResultShape> &results) {
  }], shapeRule, "}\n")), !if(!empty(adjoint), "", !strconcat([{
    ::llvm::SmallVector<::mlir::Value> $cppClass::buildAdjoint(
        ::oaml::TensorBuilder &builder,
        ::llvm::ArrayRef<::mlir::Value> cotangents) {
      ::oaml::RuleScope b(builder, getOperation(), cotangents);
      ::oaml::TensorExpr g = b.cotangent(0), y = b.result(0);
      (void)g; (void)y;
  }], adjoint, "}\n")), !if(!empty(fusionKind), "", !strconcat([{
    ::oaml::FusionKind $cppClass::getFusionKind() {
      return ::oaml::FusionKind::}], fusionKind, ";\n}\n")));
}

/// Members of ops that take a shape as `dynamic_shape` and `shape`.
defvar mixedShapeDeclaration = [{
    /// The extents asked for: attributes, or values where only known at run time.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedShape();
}];
defvar mixedShapeDefinition = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> $cppClass::getMixedShape() {
      return ::mlir::getMixedValues(getShape(), getDynamicShape(),
                                    getContext());
    }
}];

/// An op with a lowering to linalg of its own (lib/Conversion/OAMLToLinalg).
class OAML_CoreOp<string mnemonic, string kind, list<Trait> traits = []>
    : OAML_Op<mnemonic, !listconcat(traits, [
        DeclareOpInterfaceMethods<FusibleOpInterface>,
        DeclareOpInterfaceMethods<LinalgLowerableOpInterface>])> {
  let fusionKind = kind;
}

/// An op that means what its decomposition means.
class OAML_CompositeOp<string mnemonic, list<Trait> traits = []>
    : OAML_Op<mnemonic, !listconcat(traits, [
        DeclareOpInterfaceMethods<DecomposableOpInterface>])>;

#endif // OAML_DIALECT_OAML_IR_OAMLBASE_TD
