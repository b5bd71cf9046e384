"""The paths of sidecars: ``arm.mjcf.kept.json`` next to ``arm.xml``."""

from __future__ import annotations

from pathlib import Path

SUFFIX = ".kept.json"


def path_of(document: Path, format: str) -> Path:
    """Return the path of the sidecar of a document."""
    return document.with_name(f"{document.stem}.{format}{SUFFIX}")


def is_sidecar(path: str) -> bool:
    """Return True if a path is named as sidecars are."""
    return path.endswith(SUFFIX)
