"""The outputs of worlds in a batch, if the format supports one robot: documents that refer to the robots."""

from __future__ import annotations

from pathlib import Path

from ..documents.source import plain_name
from .conversion_options import Request


def stem(path: str) -> str:
    """Return the name of a document without its suffixes."""
    return Path(plain_name(path)).stem.removesuffix(".world")


def apart(request: Request, path: str) -> tuple[str, dict[str, str]] | None:
    """Return the document for the world of an input, and the options for it; None if the outputs store the world."""
    if request.out_dir is None or request.target_format is None or request.as_one:
        return None
    folder = Path(request.out_dir)
    if len(request.files) > 1:
        folder /= stem(path)  # so that robots of two worlds never meet
    options = {"world.robots": request.target_format.partition("@")[0]}
    return str(folder / f"{stem(path)}.world.json"), options
