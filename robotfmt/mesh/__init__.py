"""Meshes: triangles in arrays, from files and shapes and to files."""

from __future__ import annotations

from .triangles import Triangles

__all__ = ["Triangles"]
