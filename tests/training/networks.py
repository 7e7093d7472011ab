"""The two networks that are trained, and how the shipped ones are taken up again out of their ONNX files."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional

MAP, MAP_EDGE, VECTOR = 32, 12, 128
"""Channels of the map, its edge, and numbers in a vector: what `vision.recognition.encoder` expects."""
_TRUNKS = {
    48: ((5, 2, 24), (3, 2, 40), (3, 1, 40), (3, 1, 40)),
    96: ((5, 2, 16), (3, 2, 32), (3, 2, 48), (3, 1, 48), (3, 1, 48)),
}
"""By the patch's edge: kernel, stride and channels of each convolution; a batch norm and a ReLU follow it."""
_POOLED = ((3, 2, 64),)
_HEAD = ((1, 1, 24), (3, 2, 32), (3, 1, 48))

Layers = tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Design:
    """The edge of the patches, and by how much the trunk and the head are wider than what is shipped."""

    edge: int = 48
    width: float = 1.0
    head_width: float = 1.0


class Networks(nn.Module):
    """The trunk with its two outlets, and the head that compares maps."""

    def __init__(self, design: Design) -> None:
        super().__init__()
        self.patch_px, self.map_edge = design.edge, MAP_EDGE
        self.trunk, wide = stack(3, _widened(_TRUNKS[design.edge], design.width))
        self.map = nn.Conv2d(wide, MAP, 1)
        self.pooled, wide_pooled = stack(wide, _widened(_POOLED, design.width))
        self.vector = nn.Linear(wide_pooled * (MAP_EDGE // 2) ** 2, VECTOR)
        self.head, wide_head = stack(2 * MAP, _widened(_HEAD, design.head_width))
        self.verdict = nn.Linear(2 * wide_head, 1)

    def seen(self, patches: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the maps (n, MAP, e, e) and unit vectors (n, VECTOR) of patches (n, 3, edge, edge), 0 to 1."""
        drawn = self.trunk(patches)
        return self.map(drawn), functional.normalize(self.vector(self.pooled(drawn).flatten(1)), dim=1)

    def compared(self, maps: torch.Tensor, pairs: torch.Tensor) -> torch.Tensor:
        """Return the logits (m,) of pairs (m, 2) of maps (n, MAP, e, e) showing the same face."""
        first, norm, *rest = self.head
        # The first layer sees |a − b| and a + b; what it makes of a sum is the sum of what it makes of each.
        apart = (maps[pairs[:, 0]] - maps[pairs[:, 1]]).abs()
        each = functional.conv2d(maps, first.weight[:, MAP:])
        told = functional.conv2d(apart, first.weight[:, :MAP]) + each[pairs[:, 0]] + each[pairs[:, 1]]
        for layer in (norm, *rest):
            told = layer(told)
        return self.verdict(torch.cat([told.mean((2, 3)), told.amax((2, 3))], dim=1))[:, 0]


def _widened(layers: Layers, width: float) -> Layers:
    return tuple((kernel, stride, max(8, round(wide * width / 8) * 8)) for kernel, stride, wide in layers)


def stack(channels: int, layers: Layers) -> tuple[nn.Sequential, int]:
    """Return convolutions with batch norm and ReLU, and how many channels they end in."""
    modules: list[nn.Module] = []
    for kernel, stride, wide in layers:
        modules += [nn.Conv2d(channels, wide, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(wide), nn.ReLU()]
        channels = wide
    return nn.Sequential(*modules), channels


def take_up(model: Networks, folder: Path) -> None:
    """Put the weights of `encoder.onnx` and `comparison.onnx` into a model of the same design. Evaluated, it makes of
    a patch what they make of it; `settle` then makes it fit to be trained."""
    weights = {
        entry.name: torch.from_numpy(np.array(numpy_helper.to_array(entry)))
        for name in ("encoder.onnx", "comparison.onnx")
        for entry in onnx.load(str(folder / name)).graph.initializer
    }
    with torch.no_grad():
        for name, modules in (("trunk", model.trunk), ("pooled", model.pooled), ("head", model.head)):
            layers = list(modules)
            for number, (conv, norm) in enumerate(zip(layers[::3], layers[1::3], strict=True)):
                conv.weight.copy_(weights[f"{name}{number}_kernel"])
                norm.bias.copy_(weights[f"{name}{number}_offset"])
                norm.weight.fill_(1)
                norm.running_mean.zero_()
                norm.running_var.fill_(1 - norm.eps)
        model.map.weight.copy_(weights["maps_kernel"])
        model.map.bias.copy_(weights["maps_offset"])
        for layer, name in ((model.vector, "vectors"), (model.verdict, "verdict")):
            layer.weight.copy_(weights[f"{name}_matrix"])
            layer.bias.copy_(weights[f"{name}_shift"])


def settle(model: Networks, patches: torch.Tensor, pairs: torch.Tensor) -> None:
    """Give each batch norm the mean and spread that it meets, and undo that by its weights: what is evaluated stays as
    it is, and what is trained begins near it."""
    met: dict[nn.BatchNorm2d, tuple[torch.Tensor, torch.Tensor]] = {}

    def meet(norm: nn.BatchNorm2d, entry: tuple[torch.Tensor]) -> None:
        met[norm] = entry[0].mean((0, 2, 3)), entry[0].var((0, 2, 3))

    norms = [module for module in model.modules() if isinstance(module, nn.BatchNorm2d)]
    hooks = [norm.register_forward_pre_hook(meet) for norm in norms]  # type: ignore[arg-type]
    model.eval()
    with torch.no_grad():
        maps, _ = model.seen(patches)
        model.compared(maps, pairs)
        for norm, (mean, spread) in met.items():
            scale = norm.weight / (norm.running_var + norm.eps).sqrt()  # type: ignore[operator]
            shift = norm.bias - norm.running_mean * scale  # type: ignore[operator]
            norm.running_mean.copy_(mean)  # type: ignore[union-attr]
            norm.running_var.copy_(spread)  # type: ignore[union-attr]
            norm.weight.copy_(scale * (spread + norm.eps).sqrt())
            norm.bias.copy_(shift + mean * scale)
    for hook in hooks:
        hook.remove()
    model.train()


@torch.no_grad()
def follow(mean: nn.Module, model: nn.Module, step: int, mean_of: int) -> None:
    """Draw the running mean of a model towards it: the mean over about `mean_of` of the last steps; at first, of the
    last tenth."""
    share = max(1 / mean_of, 10 / (step + 10))
    for each, value in zip(mean.state_dict().values(), model.state_dict().values(), strict=True):
        if each.is_floating_point():
            each.lerp_(value, share)
