//===- TileEvaluator.h - Tiles of tensors as vectors on demand --*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a result is computed by asking for it: the evaluator asks the op
// that defines the tensor, which asks for the tiles of its operands that it
// needs, down to the kernel's arguments, and emits vector code on the way back.
// Fusion is not a transformation then: whatever a tile needs is computed where
// it is needed, once per tile.
//
// Invariant: the elements of a vector that lie inside the tensor's extents are
// right; others (of a tile that sticks out) hold anything, but computing them
// touches no memory outside of a buffer.
//
// Emission scopes. Code goes to a stack of nested blocks: the kernel's body,
// branches, loops. A value is emitted in the outermost scope that knows the
// offsets of its tile, so that what does not change in a loop stays outside it,
// and is remembered there for as long as that scope is open.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_CODEGEN_TILEEVALUATOR_H
#define OAML_LIB_CODEGEN_TILEEVALUATOR_H

#include "TileProgram.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include <map>

namespace oaml::tile {

/// One dimension of a tile.
struct TileDim {
  /// First element.
  mlir::OpFoldResult offset;
  /// Number of elements.
  int64_t size = 1;
  /// May the tile reach past the extent of its dimension?
  bool sticksOut = false;
};

/// A box in the index space of a tensor or of loops.
using Tile = llvm::SmallVector<TileDim>;

/// Arbitrary places in the index space of a tensor, as many as `shape` has
/// elements. The places that `mask` does not exclude lie inside the extents.
struct Points {
  /// For each dimension of the tensor an index, or a vector of them of `shape`.
  llvm::SmallVector<mlir::Value> indices;
  /// Vector of i1 of `shape`; null: all places count.
  mlir::Value mask;
  llvm::SmallVector<int64_t> shape;
};

class BodyEvaluator;

/// Emits the code of one kernel.
class TileEvaluator {
public:
  /// How the iterations that fill no block of a loop are run.
  enum class Rest {
    Guard, ///< One more block that sticks out.
    Exact  ///< A smaller block, or single steps where its size is not known.
  };

  /// Emits into the empty body of `kernel`, whose arguments are the buffers of
  /// the program's arguments and results, then one index per symbol.
  TileEvaluator(TileProgram &program, mlir::gpu::GPUFuncOp kernel);

  TileProgram &getProgram() { return program; }
  mlir::OpBuilder &getBuilder() { return builder; }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  /// The elements of `tile` of `tensor` as a vector of the tile's sizes.
  mlir::FailureOr<mlir::Value> evaluate(mlir::Value tensor,
                                        llvm::ArrayRef<TileDim> tile);

  /// The elements of `tensor` at `points` as a vector of their shape. Elements
  /// that the mask excludes are unspecified.
  mlir::FailureOr<mlir::Value> evaluateAt(mlir::Value tensor,
                                          const Points &points);

  /// A scalar of the tensor program: a scalar, or a vector of rank 0 where it
  /// is an element of a tensor.
  mlir::FailureOr<mlir::Value> evaluateScalar(mlir::Value scalar);

  /// Says in the present scope what `scalar` of the tensor program is.
  void define(mlir::Value scalar, mlir::Value value) {
    scopes.back().values[{scalar.getAsOpaquePointer()}] = value;
  }

  /// Writes `tile` of the program's result `number`.
  mlir::LogicalResult store(unsigned number, llvm::ArrayRef<TileDim> tile);

  /// Runs the sum by index `op`, whose only result is the program's result
  /// `number`, for the rows and other elements of `tile`: the accumulators are
  /// elements of the result's buffer.
  mlir::LogicalResult emitScatter(mlir::linalg::GenericOp op, unsigned number,
                                  llvm::ArrayRef<TileDim> tile);

  //===--------------------------------------------------------------------===//
  // Scopes and loops
  //===--------------------------------------------------------------------===//

  using LoopBody =
      llvm::function_ref<mlir::FailureOr<llvm::SmallVector<mlir::Value>>(
          mlir::OpFoldResult offset, mlir::ValueRange carried)>;
  using BlockBody =
      llvm::function_ref<mlir::FailureOr<llvm::SmallVector<mlir::Value>>(
          TileDim block, mlir::ValueRange carried)>;

  /// A loop from `lower` to `upper`; no loop where it runs once or never.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  emitLoop(mlir::Location loc, mlir::OpFoldResult lower,
           mlir::OpFoldResult upper, int64_t step, mlir::ValueRange carried,
           LoopBody body);

  /// Iterations of a loop outside of which nothing has an effect; null: no
  /// bound but the extent.
  struct Range {
    mlir::OpFoldResult lower, upper;
  };

  /// Runs over `extent` in blocks of `size`: full blocks, then the rest. With
  /// `together`, one loop of guarded blocks where there is a rest (less code,
  /// for code that is guarded already). Blocks outside of `range` are left out.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  emitBlocks(mlir::Location loc, mlir::AffineExpr extent, int64_t size,
             Rest rest, bool together, mlir::ValueRange carried, BlockBody body,
             Range range = {});

  /// A branch on a uniform condition; `otherwise` may be null.
  mlir::LogicalResult
  emitIf(mlir::Location loc, mlir::Value condition,
         llvm::function_ref<mlir::LogicalResult()> then,
         llvm::function_ref<mlir::LogicalResult()> otherwise);

  /// From now on tiles are not emitted outside of the present scope, even where
  /// their offsets are known outside. Returns the previous limit, to be given
  /// back to `setFloor`.
  unsigned raiseFloor();
  void setFloor(unsigned depth) { floor = depth; }

  /// Extent of the blocks in which loop `loop` of `op` is run when nothing
  /// else fixes it. The kernel's schedule answers first.
  std::function<std::optional<int64_t>(mlir::linalg::GenericOp, unsigned)>
      scheduledBlock;

  //===--------------------------------------------------------------------===//
  // Index arithmetic, folded and shared
  //===--------------------------------------------------------------------===//

  enum class IndexOp { Add, Sub, Mul, Div, Rem, Min };

  mlir::OpFoldResult emitIndex(IndexOp op, mlir::OpFoldResult a,
                               mlir::OpFoldResult b);
  mlir::OpFoldResult getIndex(int64_t value) {
    return builder.getIndexAttr(value);
  }

  /// `expr` with `dims` for its dimensions and the kernel's symbols.
  mlir::OpFoldResult emitExpr(mlir::AffineExpr expr,
                              llvm::ArrayRef<mlir::OpFoldResult> dims = {});

  /// The same as an SSA value.
  mlir::Value asValue(mlir::OpFoldResult index);

  /// A number that divides `offset`.
  int64_t getDivisor(mlir::OpFoldResult offset);
  void setDivisor(mlir::OpFoldResult offset, int64_t divisor);

  //===--------------------------------------------------------------------===//
  // Vectors
  //===--------------------------------------------------------------------===//

  /// A splat constant of `type` (a vector or a scalar).
  mlir::Value getSplat(mlir::Type type, mlir::TypedAttr element);
  mlir::Value getZero(mlir::Type type);

  /// A scalar or a vector of rank 0 in every element of a vector of `shape`;
  /// vectors of `shape` stay as they are.
  mlir::Value broadcast(mlir::Value value, llvm::ArrayRef<int64_t> shape);

  /// Brings `value`, whose dimensions run along the loops `from` (-1: a
  /// dimension of extent 1), to a vector along `to` with extents `shape`.
  mlir::Value align(mlir::Value value, llvm::ArrayRef<int64_t> from,
                    llvm::ArrayRef<unsigned> to, llvm::ArrayRef<int64_t> shape);

  /// Changes which unit dimensions a vector has.
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);

  /// Indices `dim.offset + 0, 1, …` along dimension `position` of `shape`.
  mlir::Value getIndices(const TileDim &dim, unsigned position,
                         llvm::ArrayRef<int64_t> shape);

  /// Which of the elements of `dim` lie inside `extent`: a vector of rank 1.
  mlir::Value getInside(const TileDim &dim, mlir::AffineExpr extent);

  /// `a & b`, where null means all.
  mlir::Value combineMasks(mlir::Value a, mlir::Value b);

  mlir::Location getLoc() const { return loc; }

private:
  friend class BodyEvaluator;
  struct Scope {
    mlir::Block *block;
    /// The op that is being built at the end of the block; code goes before it.
    mlir::Operation *nested = nullptr;
    /// The op that was being built in the scope around before this one.
    mlir::Operation *openBefore = nullptr;
    /// What has been emitted here, by tensor and tile.
    std::map<llvm::SmallVector<const void *>, mlir::Value> values;
  };

  /// While it lives, code goes to the scope of number `depth`.
  class AtDepth;

  void resetInsertionPoint();
  void pushScope(mlir::Operation *op, mlir::Block *block);
  void popScope();
  unsigned depthOf(mlir::Value value);
  unsigned depthOf(mlir::OpFoldResult index);

  mlir::FailureOr<mlir::Value> compute(mlir::Value tensor,
                                       llvm::ArrayRef<TileDim> tile);
  mlir::FailureOr<mlir::Value> computeAt(mlir::Value tensor,
                                         const Points &points);
  /// The kernel's argument that holds the program's argument `tensor`.
  mlir::Value getBuffer(mlir::Value tensor);
  mlir::FailureOr<mlir::Value> readBuffer(mlir::Value tensor,
                                          llvm::ArrayRef<TileDim> tile);
  mlir::FailureOr<mlir::Value> gatherBuffer(mlir::Value tensor,
                                            const Points &points);
  mlir::FailureOr<mlir::Value> computeByPoints(mlir::Value tensor,
                                               llvm::ArrayRef<TileDim> tile);

  // Generic ops (TileGeneric.cpp, TileReduction.cpp).
  mlir::FailureOr<mlir::Value> computeGeneric(mlir::OpResult result,
                                              llvm::ArrayRef<TileDim> tile);
  mlir::FailureOr<mlir::Value> computeGenericAt(mlir::OpResult result,
                                                const Points &points);
  mlir::Value emitVectorExpr(mlir::AffineExpr expr,
                             llvm::ArrayRef<mlir::Value> dims,
                             llvm::ArrayRef<int64_t> shape);
  /// The index of `loop` in iterations along `order`.
  mlir::Value getLoopIndex(unsigned loop, llvm::ArrayRef<TileDim> loops,
                           llvm::ArrayRef<unsigned> order,
                           llvm::ArrayRef<int64_t> shape);
  /// Which iterations lie inside the loops of `op`, if its body wants to know.
  mlir::FailureOr<mlir::Value> getMask(mlir::linalg::GenericOp op,
                                       llvm::ArrayRef<TileDim> loops,
                                       llvm::ArrayRef<unsigned> order,
                                       llvm::ArrayRef<int64_t> shape);
  void remember(mlir::Value tensor, llvm::ArrayRef<TileDim> tile,
                mlir::Value value);
  /// The value remembered under `key` in one of the scopes up to `depth`; else
  /// what `make` emits in the scope at `depth`, remembered there.
  mlir::FailureOr<mlir::Value>
  evaluateOnce(mlir::Value tensor, llvm::ArrayRef<const void *> key,
               unsigned depth,
               llvm::function_ref<mlir::FailureOr<mlir::Value>()> make);
  mlir::FailureOr<mlir::Value> readOperand(mlir::linalg::GenericOp op,
                                           mlir::OpOperand &operand,
                                           llvm::ArrayRef<TileDim> loops,
                                           llvm::ArrayRef<unsigned> order);
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  computeReduction(mlir::linalg::GenericOp op, llvm::ArrayRef<TileDim> loops,
                   llvm::ArrayRef<unsigned> kept);
  /// Which iterations of reduction loop `loop` of `op` are not hidden from all
  /// of the tile `loops`.
  Range getVisibleRange(mlir::linalg::GenericOp op, unsigned loop,
                        llvm::ArrayRef<TileDim> loops);
  /// Does code go into a loop with carried values? It can hold no other such
  /// loop, which the SPIR-V serializer cannot say.
  bool isInCarryingLoop();

  /// The weights of a sum of products that are the exponentials of a softmax,
  /// computed while its maximum is still growing.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  updateSoftmax(const Softmax &softmax, llvm::ArrayRef<unsigned> result,
                llvm::ArrayRef<TileDim> loops, mlir::ValueRange carried);
  mlir::FailureOr<mlir::Value> computeContraction(mlir::linalg::GenericOp op,
                                                  const Contraction &match,
                                                  llvm::ArrayRef<TileDim> loops,
                                                  llvm::ArrayRef<unsigned> kept,
                                                  mlir::Value init);
  mlir::FailureOr<mlir::Value> computeTerm(mlir::linalg::GenericOp op,
                                           const SimpleReduction &match,
                                           llvm::ArrayRef<TileDim> loops,
                                           llvm::ArrayRef<unsigned> order);
  mlir::FailureOr<mlir::Value> reduceAcross(mlir::linalg::GenericOp op,
                                            const SimpleReduction &match,
                                            llvm::ArrayRef<TileDim> loops,
                                            llvm::ArrayRef<unsigned> kept,
                                            mlir::Value init);
  mlir::FailureOr<mlir::Value> reduceWithin(mlir::linalg::GenericOp op,
                                            const SimpleReduction &match,
                                            llvm::ArrayRef<TileDim> loops,
                                            llvm::ArrayRef<unsigned> kept,
                                            mlir::Value init);
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  reduceInOrder(mlir::linalg::GenericOp op, llvm::ArrayRef<TileDim> loops,
                llvm::ArrayRef<unsigned> kept, mlir::ValueRange inits);
  using NestBody =
      llvm::function_ref<mlir::FailureOr<llvm::SmallVector<mlir::Value>>(
          llvm::ArrayRef<TileDim> loops, mlir::ValueRange carried)>;
  /// Runs the loops `dims` of `op` in blocks, outermost first.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  emitNest(mlir::linalg::GenericOp op, llvm::ArrayRef<unsigned> dims,
           llvm::ArrayRef<int64_t> blocks, Rest rest, Tile &loops,
           mlir::ValueRange carried, NestBody body);
  llvm::SmallVector<int64_t> chooseBlocks(mlir::linalg::GenericOp op,
                                          llvm::ArrayRef<unsigned> dims,
                                          int64_t limit, int64_t otherwise);

  // Reshapes and subsets (TileShape.cpp).
  mlir::FailureOr<mlir::Value> computeShape(mlir::Operation *op,
                                            llvm::ArrayRef<TileDim> tile);
  mlir::FailureOr<mlir::Value> computeShapeAt(mlir::Operation *op,
                                              const Points &points);
  mlir::FailureOr<mlir::OpFoldResult> evaluateIndex(mlir::OpFoldResult index);
  /// The box of the source that is a box of the result, if it is one.
  mlir::FailureOr<std::optional<Tile>>
  getSliceBox(mlir::tensor::ExtractSliceOp op, llvm::ArrayRef<TileDim> tile);
  std::optional<Tile> getExpandBox(mlir::tensor::ExpandShapeOp op,
                                   llvm::ArrayRef<TileDim> tile);
  std::optional<Tile> getCollapseBox(mlir::tensor::CollapseShapeOp op,
                                     llvm::ArrayRef<TileDim> tile);
  mlir::FailureOr<mlir::Value> computeEndPadding(mlir::tensor::PadOp pad,
                                                 llvm::ArrayRef<TileDim> tile);
  mlir::Value emitPointIndex(IndexOp op, mlir::Value a, mlir::Value b,
                             llvm::ArrayRef<int64_t> shape);
  mlir::Value getPointsInside(mlir::Value index, mlir::Value end,
                              llvm::ArrayRef<int64_t> shape);

  TileProgram &program;
  mlir::gpu::GPUFuncOp kernel;
  mlir::OpBuilder builder;
  mlir::Location loc;
  llvm::SmallVector<Scope, 4> scopes;
  unsigned floor = 0;
  llvm::DenseMap<mlir::Value, int64_t> divisors;
};

/// Evaluates values of the body of a generic op for many iterations at once.
class BodyEvaluator {
public:
  /// The vector of a block argument of the body, in the shape of the
  /// iterations, or a scalar.
  using Operands =
      llvm::function_ref<mlir::FailureOr<mlir::Value>(mlir::OpOperand &)>;
  /// The index of a loop in the iterations: a vector, or a scalar.
  using Indices = llvm::function_ref<mlir::Value(unsigned)>;

  BodyEvaluator(TileEvaluator &tiles, mlir::linalg::GenericOp op,
                llvm::ArrayRef<int64_t> shape, Operands operands,
                Indices indices, mlir::Value mask = {})
      : tiles(tiles), op(op), shape(shape), operands(operands),
        indices(indices), mask(mask) {}

  /// Fixes the value of a block argument (an accumulator).
  void set(mlir::Value argument, mlir::Value value) { known[argument] = value; }

  /// `value` of the body as a vector of the iterations' shape.
  mlir::FailureOr<mlir::Value> getVector(mlir::Value value);

private:
  mlir::FailureOr<mlir::Value> get(mlir::Value value);
  mlir::FailureOr<mlir::Value> computeOp(mlir::Operation *bodyOp,
                                         mlir::Value value);

  TileEvaluator &tiles;
  mlir::linalg::GenericOp op;
  llvm::ArrayRef<int64_t> shape;
  Operands operands;
  Indices indices;
  mlir::Value mask;
  llvm::DenseMap<mlir::Value, mlir::Value> known;
};

} // namespace oaml::tile

#endif // OAML_LIB_CODEGEN_TILEEVALUATOR_H
