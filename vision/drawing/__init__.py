"""The inverse of seeing: a scene, its light and a camera's pose → the picture of it."""
