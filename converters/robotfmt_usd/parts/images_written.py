"""The images of an archive: in it, where programs that open it find them."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from robotfmt.context import Context
from robotfmt.errors import MeshError
from robotfmt.model.renaming import free_name

from ..document.usda import Asset, Spec, copied

_FOLDER = "images"


def image_of(uri: str, context: Context) -> bytes | None:
    """Return the bytes of an image; None if it is not found from the output, or may not be opened."""
    try:
        return context.assets.load(uri, context.output)[1]
    except MeshError:
        return None


def with_images(prims: list[Spec], context: Context) -> tuple[list[Spec], dict[str, bytes]]:
    """Return prims that name images in the archive, and these images by their paths in it."""
    found: dict[str, bytes] = {}
    names: dict[str, str] = {}

    def packed(_: str, value: Any) -> Any:
        if not isinstance(value, Asset):
            return value
        data = image_of(value, context) if value not in names else None
        if data is not None:
            path = PurePath(value)
            name = free_name(path.stem, {PurePath(each).stem for each in found})
            names[value] = f"{_FOLDER}/{name}{path.suffix}"
            found[names[value]] = data
        return Asset(names.get(value, value))

    return [copied(each, packed) for each in prims], found
