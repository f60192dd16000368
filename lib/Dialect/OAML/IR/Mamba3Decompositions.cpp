//===- Mamba3Decompositions.cpp - Mamba-3 in windows of tokens ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A scan is computed in windows of tokens (contract: parallel form). Inside a
// window the output is a masked product of queries, keys and values, as in
// attention; between windows the state is carried by a small masked product
// over windows. Decays are exponentials of sums of logarithms over the tokens
// between, each sum formed by itself: never a difference of long sums, never a
// quotient, and nothing where the mask is 0. Gradients follow by the rules of
// the ops.
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/SsmOps.h"

#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Dialect/OAML/IR/Pullback.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace oaml;

/// Tokens per window: the work inside grows with it, the number of states
/// between falls.
static constexpr int64_t windowLength = 32;

static constexpr double outputNormEpsilon = 1.0e-5;

namespace {
/// The operands of a scan or a step as rules see them; in f32.
struct Mamba3Operands {
  TensorExpr c, b, x, z, adt, dt, trap, angle, cBias, bBias, d;
  /// Null for one rank.
  TensorExpr mimoX, mimoZ, mimoO, normWeight;
};

/// Builds scans and steps. Tensors are `[B, H, L, …]` inside.
class Mamba3Builder {
public:
  Mamba3Builder(TensorBuilder &builder, SsmConfigAttr config,
                ValueRange operands);

  /// The output `[B, L, H, P]`.
  TensorExpr buildScan();
  /// The output and the four states.
  SmallVector<TensorExpr> buildStep(ValueRange states);

private:
  using Shape = ArrayRef<int64_t>;
  TensorExpr reshape(TensorExpr x, Shape shape) {
    SmallVector<OpFoldResult> extents;
    for (int64_t extent : shape)
      extents.push_back(b.getIndexAttr(extent));
    return b.reshape(x, extents);
  }
  TensorExpr sigmoid(TensorExpr x) { return b(SigmoidOp::create(b, Value(x))); }
  TensorExpr silu(TensorExpr x) { return x * sigmoid(x); }
  TensorExpr slice(TensorExpr x, int64_t axis, int64_t start, int64_t end) {
    return b.slice(x, axis, b.getIndexAttr(start), b.getIndexAttr(end));
  }
  /// `[B, L, H, …]` with heads first.
  TensorExpr headsFirst(TensorExpr x) { return b.transpose(x, 1, 2); }
  /// Zeros behind the last token up to whole windows.
  TensorExpr padTokens(TensorExpr x);
  /// A mask of 1 and 0 over positions of an axis: of pairs (t, s), or of
  /// triples (t, s, u) with s < u <= t, or with s < u < t.
  TensorExpr makePairs(int64_t size, Comparison comparison);
  TensorExpr makeBetween(int64_t size, Comparison last);
  /// The sum over tokens up to each.
  TensorExpr sumUpTo(TensorExpr x);
  /// A row per rank and head, `[B, H, L, R, N]`, before rotation.
  TensorExpr addBias(TensorExpr grouped, TensorExpr bias);
  /// `vectors` `[B, H, L, R, N]` turned by `angles` `[B, H, L, A]`.
  TensorExpr rotate(TensorExpr vectors, TensorExpr angles);
  /// The products with the state, `[B, H, L, R, P]`.
  TensorExpr buildStateProducts(TensorExpr q, TensorExpr k, TensorExpr v);
  /// From products with the state to the output `[B, H, L, P]`.
  TensorExpr buildOutput(TensorExpr products, TensorExpr v);

  TensorBuilder &b;
  SsmConfigAttr config;
  Mamba3Operands in;
  int64_t B, L, H, G, P, N, A, R;
};
} // namespace

Mamba3Builder::Mamba3Builder(TensorBuilder &builder, SsmConfigAttr config,
                             ValueRange operands)
    : b(builder), config(config), B(config.getBatchSize()),
      L(config.getSequenceLength()), H(config.getNumHeads()),
      G(config.getGroups()), P(config.getHeadDim()), N(config.getStateSize()),
      A(config.getNumRopeAngles()), R(config.getMimoRank()) {
  auto get = [&](unsigned i, Shape shape) {
    return reshape(b.cast(b(operands[i]), b.getF32Type()), shape);
  };
  auto getBias = [&](unsigned i) {
    bool isShared =
        cast<RankedTensorType>(operands[i].getType()).getRank() == 2;
    return get(i, {H, isShared ? 1 : R, N});
  };
  in.c = get(0, {B, L, R * G, N});
  in.b = get(1, {B, L, R * G, N});
  in.x = headsFirst(get(2, {B, L, H, P}));
  in.z = headsFirst(get(3, {B, L, H, P}));
  in.adt = headsFirst(get(4, {B, L, H}));
  in.dt = headsFirst(get(5, {B, L, H}));
  in.trap = headsFirst(get(6, {B, L, H}));
  in.angle = get(7, {B, 1, L, A});
  in.cBias = getBias(8);
  in.bBias = getBias(9);
  in.d = get(10, {1, H, 1, 1, 1});
  if (operands.size() <= 11)
    return;
  in.mimoX = get(11, {1, H, 1, R, P});
  in.mimoZ = get(12, {1, H, 1, R, P});
  in.mimoO = get(13, {1, H, 1, R, P});
  in.normWeight = get(14, {1, H, 1, 1, P});
}

TensorExpr Mamba3Builder::padTokens(TensorExpr x) {
  int64_t length = std::min(L, windowLength);
  int64_t missing = llvm::alignTo(L, length) - L;
  SmallVector<OpFoldResult> low(x.getRank(), b.getIndexAttr(0)), high(low);
  high[2] = b.getIndexAttr(missing);
  return b.pad(x, low, high, 0.0);
}

TensorExpr Mamba3Builder::makePairs(int64_t size, Comparison comparison) {
  OpFoldResult extent = b.getIndexAttr(size), one = b.getIndexAttr(1);
  return b.compare(comparison, b.iota({one, extent}, 1),
                   b.iota({extent, one}, 0));
}

TensorExpr Mamba3Builder::makeBetween(int64_t size, Comparison last) {
  OpFoldResult extent = b.getIndexAttr(size), one = b.getIndexAttr(1);
  TensorExpr t = b.iota({extent, one, one}, 0),
             s = b.iota({one, extent, one}, 1),
             u = b.iota({one, one, extent}, 2);
  TensorExpr mask = b.select(b.compare(Comparison::Less, s, u),
                             b.compare(last, u, t), b.zeroLike(u));
  return b.cast(mask, b.getF32Type());
}

TensorExpr Mamba3Builder::sumUpTo(TensorExpr x) {
  int64_t width = x.getType().getDimSize(3);
  int64_t size = std::min(L, windowLength), count = llvm::divideCeil(L, size);
  TensorExpr windows = reshape(padTokens(x), {B, H, count, size, width});
  auto mask = [&](int64_t size, Comparison comparison) {
    return b.cast(makePairs(size, comparison), b.getF32Type());
  };
  TensorExpr sums =
      b.contract(mask(size, Comparison::LessEqual), windows, "ts,bhcsa->bhcta");
  if (count > 1) {
    TensorExpr totals =
        reshape(slice(sums, 3, size - 1, size), {B, H, count, width});
    TensorExpr before =
        b.contract(mask(count, Comparison::Less), totals, "cu,bhua->bhca");
    sums = sums + reshape(before, {B, H, count, 1, width});
  }
  return slice(reshape(sums, {B, H, count * size, width}), 2, 0, L);
}

TensorExpr Mamba3Builder::addBias(TensorExpr grouped, TensorExpr bias) {
  int64_t shared = bias.getType().getDimSize(1);
  TensorExpr x = reshape(grouped, {B, L, R, G, N});
  x = b.transpose(b.transpose(x, 1, 3), 2, 3);
  TensorExpr perHead = reshape(x, {B, G, 1, L, R, N}) +
                       reshape(bias, {1, G, H / G, 1, shared, N});
  return reshape(perHead, {B, H, L, R, N});
}

TensorExpr Mamba3Builder::rotate(TensorExpr vectors, TensorExpr angles) {
  if (A == 0)
    return vectors;
  TensorExpr turned = reshape(angles, {B, H, L, 1, A, 1});
  TensorExpr cos = b(CosOp::create(b, Value(turned)));
  TensorExpr sin = b(SinOp::create(b, Value(turned)));
  TensorExpr pairs = reshape(slice(vectors, 4, 0, 2 * A), {B, H, L, R, A, 2});
  TensorExpr even = slice(pairs, 5, 0, 1), odd = slice(pairs, 5, 1, 2);
  SmallVector<Value> parts = {even * cos - odd * sin, even * sin + odd * cos};
  TensorExpr rotated =
      reshape(b(ConcatOp::create(b, parts, /*axis=*/5)), {B, H, L, R, 2 * A});
  if (2 * A == N)
    return rotated;
  SmallVector<Value> all = {rotated, slice(vectors, 4, 2 * A, N)};
  return b(ConcatOp::create(b, all, /*axis=*/4));
}

TensorExpr Mamba3Builder::buildStateProducts(TensorExpr q, TensorExpr k,
                                             TensorExpr v) {
  int64_t Q = std::min(L, windowLength), C = llvm::divideCeil(L, Q);
  TensorExpr gamma = in.dt * sigmoid(in.trap);
  // A token's weight, with that which the next token gives it.
  TensorExpr scale = gamma;
  if (L > 1) {
    OpFoldResult zero = b.getIndexAttr(0);
    SmallVector<OpFoldResult> low(3, zero),
        high = {zero, zero, b.getIndexAttr(1)};
    TensorExpr beta = in.dt * sigmoid(-in.trap);
    scale = gamma + b.pad(slice(beta, 2, 1, L), low, high, 0.0);
  }
  auto asWindows = [&](TensorExpr x) {
    return reshape(padTokens(x), {B, H, C, Q});
  };
  auto asRows = [&](TensorExpr x, int64_t width) {
    return reshape(padTokens(x), {B, H, C, Q * R, width});
  };
  TensorExpr decay = asWindows(in.adt);
  TensorExpr weight = asWindows(scale), own = asWindows(gamma);
  q = asRows(q, N);
  k = asRows(k, N);
  v = asRows(v, P);

  // Inside the windows.
  TensorExpr sums = b.contract(makeBetween(Q, Comparison::LessEqual), decay,
                               "tsu,bhcu->bhcts");
  TensorExpr zero = b.zeroLike(sums);
  TensorExpr isBefore = makePairs(Q, Comparison::Less);
  TensorExpr isSelf = makePairs(Q, Comparison::Equal);
  TensorExpr mixing =
      b.select(isBefore, b.exp(sums) * reshape(weight, {B, H, C, 1, Q}),
               b.select(isSelf, reshape(own, {B, H, C, Q, 1}), zero));
  TensorExpr similarity = b.contract(q, k, "bhcxn,bhcyn->bhcxy");
  TensorExpr weighted = reshape(reshape(similarity, {B, H, C, Q, R, Q, R}) *
                                    reshape(mixing, {B, H, C, Q, 1, Q, 1}),
                                {B, H, C, Q * R, Q * R});
  TensorExpr result = b.contract(weighted, v, "bhcxy,bhcyp->bhcxp");

  if (C > 1) {
    // What each window adds to the state at its end.
    auto perRow = [&](TensorExpr x) {
      return b.broadcastTo(reshape(x, {B, H, C, Q, 1, 1}),
                           {b.getIndexAttr(B), b.getIndexAttr(H),
                            b.getIndexAttr(C), b.getIndexAttr(Q),
                            b.getIndexAttr(R), b.getIndexAttr(1)});
    };
    auto asFactor = [&](TensorExpr x) {
      return reshape(perRow(x), {B, H, C, Q * R, 1});
    };
    auto mask = [&](Comparison comparison) {
      return b.cast(makePairs(Q, comparison), b.getF32Type());
    };
    TensorExpr toEnd =
        b.contract(mask(Comparison::Greater), decay, "su,bhcu->bhcs");
    TensorExpr fromStart =
        b.contract(mask(Comparison::LessEqual), decay, "tu,bhcu->bhct");
    TensorExpr added = b.contract(k * asFactor(b.exp(toEnd) * weight), v,
                                  "bhcyn,bhcyp->bhcpn");
    // The state at the start of each window.
    TensorExpr totals =
        reshape(b.reduce(ReductionKind::Sum, decay, {3}), {B, H, C});
    TensorExpr between =
        b.contract(makeBetween(C, Comparison::Less), totals, "ceu,bhu->bhce");
    TensorExpr carried =
        b.contract(b.select(makePairs(C, Comparison::Less), b.exp(between),
                            b.zeroLike(between)),
                   added, "bhce,bhepn->bhcpn");
    result = result + asFactor(b.exp(fromStart)) *
                          b.contract(q, carried, "bhcxn,bhcpn->bhcxp");
  }
  return slice(reshape(result, {B, H, C * Q, R, P}), 2, 0, L);
}

TensorExpr Mamba3Builder::buildOutput(TensorExpr products, TensorExpr v) {
  TensorExpr result = products;
  if (config.getHasD())
    result = result + in.d * v;
  if (config.getHasOutputNorm()) {
    TensorExpr square =
        b.reduce(ReductionKind::Sum, result * result, {4}) / double(P);
    result = result / b.sqrt(square + outputNormEpsilon) * in.normWeight;
  }
  TensorExpr gate = reshape(in.z, {B, H, L, 1, P});
  if (config.getHasZ())
    result = result * silu(in.mimoZ ? gate * in.mimoZ : gate);
  if (in.mimoO)
    result = b.reduce(ReductionKind::Sum, result * in.mimoO, {3});
  return reshape(result, {B, H, L, P});
}

TensorExpr Mamba3Builder::buildScan() {
  TensorExpr turns;
  if (A)
    turns = sumUpTo(in.angle * reshape(in.dt, {B, H, L, 1}));
  TensorExpr q = rotate(addBias(in.c, in.cBias), turns);
  TensorExpr k = rotate(addBias(in.b, in.bBias), turns);
  TensorExpr v = reshape(in.x, {B, H, L, 1, P});
  if (in.mimoX)
    v = v * in.mimoX;
  return headsFirst(buildOutput(buildStateProducts(q, k, v), v));
}

SmallVector<TensorExpr> Mamba3Builder::buildStep(ValueRange states) {
  auto get = [&](unsigned i, Shape shape) {
    return reshape(b.cast(b(states[i]), b.getF32Type()), shape);
  };
  TensorExpr state = get(0, {B, H, P, N}), turns = get(1, {B, H, 1, A});
  TensorExpr keyBefore = get(2, {B, H, R, N}), before = get(3, {B, H, R, P});
  if (A)
    turns = turns + in.angle * reshape(in.dt, {B, H, 1, 1});
  TensorExpr q = rotate(addBias(in.c, in.cBias), turns);
  TensorExpr k = rotate(addBias(in.b, in.bBias), turns);
  TensorExpr v = reshape(in.x, {B, H, 1, 1, P});
  if (in.mimoX)
    v = v * in.mimoX;
  auto asFactor = [&](TensorExpr x) { return reshape(x, {B, H, 1, 1}); };
  auto outer = [&](TensorExpr value, TensorExpr key) {
    return b.contract(reshape(value, {B, H, R, P}), reshape(key, {B, H, R, N}),
                      "bhrp,bhrn->bhpn");
  };
  TensorExpr next =
      asFactor(b.exp(in.adt)) * (state + asFactor(in.dt * sigmoid(-in.trap)) *
                                             outer(before, keyBefore)) +
      asFactor(in.dt * sigmoid(in.trap)) * outer(v, k);
  TensorExpr products =
      b.contract(reshape(q, {B, H, R, N}), next, "bhrn,bhpn->bhrp");
  TensorExpr output = buildOutput(reshape(products, {B, H, 1, R, P}), v);
  return {headsFirst(output), next, turns, k, v};
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// `value`, of the elements of `result`, in its type.
static Value fit(TensorBuilder &builder, TensorExpr value, Value result) {
  auto type = cast<RankedTensorType>(result.getType());
  return builder.reshapeLike(builder.cast(value, type.getElementType()),
                             builder(result));
}

template <typename Op>
static SmallVector<Value> decomposeScan(TensorBuilder &builder, Op op) {
  Mamba3Builder scan(builder, op.getConfig(), op->getOperands());
  return {fit(builder, scan.buildScan(), op.getY())};
}

template <typename Op>
static SmallVector<Value> decomposeStep(TensorBuilder &builder, Op op) {
  ValueRange operands = op->getOperands();
  Mamba3Builder step(builder, op.getConfig(), operands.drop_back(4));
  SmallVector<Value> values;
  for (auto [value, result] :
       llvm::zip_equal(step.buildStep(operands.take_back(4)), op->getResults()))
    values.push_back(fit(builder, value, result));
  return values;
}

template <typename Op>
static SmallVector<Value> decomposeBackward(TensorBuilder &builder, Op op) {
  return buildGradients(
      builder, op->getOperands().drop_front(), op.getOutputGradient(),
      [&](ValueRange operands) {
        return Mamba3Builder(builder, op.getConfig(), operands).buildScan();
      });
}

template <typename BackwardOp, typename Op>
static SmallVector<Value> buildScanAdjoint(TensorBuilder &builder, Op op,
                                           ArrayRef<Value> cotangents) {
  SmallVector<Value> operands = {cotangents[0]};
  llvm::append_range(operands, op->getOperands());
  SmallVector<Type> types(op->getOperandTypes());
  auto backward =
      BackwardOp::create(builder, TypeRange(types), ValueRange(operands),
                         ArrayRef<NamedAttribute>{builder.getNamedAttr(
                             "config", op.getConfigAttr())});
  return SmallVector<Value>(backward->getResults());
}

SmallVector<Value> Mamba3SisoOp::decompose(TensorBuilder &builder) {
  return decomposeScan(builder, *this);
}
SmallVector<Value> Mamba3MimoOp::decompose(TensorBuilder &builder) {
  return decomposeScan(builder, *this);
}
SmallVector<Value> Mamba3SisoStepOp::decompose(TensorBuilder &builder) {
  return decomposeStep(builder, *this);
}
SmallVector<Value> Mamba3MimoStepOp::decompose(TensorBuilder &builder) {
  return decomposeStep(builder, *this);
}
SmallVector<Value> Mamba3SisoBackwardOp::decompose(TensorBuilder &builder) {
  return decomposeBackward(builder, *this);
}
SmallVector<Value> Mamba3MimoBackwardOp::decompose(TensorBuilder &builder) {
  return decomposeBackward(builder, *this);
}
SmallVector<Value> Mamba3SisoOp::buildAdjoint(TensorBuilder &builder,
                                              ArrayRef<Value> cotangents) {
  return buildScanAdjoint<Mamba3SisoBackwardOp>(builder, *this, cotangents);
}
SmallVector<Value> Mamba3MimoOp::buildAdjoint(TensorBuilder &builder,
                                              ArrayRef<Value> cotangents) {
  return buildScanAdjoint<Mamba3MimoBackwardOp>(builder, *this, cotangents);
}
