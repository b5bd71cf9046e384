"""Arrays of numbers: short ones are among the values of a prim, long ones among the bytes of the stage."""

from __future__ import annotations

from typing import Any

import numpy as np

from robotfmt.mesh.triangles import Floats

from ..document.stage import Prim, Stage

_KINDS = {"f": "<f4", "d": "<f8", "i": "<i4", "I": "<u4", "q": "<i8", "l": "<i8", "e": "<f2", "?": "?"}


def array(stage: Stage, prim: Prim, name: str) -> Floats | Any:
    """Return the numbers of an attribute; an empty array if it is not authored."""
    value = prim.peek(name)
    if isinstance(value, dict):
        kind = np.dtype(_KINDS[value["kind"]])
        shape = value["shape"]
        size = int(np.prod(shape)) * kind.itemsize
        return np.frombuffer(stage.body[value["at"] : value["at"] + size], dtype=kind).reshape(shape)
    return np.array(value if value is not None else [])
