"""A model as an ONNX graph: preprocessing, values and the figures that flag, in double precision."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import ParameterError
from ...session.predict.portable import PortableModel
from ...version import __version__
from ..atomic import write_bytes

OPSET = 18
IR_VERSION = 9


class _Graph:
    """Collects nodes and numbers; every method returns the name of its result."""

    def __init__(self, helper: Any, numpy_helper: Any) -> None:
        self.helper, self.numpy_helper = helper, numpy_helper
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, value: Any, kind: Any = np.float64) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(self.numpy_helper.from_array(np.asarray(value, dtype=kind), name))
        return name

    def call(self, kind: str, *inputs: str, output: str = "", **attributes: Any) -> str:
        name = output or f"n{len(self.nodes)}"
        self.nodes.append(self.helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def over_channels(self, kind: str, x: str, output: str = "", keep: int = 1) -> str:
        return self.call(kind, x, self.constant([1], np.int64), output=output, keepdims=keep)

    def square(self, x: str) -> str:
        return self.call("Mul", x, x)

    def affine(self, x: str, matrix: np.ndarray, offset: np.ndarray) -> str:
        return self.call("Add", self.call("MatMul", x, self.constant(matrix)), self.constant(offset))


def _step(g: _Graph, x: str, name: str, n: dict[str, np.ndarray]) -> str:
    """One operation of `PortableModel`."""
    if name == "affine":
        return g.affine(x, n["matrix"], n["offset"])
    if name == "snv":
        centred = g.call("Sub", x, g.over_channels("ReduceMean", x))
        return g.call("Div", centred, g.call("Sqrt", g.over_channels("ReduceMean", g.square(centred))))
    if name == "scatter":
        c = g.call("MatMul", x, g.constant(n["solve"]))
        m = g.call("Gather", c, g.constant([0], np.int64), axis=1)
        rest = g.call("Gather", c, g.constant(np.arange(1, n["solve"].shape[1]), np.int64), axis=1)
        return g.call("Div", g.call("Sub", x, g.call("MatMul", rest, g.constant(n["offsets"]))), m)
    if name == "log":
        inner = g.call("Add", g.call("Mul", x, g.constant(n["scale"])), g.constant(n["offset"]))
        return g.call("Mul", g.call("Log", inner), g.constant(n["factor"]))
    if name == "divide":
        return g.call("Div", x, g.call("MatMul", x, g.constant(n["weights"][:, None])))
    if name == "norm":
        return g.call("Div", x, g.call("Sqrt", g.over_channels("ReduceSum", g.square(x))))
    assert name == "maximum", name
    return g.call("Div", x, g.over_channels("ReduceMax", x))


def onnx_bytes(model: PortableModel) -> bytes:
    """The graph: input "spectra" (n, p) double; outputs "values" (n, q), "t2", "q", "distance" (n,), "flagged" (n,).

    Raises
    ------
    ParameterError
        The onnx package is not installed, or a property has no value at all.
    """
    try:
        from onnx import TensorProto, helper, numpy_helper
    except ImportError:
        raise ParameterError("ONNX files need the package onnx; pip install 'spectralign-gui[onnx]' brings it."
                             ) from None
    if not np.isfinite(model.intercept).all():
        raise ParameterError("a property without known values cannot be exported to ONNX; leave it out and run again.")
    g = _Graph(helper, numpy_helper)
    x = "spectra"
    for name, numbers in model.operations:
        x = _step(g, x, name, numbers)
    y = g.affine(x, model.coefficients, model.intercept)
    if np.isfinite(model.closure):
        y = g.call("Max", y, g.constant(0.0))
        total = g.over_channels("ReduceSum", y)
        share = g.call("Div", g.constant(model.closure), g.call("Max", total, g.constant(1e-300)))
        y = g.call("Mul", y, g.call("Min", share, g.constant(1.0)))
    g.call("Identity", y, output="values")
    beyond = g.call("Or", g.call("Less", y, g.constant(model.value_low)), g.call("Greater", y,
                                                                                g.constant(model.value_high)))
    flagged = g.over_channels("ReduceMax", g.call("Cast", beyond, to=TensorProto.INT32), keep=0)
    outputs: list[tuple[str, Any, list[Any]]] = [("values", TensorProto.DOUBLE, ["n", len(model.intercept)])]
    if model.outliers:
        flagged = g.call("Max", flagged, _figures(g, x, model.outliers, TensorProto))
        outputs += [(n, TensorProto.DOUBLE, ["n"]) for n in ("t2", "q", "distance", "shift")]
    g.call("Cast", flagged, to=TensorProto.BOOL, output="flagged")
    outputs.append(("flagged", TensorProto.BOOL, ["n"]))
    graph = helper.make_graph(
        g.nodes, "SpectrAlign",
        [helper.make_tensor_value_info("spectra", TensorProto.DOUBLE, ["n", len(model.axis)])],
        [helper.make_tensor_value_info(*o) for o in outputs], g.constants)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION,
                             producer_name="SpectrAlign", producer_version=__version__)
    helper.set_model_props(made, {
        "instrument": model.instrument, "method": model.title, "properties": "; ".join(model.properties),
        "units": "; ".join(model.units), "axis_unit": model.axis.unit, "quantity": model.quantity,
        "axis": " ".join(f"{v:.10g}" for v in model.axis.values)})
    return made.SerializeToString()


def _figures(g: _Graph, x: str, n: dict[str, np.ndarray], types: Any) -> str:
    """T², Q, the distance and the shift as outputs; 1 where one is above its limit."""
    centred = g.call("Sub", x, g.constant(n["mean"]))
    T = g.call("MatMul", centred, g.constant(n["loadings"].T))
    scaled = g.call("Div", T, g.constant(np.sqrt(n["variances"])))
    lengths = g.over_channels("ReduceSum", g.square(scaled))
    t2 = g.call("Squeeze", lengths, g.constant([1], np.int64), output="t2")
    residual = g.call("Sub", centred, g.call("MatMul", T, g.constant(n["loadings"])))
    q = g.over_channels("ReduceSum", g.square(residual), output="q", keep=0)
    S = n["standards"]
    if len(S):
        gap = g.call("Sub", g.call("Add", lengths, g.constant((S ** 2).sum(axis=1))),
                     g.call("MatMul", scaled, g.constant(2 * S.T)))
        nearest = g.over_channels("ReduceMin", g.call("Max", gap, g.constant(0.0)), keep=0)
        distance = g.call("Sqrt", nearest, output="distance")
    else:
        distance = g.call("Mul", t2, g.constant(0.0), output="distance")
    moved = g.call("MatMul", centred, g.constant(n["shift"][:, None]))
    shift = g.call("Squeeze", moved, g.constant([1], np.int64), output="shift")
    over = [g.call("Cast", g.call("Greater", value, g.constant(limit)), to=types.INT32)
            for value, limit in zip((t2, q, distance, g.call("Abs", shift)), n["limits"], strict=True)]
    return g.call("Max", *over)


def write_onnx(model: PortableModel, path: str | Path) -> None:
    """Write the graph (atomically)."""
    write_bytes(path, onnx_bytes(model))
