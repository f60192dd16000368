"""Recurrent networks: cells and scans over sequences, in NumPy and float64."""

import numpy as np

from case import normal, shape_name, simple
from reference import Value, f64

# Absolute, for states between -1 and 1.
RNN, GRU = 2e-5, 3e-5


def _sigmoid(x):
    with np.errstate(over="ignore"):
        return 1 / (1 + np.exp(-x))


def _hidden_gates(hidden, weight, bias):
    gates = hidden @ weight.T
    return gates if bias is None else gates + bias


def _rnn(gates, hidden, weight, bias):
    return np.tanh(gates + _hidden_gates(hidden, weight, bias))


def _gru(gates, hidden, weight, bias):
    reset, update, candidate = np.split(gates, 3, axis=-1)
    h_reset, h_update, h_candidate = np.split(_hidden_gates(hidden, weight, bias), 3,
                                              axis=-1)
    update = _sigmoid(update + h_update)
    candidate = np.tanh(candidate + _sigmoid(reset + h_reset) * h_candidate)
    return (1 - update) * candidate + update * hidden


def _bounded(value, bound):
    return [Value(value, np.full(value.shape, bound))]


def _cell(step, bound, gates, hidden, weight, bias):
    wide = f64(gates, hidden, weight) + [None if bias is None else f64(bias)[0]]
    return _bounded(step(*wide), bound)


def _scan(step, bound, gates, weight, bias):
    gates, weight = f64(gates, weight)
    bias = None if bias is None else f64(bias)[0]
    hidden, states = np.zeros((gates.shape[0], weight.shape[1])), []
    for t in range(gates.shape[1]):
        hidden = step(gates[:, t], hidden, weight, bias)
        states.append(hidden)
    return _bounded(np.stack(states, axis=1), bound)


def rnn_cell(gates_i, hidden, weight_hh, bias_hh=None):
    return _cell(_rnn, RNN, gates_i, hidden, weight_hh, bias_hh)


def gru_cell(gates_i, hidden, weight_hh, bias_hh=None):
    return _cell(_gru, GRU, gates_i, hidden, weight_hh, bias_hh)


def rnn_scan(gates_i, weight_hh, bias_hh=None):
    return _scan(_rnn, RNN, gates_i, weight_hh, bias_hh)


def gru_scan(gates_i, weight_hh, bias_hh=None):
    return _scan(_gru, GRU, gates_i, weight_hh, bias_hh)


# Gradients of the operands, step by step.

def _rnn_backward(w, gates, hidden, weight, bias):
    """Of gates, hidden state and hidden gates, and with these of weight and bias."""
    e = w * (1 - _rnn(gates, hidden, weight, bias)**2)
    return e, e @ weight, e


def _gru_backward(w, gates, hidden, weight, bias):
    reset, update, candidate = np.split(gates, 3, axis=-1)
    h_reset, h_update, h_candidate = np.split(_hidden_gates(hidden, weight, bias), 3,
                                              axis=-1)
    rho, ups = _sigmoid(reset + h_reset), _sigmoid(update + h_update)
    nu = np.tanh(candidate + rho * h_candidate)
    e_n = w * (1 - ups) * (1 - nu**2)
    e_u = w * (hidden - nu) * ups * (1 - ups)
    e_r = e_n * h_candidate * rho * (1 - rho)
    through = np.concatenate([e_r, e_u, e_n * rho], -1)
    return np.concatenate([e_r, e_u, e_n], -1), w * ups + through @ weight, through


def _results(gradients, bias):
    return [Value(v, 3e-5 * np.maximum(1, np.abs(v)))
            for v in (gradients if bias is not None else gradients[:-1])]


def _cell_backward(backward, g, gates, hidden, weight, bias=None):
    g, gates, hidden, weight = f64(g, gates, hidden, weight)
    wide = None if bias is None else f64(bias)[0]
    d_gates, d_hidden, through = backward(g, gates, hidden, weight, wide)
    return _results([d_gates, d_hidden, through.T @ hidden, through.sum(0)], bias)


def _scan_backward(step, backward, g, gates, weight, bias=None):
    g, gates, weight = f64(g, gates, weight)
    wide = None if bias is None else f64(bias)[0]
    states = [np.zeros((gates.shape[0], weight.shape[1]))]
    for t in range(gates.shape[1]):
        states.append(step(gates[:, t], states[-1], weight, wide))
    d_gates, d_weight = np.zeros_like(gates), np.zeros_like(weight)
    d_bias, carried = np.zeros(weight.shape[0]), 0
    for t in reversed(range(gates.shape[1])):
        d_gates[:, t], carried, through = backward(
            g[:, t] + carried, gates[:, t], states[t], weight, wide)
        d_weight += through.T @ states[t]
        d_bias += through.sum(0)
    return _results([d_gates, d_weight, d_bias], bias)


def rnn_cell_backward(output_gradient, *operands):
    return _cell_backward(_rnn_backward, output_gradient, *operands)


def gru_cell_backward(output_gradient, *operands):
    return _cell_backward(_gru_backward, output_gradient, *operands)


def rnn_scan_backward(output_gradient, *operands):
    return _scan_backward(_rnn, _rnn_backward, output_gradient, *operands)


def gru_scan_backward(output_gradient, *operands):
    return _scan_backward(_gru, _gru_backward, output_gradient, *operands)


def _cells(op, gates):
    def cases():
        # batch, hidden size, with bias
        for batch, size, has_bias in [(1, 1, True), (2, 3, False), (3, 2, True),
                                      (5, 31, True), (9, 65, False)]:
            small = batch * size < 8
            operands = [normal("g", (batch, gates * size)), normal("h", (batch, size)),
                        normal("w", (gates * size, size), 0.5 / size**0.5)]
            if has_bias:
                operands.append(normal("b", (gates * size,)))
            for adjoint in (False, True) if small else (False,):
                name = f"{batch}x{size}" + ("_bias" if has_bias else "")
                yield simple(op, ("adjoint_" if adjoint else "") + name, operands,
                             adjoint=adjoint)
    return cases


def _scans(op, gates):
    def cases():
        for batch, steps, size, has_bias in [
                (1, 1, 1, True), (2, 3, 2, False), (3, 2, 1, True), (1, 4, 2, True),
                (5, 7, 9, True), (17, 3, 33, False), (64, 16, 64, True)]:
            small = batch * steps * size < 13
            operands = [normal("g", (batch, steps, gates * size)),
                        normal("w", (gates * size, size), 0.5 / size**0.5)]
            if has_bias:
                operands.append(normal("b", (gates * size,)))
            for adjoint in (False, True) if small else (False,):
                name = shape_name((batch, steps, size)) + ("_bias" if has_bias else "")
                yield simple(op, ("adjoint_" if adjoint else "") + name, operands,
                             adjoint=adjoint)
    return cases


def _backward(forward):
    """The small cases of the op, as cases of its explicit gradients."""
    def cases():
        for case in forward():
            shape = case.expected()[0].value.shape
            if not case.adjoint and np.prod(shape) < 40:
                yield simple(f"{case.op}_backward", case.name,
                             [normal("dy", shape)] + case.operands)
            elif case.adjoint and np.prod(shape) < 7:
                yield simple(f"{case.op}_backward", case.name,
                             [normal("dy", shape)] + case.operands, adjoint=True)
    return cases


CASES = {"rnn_cell": _cells("rnn_cell", 1), "gru_cell": _cells("gru_cell", 3),
         "rnn_scan": _scans("rnn_scan", 1), "gru_scan": _scans("gru_scan", 3)}
CASES |= {f"{_op}_backward": _backward(_forward) for _op, _forward in list(CASES.items())}
