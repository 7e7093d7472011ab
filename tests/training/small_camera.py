"""A small camera: linear light → a picture as a phone or a Pi gives it. White balance that goes part of the way, lens
blur and stray light, vignetting, shot noise that its demosaicing has smeared, a tone curve with a shoulder,
sharpening."""

import cv2
import numpy as np

_LUMINANCE_BGR = np.array([0.0722, 0.7152, 0.2126], np.float32)

Light = np.ndarray
"""Linear light (h, w, 3) float32 BGR; 1 is where the sensor is full once it is exposed."""


def taken(rng: np.random.Generator, light: Light, condition: str, lamp_bgr: np.ndarray) -> np.ndarray:
    """Return the picture (h, w, 3) uint8 BGR that the camera makes of a scene under a lamp of this colour (3,)."""
    light = _balanced(rng, _exposed(rng, light), condition, lamp_bgr)
    light = _through_the_lens(rng, light, condition)
    gain = rng.uniform(0.003, 0.009) if condition == "dim" else rng.uniform(0.0002, 0.002)
    noise = rng.standard_normal(light.shape, np.float32) * np.sqrt(np.maximum(light, 0) * gain + gain * gain)
    light = np.maximum(light + 1.3 * cv2.GaussianBlur(noise.astype(np.float32), (0, 0), 0.5), 0)
    levels = 255 * _toned(rng, light)
    if condition == "dim" and rng.random() < 0.6:
        levels = cv2.bilateralFilter(levels, 5, 25, 1.2)
    levels += (levels - cv2.GaussianBlur(levels, (0, 0), 1.0)) * np.float32(rng.uniform(0, 1))
    return np.clip(levels, 0, 255).astype(np.uint8)


def _exposed(rng: np.random.Generator, light: Light) -> Light:
    """Return the light by the exposure that brings its mean, highlights left out, to a middle grey, more or less."""
    luminance = light @ _LUMINANCE_BGR
    mean = float(np.minimum(luminance, np.quantile(luminance, 0.97)).mean())
    return light * np.float32(rng.uniform(0.16, 0.24) * 2 ** rng.normal(0, 0.25) / max(mean, 1e-5))


def _balanced(rng: np.random.Generator, light: Light, condition: str, lamp_bgr: np.ndarray) -> Light:
    luminance = light @ _LUMINANCE_BGR
    bright = light[luminance >= np.quantile(luminance, 0.6)].mean(axis=0)
    guess = 0.25 * bright / bright.mean() + 0.75 * lamp_bgr / lamp_bgr.mean()
    part = rng.uniform(0.5 if condition in ("lamp", "mixed", "dim") else 0.75, 1.0)
    light = light / np.float32(guess**part) * np.exp(rng.normal(0, 0.04, 3)).astype(np.float32)
    grey = (light @ _LUMINANCE_BGR)[..., None]
    return np.maximum(grey + (light - grey) * np.float32(rng.uniform(0.95, 1.35)), 0)


def _through_the_lens(rng: np.random.Generator, light: Light, condition: str) -> Light:
    height, width = light.shape[:2]
    blur_px = rng.uniform(1.0, 1.9) if condition == "blur" else max(0.2, abs(rng.normal(0.35, 0.2)))
    light = cv2.GaussianBlur(light, (0, 0), blur_px)
    if rng.random() < 0.5:
        stray = cv2.GaussianBlur(light, (0, 0), width / 12) * np.float32(rng.uniform(0.01, 0.06))
        light = light + stray + np.float32(abs(rng.normal(0, 0.004)))
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    off = ((x - width / 2) ** 2 + (y - height / 2) ** 2) / (width * width / 4)
    return light * (1 - np.float32(rng.uniform(0, 0.18)) * off)[..., None]


def _toned(rng: np.random.Generator, light: Light) -> np.ndarray:
    """Return levels, 0 to 1: a shoulder towards full light, the curve of sRGB (IEC 61966-2-1), and more contrast."""
    knee = np.float32(rng.uniform(0.6, 0.95))
    over = (light - knee) / (1 - knee) * np.float32(rng.uniform(0.7, 1.0))
    light = np.where(light > knee, knee + (1 - knee) * (1 - np.exp(-over)), light).clip(0, 1)
    levels = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-6) ** (1 / 2.4) - 0.055)
    smooth = levels * levels * (3 - 2 * levels)
    return np.float32(levels + rng.uniform(0, 0.5) * (smooth - levels))
