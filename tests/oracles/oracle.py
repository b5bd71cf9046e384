"""Programs by others that judge ours, and how far poses are apart."""

from __future__ import annotations

import os
import shutil
from functools import cache
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from programs import missing
from real import example_robots

Array = NDArray[np.float64]

_DEBIAN = Path("/usr/lib/collada_urdf")
"""Where Debian's collada-urdf-tools keeps its programs: not on the path."""


def require_example_robots() -> None:
    """Skip, or in continuous integration fail, where the real robots of the test extra are not there."""
    if not example_robots():
        missing("example-robot-data")


@cache
def cmeel_program(name: str, package: str) -> str:
    """A program that came with a wheel of the test extra, without the one in Python that starts it."""
    try:
        found = next(e for e in files(package) or [] if e.parts[-3:] == ("cmeel.prefix", "bin", name))
    except (PackageNotFoundError, StopIteration) as error:
        missing(name, ImportError(str(error)))
    return str(found.locate())


def libraries(program: str) -> dict[str, str]:
    """The surroundings in which a program finds the libraries that were installed beside it."""
    return {**os.environ, "LD_LIBRARY_PATH": str(Path(program).parents[1] / "lib")}


def debian_program(name: str, package: str) -> str:
    """A program of a Debian package, which cannot be installed everywhere."""
    found = shutil.which(name, path=os.pathsep.join(("/usr/bin", str(_DEBIAN))))
    if found is None:
        pytest.skip(f"{name} is not installed (apt-get install {package})")
    return found


def pose_error(a: Array, b: Array) -> float:
    """The larger of the distance and the angle between two homogeneous matrices (4, 4), or arrays of them."""
    distance = np.linalg.norm(a[..., :3, 3] - b[..., :3, 3], axis=-1)
    chord = np.linalg.norm(a[..., :3, :3] - b[..., :3, :3], axis=(-2, -1)) / np.sqrt(8)
    angle = 2 * np.arcsin(np.minimum(chord, 1))
    return float(np.max(np.maximum(distance, angle)))


def homogeneous(rotation: Array, translation: Array) -> Array:
    """A rotation matrix and a translation as one matrix (4, 4)."""
    result = np.eye(4)
    result[:3, :3], result[:3, 3] = rotation, translation
    return result
