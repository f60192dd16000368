//===- InterpretMamba3.cpp - Mamba-3 token by token -----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The recurrence as the contract writes it: states of one head, one token after
// another; its adjoint from the last token to the first. SISO is MIMO of one
// rank whose projections are 1.
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/SsmOps.h"
#include "oaml/Interpreter/HostTensor.h"

#include <cmath>

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;
using Numbers = std::vector<double>;

static double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

namespace {
/// Numbers of the operands of a scan.
enum Operand {
  C,
  B,
  X,
  Z,
  Adt,
  Dt,
  Trap,
  Angle,
  CBias,
  BBias,
  D,
  MimoX,
  MimoZ,
  MimoO,
  NormWeight
};

/// The states of a head after a token.
struct State {
  /// [P, N], [A], [R, N], [R, P].
  Numbers ssm, theta, key, value;
};

/// What one token of a head computes.
struct Token {
  double lambda, rest, alpha, gamma, beta;
  /// q [R, N]; o, m, f and s [R, P]: products, after the norm, the gate and its
  /// argument; rho [R]: 1 over the root mean square.
  Numbers q, o, m, f, s, rho;
  State before, after;
};

/// A scan's operands by index.
class Problem {
public:
  Problem(ArrayRef<HostTensor> operands, SsmConfigAttr config, bool isMimo)
      : operands(operands), config(config), isMimo(isMimo),
        length(config.getSequenceLength()), heads(config.getNumHeads()),
        groups(config.getGroups()), width(config.getHeadDim()),
        size(config.getStateSize()), angles(config.getNumRopeAngles()),
        ranks(config.getMimoRank()) {}

  State getZeroState() const {
    return {Numbers(width * size), Numbers(angles), Numbers(ranks * size),
            Numbers(ranks * width)};
  }

  /// Positions in the operands, for values and for gradients.
  int64_t atGroup(int64_t batch, int64_t t, int64_t h, int64_t r,
                  int64_t n) const {
    int64_t g = h / (heads / groups);
    return ((batch * length + t) * ranks * groups + r * groups + g) * size + n;
  }
  int64_t atVector(int64_t batch, int64_t t, int64_t h, int64_t p) const {
    return ((batch * length + t) * heads + h) * width + p;
  }
  int64_t atScalar(int64_t batch, int64_t t, int64_t h) const {
    return (batch * length + t) * heads + h;
  }
  int64_t atAngle(int64_t batch, int64_t t, int64_t a) const {
    return (batch * length + t) * angles + a;
  }
  int64_t atBias(Operand bias, int64_t h, int64_t r, int64_t n) const {
    return operands[bias].getRank() == 3 ? (h * ranks + r) * size + n
                                         : h * size + n;
  }
  int64_t atRank(int64_t h, int64_t r, int64_t p) const {
    return (h * ranks + r) * width + p;
  }
  double get(Operand operand, int64_t i) const {
    return operands[operand].getFloat(i);
  }
  /// A projection, 1 for one rank.
  double project(Operand operand, int64_t h, int64_t r, int64_t p) const {
    return isMimo ? get(operand, atRank(h, r, p)) : 1.0;
  }

  Token run(int64_t batch, int64_t t, int64_t h, const State &before) const;
  double getOutput(const Token &token, int64_t h, int64_t p) const {
    double sum = 0.0;
    for (int64_t r = 0; r < ranks; ++r) {
      int64_t i = r * width + p;
      sum += token.m[i] * token.f[i] * project(MimoO, h, r, p);
    }
    return sum;
  }
  /// Turns pair `a` of the vectors by Theta, or back.
  void rotate(Numbers &vectors, const Numbers &theta, double sign) const {
    for (int64_t r = 0; r < ranks; ++r)
      for (int64_t a = 0; a < angles; ++a) {
        double &even = vectors[r * size + 2 * a];
        double &odd = vectors[r * size + 2 * a + 1];
        double cos = std::cos(theta[a]), sin = sign * std::sin(theta[a]);
        double turned = even * cos - odd * sin;
        odd = even * sin + odd * cos;
        even = turned;
      }
  }
  /// The sum over ranks of value times key, at (p, n).
  double getOuter(const State &state, int64_t p, int64_t n) const {
    double sum = 0.0;
    for (int64_t r = 0; r < ranks; ++r)
      sum += state.value[r * width + p] * state.key[r * size + n];
    return sum;
  }

  ArrayRef<HostTensor> operands;
  SsmConfigAttr config;
  bool isMimo;
  int64_t length, heads, groups, width, size, angles, ranks;
};
} // namespace

static constexpr double outputNormEpsilon = 1.0e-5;

Token Problem::run(int64_t batch, int64_t t, int64_t h,
                   const State &before) const {
  Token token;
  int64_t scalar = atScalar(batch, t, h);
  double dt = get(Dt, scalar);
  token.before = before;
  token.lambda = sigmoid(get(Trap, scalar));
  token.rest = sigmoid(-get(Trap, scalar));
  token.alpha = std::exp(get(Adt, scalar));
  token.gamma = dt * token.lambda;
  token.beta = dt * token.rest;
  State &after = token.after = getZeroState();
  for (int64_t a = 0; a < angles; ++a)
    after.theta[a] = before.theta[a] + get(Angle, atAngle(batch, t, a)) * dt;
  token.q.resize(ranks * size);
  for (int64_t r = 0; r < ranks; ++r) {
    for (int64_t n = 0; n < size; ++n) {
      int64_t at = atGroup(batch, t, h, r, n);
      token.q[r * size + n] = get(C, at) + get(CBias, atBias(CBias, h, r, n));
      after.key[r * size + n] = get(B, at) + get(BBias, atBias(BBias, h, r, n));
    }
    for (int64_t p = 0; p < width; ++p)
      after.value[r * width + p] =
          get(X, atVector(batch, t, h, p)) * project(MimoX, h, r, p);
  }
  rotate(token.q, after.theta, 1.0);
  rotate(after.key, after.theta, 1.0);
  for (int64_t p = 0; p < width; ++p)
    for (int64_t n = 0; n < size; ++n)
      after.ssm[p * size + n] =
          token.alpha *
              (before.ssm[p * size + n] + token.beta * getOuter(before, p, n)) +
          token.gamma * getOuter(after, p, n);

  token.o.resize(ranks * width);
  token.m = token.f = token.s = token.o;
  token.rho.assign(ranks, 1.0);
  for (int64_t r = 0; r < ranks; ++r) {
    double square = 0.0;
    for (int64_t p = 0; p < width; ++p) {
      double sum =
          config.getHasD() ? get(D, h) * after.value[r * width + p] : 0.0;
      for (int64_t n = 0; n < size; ++n)
        sum += token.q[r * size + n] * after.ssm[p * size + n];
      token.o[r * width + p] = sum;
      square += sum * sum;
    }
    if (config.getHasOutputNorm())
      token.rho[r] =
          1.0 / std::sqrt(square / double(width) + outputNormEpsilon);
    for (int64_t p = 0; p < width; ++p) {
      int64_t i = r * width + p;
      double weight =
          config.getHasOutputNorm() ? get(NormWeight, h * width + p) : 1.0;
      token.m[i] = weight * token.o[i] * token.rho[r];
      token.s[i] = get(Z, atVector(batch, t, h, p)) * project(MimoZ, h, r, p);
      token.f[i] = config.getHasZ() ? token.s[i] * sigmoid(token.s[i]) : 1.0;
    }
  }
  return token;
}

static LogicalResult interpretScan(InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   SsmConfigAttr config, bool isMimo,
                                   Results &results) {
  Problem problem(operands, config, isMimo);
  HostTensor y =
      context.makeTensor(operands[X].getShape(), operands[X].getElementType());
  for (int64_t batch = 0; batch < config.getBatchSize(); ++batch)
    for (int64_t h = 0; h < problem.heads; ++h) {
      State state = problem.getZeroState();
      for (int64_t t = 0; t < problem.length; ++t) {
        Token token = problem.run(batch, t, h, state);
        for (int64_t p = 0; p < problem.width; ++p)
          y.setFloat(problem.atVector(batch, t, h, p),
                     problem.getOutput(token, h, p));
        state = std::move(token.after);
      }
    }
  results.push_back(std::move(y));
  return success();
}

static LogicalResult interpretStep(InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   SsmConfigAttr config, bool isMimo,
                                   Results &results) {
  Problem problem(operands.drop_back(4), config, isMimo);
  ArrayRef<HostTensor> states = operands.take_back(4);
  HostTensor y =
      context.makeTensor(operands[X].getShape(), operands[X].getElementType());
  SmallVector<HostTensor> next;
  for (const HostTensor &state : states)
    next.push_back(
        context.makeTensor(state.getShape(), state.getElementType()));
  for (int64_t batch = 0; batch < config.getBatchSize(); ++batch)
    for (int64_t h = 0; h < problem.heads; ++h) {
      State state = problem.getZeroState();
      auto parts = [](State &state) {
        return std::array<Numbers *, 4>{&state.ssm, &state.theta, &state.key,
                                        &state.value};
      };
      int64_t row = batch * problem.heads + h;
      for (auto [numbers, tensor] : llvm::zip(parts(state), states))
        for (auto [i, number] : llvm::enumerate(*numbers))
          number = tensor.getFloat(row * numbers->size() + i);
      Token token = problem.run(batch, 0, h, state);
      for (int64_t p = 0; p < problem.width; ++p)
        y.setFloat(problem.atVector(batch, 0, h, p),
                   problem.getOutput(token, h, p));
      for (auto [numbers, tensor] : llvm::zip(parts(token.after), next))
        for (auto [i, number] : llvm::enumerate(*numbers))
          tensor.setFloat(row * numbers->size() + i, number);
    }
  results.push_back(std::move(y));
  llvm::append_range(results, next);
  return success();
}

namespace {
/// Adds up the gradients of a scan.
class Adjoint {
public:
  Adjoint(const Problem &problem, const HostTensor &gradient)
      : problem(problem), gradient(gradient) {
    for (const HostTensor &operand : problem.operands)
      sums.emplace_back(operand.getNumElements());
  }

  /// Runs the tokens of a head back.
  void run(int64_t batch, int64_t h, ArrayRef<Token> tokens);

  std::vector<Numbers> sums;

private:
  /// The gradient of the products o; adds those of the output side.
  Numbers runOutput(int64_t batch, int64_t t, int64_t h, const Token &token);

  const Problem &problem;
  const HostTensor &gradient;
};
} // namespace

Numbers Adjoint::runOutput(int64_t batch, int64_t t, int64_t h,
                           const Token &token) {
  int64_t ranks = problem.ranks, width = problem.width;
  SsmConfigAttr config = problem.config;
  Numbers dO(ranks * width), dM(ranks * width);
  for (int64_t r = 0; r < ranks; ++r) {
    double product = 0.0;
    for (int64_t p = 0; p < width; ++p) {
      int64_t i = r * width + p, at = problem.atVector(batch, t, h, p);
      double y = gradient.getFloat(at);
      double out = problem.project(MimoO, h, r, p);
      if (problem.isMimo)
        sums[MimoO][problem.atRank(h, r, p)] += y * token.m[i] * token.f[i];
      if (config.getHasZ()) {
        double sigma = sigmoid(token.s[i]);
        double dS = y * out * token.m[i] * sigma *
                    (1.0 + token.s[i] * sigmoid(-token.s[i]));
        sums[Z][at] += dS * problem.project(MimoZ, h, r, p);
        if (problem.isMimo)
          sums[MimoZ][problem.atRank(h, r, p)] += dS * problem.get(Z, at);
      }
      dM[i] = y * out * token.f[i];
      if (config.getHasOutputNorm()) {
        product += problem.get(NormWeight, h * width + p) * dM[i] * token.o[i];
        sums[NormWeight][h * width + p] += dM[i] * token.o[i] * token.rho[r];
      }
    }
    double rho = token.rho[r];
    for (int64_t p = 0; p < width; ++p) {
      int64_t i = r * width + p;
      dO[i] = config.getHasOutputNorm()
                  ? rho * problem.get(NormWeight, h * width + p) * dM[i] -
                        token.o[i] * rho * rho * rho * product / double(width)
                  : dM[i];
      if (config.getHasD())
        sums[D][h] += dO[i] * token.after.value[i];
    }
  }
  return dO;
}

void Adjoint::run(int64_t batch, int64_t h, ArrayRef<Token> tokens) {
  int64_t ranks = problem.ranks, width = problem.width, size = problem.size;
  int64_t angles = problem.angles;
  // alpha E and alpha beta E of the token behind, and the suffix sum of turns.
  Numbers decayed(width * size), mixed(width * size), phi(angles);
  for (int64_t t = tokens.size(); t-- > 0;) {
    const Token &token = tokens[t];
    Numbers dO = runOutput(batch, t, h, token);
    Numbers e(decayed), dU(width * size);
    double dGamma = 0.0, dBeta = 0.0, dAdt = 0.0;
    for (int64_t p = 0; p < width; ++p)
      for (int64_t n = 0; n < size; ++n) {
        int64_t i = p * size + n;
        for (int64_t r = 0; r < ranks; ++r)
          e[i] += token.q[r * size + n] * dO[r * width + p];
        dU[i] = token.gamma * e[i] + mixed[i];
        double uBefore = problem.getOuter(token.before, p, n);
        dGamma += e[i] * problem.getOuter(token.after, p, n);
        dBeta += token.alpha * e[i] * uBefore;
        dAdt +=
            token.alpha * e[i] * (token.before.ssm[i] + token.beta * uBefore);
      }
    Numbers dQ(ranks * size), dK(ranks * size);
    for (int64_t r = 0; r < ranks; ++r) {
      for (int64_t n = 0; n < size; ++n)
        for (int64_t p = 0; p < width; ++p) {
          dQ[r * size + n] += dO[r * width + p] * token.after.ssm[p * size + n];
          dK[r * size + n] +=
              dU[p * size + n] * token.after.value[r * width + p];
        }
      for (int64_t p = 0; p < width; ++p) {
        double dV = problem.config.getHasD()
                        ? problem.get(D, h) * dO[r * width + p]
                        : 0.0;
        for (int64_t n = 0; n < size; ++n)
          dV += dU[p * size + n] * token.after.key[r * size + n];
        int64_t at = problem.atVector(batch, t, h, p);
        sums[X][at] += dV * problem.project(MimoX, h, r, p);
        if (problem.isMimo)
          sums[MimoX][problem.atRank(h, r, p)] += dV * problem.get(X, at);
      }
    }
    int64_t scalar = problem.atScalar(batch, t, h);
    double dt = problem.get(Dt, scalar), dDt = 0.0;
    for (int64_t a = 0; a < angles; ++a) {
      for (int64_t r = 0; r < ranks; ++r) {
        int64_t even = r * size + 2 * a, odd = even + 1;
        phi[a] += token.q[even] * dQ[odd] - token.q[odd] * dQ[even] +
                  token.after.key[even] * dK[odd] -
                  token.after.key[odd] * dK[even];
      }
      int64_t at = problem.atAngle(batch, t, a);
      sums[Angle][at] += phi[a] * dt;
      dDt += phi[a] * problem.get(Angle, at);
    }
    sums[Dt][scalar] += token.lambda * dGamma + token.rest * dBeta + dDt;
    sums[Trap][scalar] += dt * token.lambda * token.rest * (dGamma - dBeta);
    sums[Adt][scalar] += dAdt;
    problem.rotate(dQ, token.after.theta, -1.0);
    problem.rotate(dK, token.after.theta, -1.0);
    for (int64_t r = 0; r < ranks; ++r)
      for (int64_t n = 0; n < size; ++n) {
        int64_t at = problem.atGroup(batch, t, h, r, n), i = r * size + n;
        sums[C][at] += dQ[i];
        sums[B][at] += dK[i];
        sums[CBias][problem.atBias(CBias, h, r, n)] += dQ[i];
        sums[BBias][problem.atBias(BBias, h, r, n)] += dK[i];
      }
    for (auto [i, value] : llvm::enumerate(e)) {
      decayed[i] = token.alpha * value;
      mixed[i] = token.beta * decayed[i];
    }
  }
}

static LogicalResult interpretBackward(InterpreterContext &context,
                                       ArrayRef<HostTensor> operands,
                                       SsmConfigAttr config, bool isMimo,
                                       Results &results) {
  Problem problem(operands.drop_front(), config, isMimo);
  Adjoint adjoint(problem, operands.front());
  for (int64_t batch = 0; batch < config.getBatchSize(); ++batch)
    for (int64_t h = 0; h < problem.heads; ++h) {
      std::vector<Token> tokens;
      for (int64_t t = 0; t < problem.length; ++t)
        tokens.push_back(problem.run(
            batch, t, h, t ? tokens.back().after : problem.getZeroState()));
      adjoint.run(batch, h, tokens);
    }
  for (auto [operand, sums] : llvm::zip(problem.operands, adjoint.sums)) {
    HostTensor result =
        context.makeTensor(operand.getShape(), operand.getElementType());
    for (auto [i, sum] : llvm::enumerate(sums))
      result.setFloat(i, sum);
    results.push_back(std::move(result));
  }
  return success();
}

LogicalResult Mamba3SisoOp::interpret(InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      Results &results) {
  return interpretScan(context, operands, getConfig(), /*isMimo=*/false,
                       results);
}

LogicalResult Mamba3SisoBackwardOp::interpret(InterpreterContext &context,
                                              ArrayRef<HostTensor> operands,
                                              Results &results) {
  return interpretBackward(context, operands, getConfig(), /*isMimo=*/false,
                           results);
}

LogicalResult Mamba3SisoStepOp::interpret(InterpreterContext &context,
                                          ArrayRef<HostTensor> operands,
                                          Results &results) {
  return interpretStep(context, operands, getConfig(), /*isMimo=*/false,
                       results);
}

LogicalResult Mamba3MimoOp::interpret(InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      Results &results) {
  return interpretScan(context, operands, getConfig(), /*isMimo=*/true,
                       results);
}

LogicalResult Mamba3MimoBackwardOp::interpret(InterpreterContext &context,
                                              ArrayRef<HostTensor> operands,
                                              Results &results) {
  return interpretBackward(context, operands, getConfig(), /*isMimo=*/true,
                           results);
}

LogicalResult Mamba3MimoStepOp::interpret(InterpreterContext &context,
                                          ArrayRef<HostTensor> operands,
                                          Results &results) {
  return interpretStep(context, operands, getConfig(), /*isMimo=*/true,
                       results);
}
