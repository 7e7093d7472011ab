"""The trained networks as ONNX files with plain nodes only, batch norms folded, so that any OpenCV reads them alike."""

from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import NodeProto, TensorProto, helper, numpy_helper
from torch import nn

OPSET = 13
ALIKE = 1e-4
"""How far OpenCV may be off what torch makes of the same patches, by the greatest number there."""
IR_VERSION = 8


class Graph:
    """A graph that grows node by node."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.weights: list[TensorProto] = []

    def add(self, kind: str, inputs: list[str], name: str, **attributes: object) -> str:
        """Add a node with one output and return that output's name."""
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
        return name

    def weight(self, name: str, values: np.ndarray) -> str:
        """Add weights and return their name."""
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(values, np.float32), name))
        return name

    def stack(self, entry: str, modules: nn.Sequential, name: str) -> str:
        """Add convolutions, each with its batch norm folded and a ReLU."""
        layers = list(modules)
        for number, (conv, norm) in enumerate(zip(layers[::3], layers[1::3], strict=True)):
            scale = (norm.weight / (norm.running_var + norm.eps).sqrt()).detach()  # type: ignore[operator, union-attr]
            kernel = (conv.weight * scale[:, None, None, None]).detach().numpy()  # type: ignore[operator, union-attr]
            offset = (norm.bias - norm.running_mean * scale).detach().numpy()  # type: ignore[operator, union-attr]
            entry = self.conv(entry, kernel, offset, int(conv.stride[0]), f"{name}{number}")  # type: ignore[index]
            entry = self.add("Relu", [entry], f"{name}{number}_relu")
        return entry

    def conv(self, entry: str, kernel: np.ndarray, offset: np.ndarray, stride: int, name: str) -> str:
        """Add one convolution that keeps the edges."""
        inputs = [entry, self.weight(f"{name}_kernel", kernel), self.weight(f"{name}_offset", offset)]
        edge = kernel.shape[2]
        return self.add("Conv", inputs, name, kernel_shape=[edge, edge], strides=[stride, stride], pads=[edge // 2] * 4)

    def linear(self, entry: str, layer: nn.Linear, name: str) -> str:
        """Add a fully connected layer."""
        matrix = self.weight(f"{name}_matrix", layer.weight.detach().numpy())
        shift = self.weight(f"{name}_shift", layer.bias.detach().numpy())
        return self.add("Gemm", [entry, matrix, shift], name, transB=1)

    def save(self, path: Path, entries: list[tuple[str, list[object]]], leaves: list[tuple[str, list[object]]]) -> None:
        """Check the graph and write it; `entries` and `leaves` are names and shapes."""
        made = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in [*entries, *leaves]]
        graph = helper.make_graph(self.nodes, path.stem, made[: len(entries)], made[len(entries) :], self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
        model.ir_version = IR_VERSION
        onnx.checker.check_model(model)
        onnx.save(model, str(path))


def write_network(model: nn.Module, folder: Path) -> None:
    """Write `encoder.onnx` (patches → maps and vectors, not yet of length 1) and `comparison.onnx` (the difference
    and the sum of two maps → the logit of the same face)."""
    edge = model.patch_px  # type: ignore[attr-defined]
    graph = Graph()
    drawn = graph.stack("patches", model.trunk, "trunk")  # type: ignore[arg-type]
    layer = model.map
    graph.conv(drawn, layer.weight.detach().numpy(), layer.bias.detach().numpy(), 1, "maps")  # type: ignore
    pooled = graph.stack(drawn, model.pooled, "pooled")  # type: ignore[arg-type]
    flat = graph.add("Flatten", [pooled], "flat", axis=1)
    graph.linear(flat, model.vector, "vectors")  # type: ignore[arg-type]
    channels, small = layer.weight.shape[0], model.map_edge  # type: ignore[union-attr, index, attr-defined]
    leaves: list[tuple[str, list[object]]] = [
        ("maps", ["n", channels, small, small]),
        ("vectors", ["n", model.vector.weight.shape[0]]),  # type: ignore[union-attr, index]
    ]
    graph.save(folder / "encoder.onnx", [("patches", ["n", 3, edge, edge])], leaves)
    graph = Graph()
    told = graph.stack("pairs", model.head, "head")  # type: ignore[arg-type]
    mean = graph.add("GlobalAveragePool", [told], "mean")
    most = graph.add("GlobalMaxPool", [told], "most")
    both = graph.add("Concat", [mean, most], "both", axis=1)
    graph.linear(graph.add("Flatten", [both], "flat", axis=1), model.verdict, "verdict")  # type: ignore[arg-type]
    entries: list[tuple[str, list[object]]] = [("pairs", ["n", 2 * channels, small, small])]
    graph.save(folder / "comparison.onnx", entries, [("verdict", ["n", 1])])


class ExportError(RuntimeError):
    """What was written does not do what was trained; the message says by how much."""


@torch.no_grad()
def check_written(model: nn.Module, folder: Path) -> float:
    """Return by how much OpenCV, reading the written networks, is off the model at most; raise an ExportError if that
    is too much."""
    edge = model.patch_px
    patches = torch.rand((16, 3, edge, edge), generator=torch.Generator().manual_seed(1))  # type: ignore[call-overload]
    pairs = torch.cartesian_prod(torch.arange(4), torch.arange(16))
    maps, vectors = model.seen(patches)  # type: ignore[operator]
    encoder = cv2.dnn.readNetFromONNX(str(folder / "encoder.onnx"))
    encoder.setInput(patches.numpy())
    seen, long = encoder.forward(["maps", "vectors"])
    comparison = cv2.dnn.readNetFromONNX(str(folder / "comparison.onnx"))
    first, second = seen[pairs[:, 0]], seen[pairs[:, 1]]
    comparison.setInput(np.concatenate([np.abs(first - second), first + second], axis=1))
    told = comparison.forward("verdict")[:, 0]
    logits = model.compared(maps, pairs)  # type: ignore[operator]
    short = long / np.linalg.norm(long, axis=1, keepdims=True)
    off = max(_off(seen, maps), _off(short, vectors), _off(told, logits))
    if off > ALIKE:
        raise ExportError(f"OpenCV {cv2.__version__} is off torch by {off:.2g}; at most {ALIKE} is fine")
    return off


def _off(read: np.ndarray, made: torch.Tensor) -> float:
    return float(np.abs(read - made.numpy()).max() / max(1.0, float(made.abs().max())))
