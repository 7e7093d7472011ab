"""From what a camera's buffer holds to blue, green, red: the one place where formats are told apart."""

from typing import Any

import cv2
import numpy as np

from hardware.camera import Picture
from hardware.errors import CameraError

# libcamera names a format by its 24-bit word, so "RGB888" lies in memory as blue, green, red, and "BGR888" the other
# way round; the four-byte formats carry a filler that is left out.
_AS_IT_IS = {"RGB888"}
_CONVERSIONS = {
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
    "YUYV": cv2.COLOR_YUV2BGR_YUYV,
    "UYVY": cv2.COLOR_YUV2BGR_UYVY,
}
_STACKED = {"NV12", "NV21", "YUV420", "YVU420"}  # colour rows below the brightness rows: 1.5 times as high


def to_bgr(data: Any, pixel_format: str, size_px: tuple[int, int]) -> Picture:
    """Return `data`, an array as the camera gave it, as (height, width, 3) in blue, green, red; `size_px` is the
    picture's (width, height), what a row carries beyond it is cut off. Only the conversion copies: a picture that
    already is in this order comes back as a view. Raises CameraError for a format that is not known."""
    width, height = size_px
    if pixel_format in ("MJPEG", "MJPG", "JPEG"):
        return from_jpeg(data)
    if pixel_format in _AS_IT_IS:
        return np.asarray(data[:height, :width, :3])
    conversion = _CONVERSIONS.get(pixel_format)
    if conversion is None:
        known = ", ".join(sorted({*_AS_IT_IS, *_CONVERSIONS, "MJPEG"}))
        raise CameraError(
            "the camera gives pictures as “{pixel_format}”; known are {known}", pixel_format=pixel_format, known=known
        )
    if pixel_format in _STACKED:
        data = _planes(data, pixel_format, width, height)
    bgr = cv2.cvtColor(np.ascontiguousarray(data), conversion)
    return np.asarray(bgr[:height, :width], dtype=np.uint8)


def in_rows(buffer: Any, pixel_format: str, size_px: tuple[int, int], stride: int) -> Any:
    """Return a camera's flat buffer as rows (height, width, depth), or, where its planes are stacked, as
    (height × 1.5, stride); `stride` is the bytes of a row with its padding. Nothing is copied."""
    width, height = size_px
    if pixel_format in ("MJPEG", "MJPG", "JPEG"):
        return buffer
    if pixel_format in _STACKED:
        return buffer[: stride * height * 3 // 2].reshape(height * 3 // 2, stride)
    depth = {"XRGB8888": 4, "XBGR8888": 4, "YUYV": 2, "UYVY": 2}.get(pixel_format, 3)
    rows = buffer[: stride * height].reshape(height, stride)[:, : width * depth]
    return np.lib.stride_tricks.as_strided(rows, (height, width, depth), (stride, depth, 1))


def _planes(data: Any, pixel_format: str, width: int, height: int) -> Any:
    """Return stacked planes without the padding at their rows' ends; three planes share one width."""
    rows = data[: height * 3 // 2]
    if rows.shape[1] == width:
        return rows
    if pixel_format in ("NV12", "NV21"):
        return rows[:, :width]
    stride = rows.shape[1]
    flat = np.ascontiguousarray(rows).reshape(-1)
    bright = flat[: stride * height].reshape(height, stride)[:, :width].reshape(-1)
    colours = flat[stride * height :].reshape(height, stride // 2)[:, : width // 2].reshape(-1)
    return np.concatenate([bright, colours]).reshape(height * 3 // 2, width)


def from_jpeg(data: Any, reduce: int = 1) -> Picture:
    """Return the picture in JPEG bytes, at 1/`reduce` (1, 2, 4, 8) of its size, which costs far less than all of it.

    Raises CameraError for bytes that are no whole picture.
    """
    flags = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
    jpeg = np.frombuffer(np.ascontiguousarray(data), np.uint8)
    picture = cv2.imdecode(jpeg, flags.get(reduce, 65)) if jpeg.size else None  # of nothing at all OpenCV complains
    if picture is None:
        raise CameraError("the camera sent a picture that breaks off; try another cable or USB socket")
    return np.asarray(picture, dtype=np.uint8)
