"""Train vision/embedding.onnx: a small network that maps a patch to a vector, near for one face under any light and
far for another face, learned on drawn families only.

    python tests/training/train_embedding.py --steps 9000 --out vision/embedding.onnx

It wants torch, onnx, opencv, pillow and fontconfig's fc-list with the fonts that docs/embedding.md names. It uses one
thread for itself. The figures it prints are few-shot accuracies on drawn families that it does not train on.
"""

import argparse
import itertools
import time
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from families import Family, random_family
from onnx import TensorProto, helper, numpy_helper
from photographs import photograph, random_lamp
from torch import nn
from torch.nn import functional

PATCH_PX = 40
VECTOR = 128
LAYERS = ((5, 2, 24), (3, 2, 48), (3, 1, 48), (3, 2, 80), (3, 1, 80), (1, 1, 48))
"""Kernel, stride and channels of each convolution; a batch norm and a ReLU follow it."""
FAMILIES, FACES, VIEWS = 8, 8, 4
POOL = 600


def network() -> nn.Sequential:
    """Return the untrained network: patches (n, 3, PATCH_PX, PATCH_PX) from 0 to 1 → vectors (n, VECTOR)."""
    layers: list[nn.Module] = []
    channels, edge = 3, PATCH_PX
    for kernel, stride, wide in LAYERS:
        layers += [nn.Conv2d(channels, wide, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(wide), nn.ReLU()]
        channels, edge = wide, (edge + 2 * (kernel // 2) - kernel) // stride + 1
    return nn.Sequential(*layers, nn.Flatten(), nn.Linear(channels * edge * edge, VECTOR))


def as_input(patches: np.ndarray) -> torch.Tensor:
    """Return uint8 BGR patches (n, s, s, 3) as the network wants them."""
    return torch.from_numpy(np.ascontiguousarray(patches.transpose(0, 3, 1, 2))).float().div_(255)


def contrast(vectors: torch.Tensor, labels: torch.Tensor, warmth: float) -> torch.Tensor:
    """Return the supervised contrastive loss (Khosla et al. 2020, eq. 2) of unit vectors (n, d) with labels (n,)."""
    alike = vectors @ vectors.T / warmth
    alike = alike - 1e9 * torch.eye(len(vectors))
    same = (labels[:, None] == labels[None]).float() - torch.eye(len(vectors))
    logs = functional.log_softmax(alike, dim=1)
    return -((logs * same).sum(1) / same.sum(1)).mean()


def batch(rng: np.random.Generator, pool: list[Family]) -> tuple[torch.Tensor, torch.Tensor]:
    """Return photographs of some faces of some families and which face each shows."""
    patches, labels = [], []
    for number in rng.choice(len(pool), FAMILIES, replace=False):
        family = pool[number]
        first, second = random_lamp(rng), random_lamp(rng)
        lamps = [first, first, second, second]
        for face in rng.permutation(len(family.faces))[:FACES]:
            patches.append(photograph(rng, family, int(face), lamps, PATCH_PX))
            labels += [int(number) * 100 + int(face)] * VIEWS
    return as_input(np.concatenate(patches)), torch.tensor(labels)


def few_shot(model: nn.Module, trials: int = 120) -> float:
    """Return how often the nearest of a family's faces, one photograph each under one lamp, is right under another."""
    rng = np.random.default_rng(7)
    right = total = 0
    for _ in range(trials):
        family = random_family(rng)
        lamps = [random_lamp(rng), random_lamp(rng)]
        shown = np.stack([photograph(rng, family, face, lamps, PATCH_PX) for face in range(len(family.faces))])
        with torch.no_grad():
            taught, asked = (functional.normalize(model(as_input(shown[:, k])), dim=1) for k in (0, 1))
        right += int(((asked @ taught.T).argmax(1) == torch.arange(len(taught))).sum())
        total += len(taught)
    return right / total


def export(model: nn.Sequential, path: Path) -> None:
    """Write the network with its batch norms folded: plain Conv, Relu, Flatten, Gemm in opset 13."""
    nodes, weights, name, number = [], [], "patches", 0
    modules = list(model)
    for conv, norm in itertools.pairwise(modules):
        if not isinstance(conv, nn.Conv2d) or not isinstance(norm, nn.BatchNorm2d):
            continue
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        kernel = (conv.weight * scale[:, None, None, None]).detach().numpy().astype(np.float32)
        offset = (norm.bias - norm.running_mean * scale).detach().numpy().astype(np.float32)
        weights += [
            numpy_helper.from_array(kernel, f"kernel{number}"),
            numpy_helper.from_array(offset, f"offset{number}"),
        ]
        pads = [conv.padding[0]] * 4
        inputs = [name, f"kernel{number}", f"offset{number}"]
        nodes.append(
            helper.make_node(
                "Conv",
                inputs,
                [f"conv{number}"],
                kernel_shape=list(conv.kernel_size),
                strides=list(conv.stride),
                pads=pads,
            )
        )
        name = f"relu{number}"
        nodes.append(helper.make_node("Relu", [f"conv{number}"], [name]))
        number += 1
    last = modules[-1]
    weights += [
        numpy_helper.from_array(last.weight.detach().numpy(), "matrix"),
        numpy_helper.from_array(last.bias.detach().numpy(), "shift"),
    ]
    nodes.append(helper.make_node("Flatten", [name], ["flat"], axis=1))
    nodes.append(helper.make_node("Gemm", ["flat", "matrix", "shift"], ["vectors"], transB=1))
    entry = helper.make_tensor_value_info("patches", TensorProto.FLOAT, ["n", 3, PATCH_PX, PATCH_PX])
    leave = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["n", VECTOR])
    written = helper.make_model(
        helper.make_graph(nodes, "embedding", [entry], [leave], weights), opset_imports=[helper.make_opsetid("", 13)]
    )
    written.ir_version = 8
    onnx.checker.check_model(written)
    onnx.save(written, str(path))


def train(steps: int, out: Path, seed: int, minutes: float) -> nn.Sequential:
    """Train for so many steps, or until the minutes are over; write the network now and then and at the end."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = network().to(memory_format=torch.channels_last)
    tuner = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.02)
    pool = [random_family(rng) for _ in range(POOL)]
    began, mean_loss = time.monotonic(), 0.0
    for step in range(steps):
        done = max(step / steps, (time.monotonic() - began) / (60 * minutes))
        if done >= 1:
            break
        for group in tuner.param_groups:
            group["lr"] = 2e-3 * min(1.0, (step + 1) / 100) * (0.5 + 0.5 * np.cos(np.pi * done))
        pool[int(rng.integers(POOL))] = random_family(rng)
        patches, labels = batch(rng, pool)
        loss = contrast(functional.normalize(model(patches.to(memory_format=torch.channels_last)), dim=1), labels, 0.1)
        tuner.zero_grad()
        loss.backward()
        tuner.step()
        mean_loss += (loss.item() - mean_loss) * (0.01 if step > 100 else 0.1)
        if step % 500 == 499:
            _report(model, out, step, mean_loss, began)
    _report(model, out, steps, mean_loss, began)
    return model


def _report(model: nn.Sequential, out: Path, step: int, loss: float, began: float) -> None:
    model.eval()
    took = time.monotonic() - began
    print(f"step {step + 1}, {took:.0f} s, loss {loss:.3f}, one shot {few_shot(model):.4f}", flush=True)
    export(model, out)
    torch.save(model.state_dict(), out.with_suffix(".pt"))
    model.train()


def main() -> None:
    """Read the command line and train."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--steps", type=int, default=9000)
    asked.add_argument("--minutes", type=float, default=600.0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, required=True)
    given = asked.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    train(given.steps, given.out, given.seed, given.minutes)


if __name__ == "__main__":
    main()
