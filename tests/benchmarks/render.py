"""How long a picture takes, beside pybullet's TinyRenderer, in one process and one run; and whether they agree.

    python tests/benchmarks/render.py URDF...

Both draw the same meshes from the same camera at 800 x 600; CPU time, the quickest of several turns. TinyRenderer looks
at each pixel once, robotfmt four times. Of the pixels that one of them shows as robot the share is printed that the
other shows so too: two programs that have nothing in common but the URDF. After that, what single meshes take.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import robotfmt
from robotfmt.mesh import Triangles
from robotfmt.render import Camera, Scene, View, draw, make_scene, sampled, view

SIZE = (800, 600)
TURNS = 3
NONE = (0.0, 0.0, 0.0, 0.0)
Mask = NDArray[np.bool_]


def seconds(work: Callable[[], object]) -> float:
    """The CPU time of the quickest turn."""
    best = math.inf
    for _ in range(TURNS):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best


def tiny(bullet: Any, urdf: str, seen: View) -> tuple[float, float, Mask]:
    """Of TinyRenderer: the time for loading and for a picture, and where it shows the robot."""
    client = bullet.connect(bullet.DIRECT)
    begin = time.process_time()
    bullet.loadURDF(urdf, useFixedBase=True, flags=bullet.URDF_USE_MATERIAL_COLORS_FROM_MTL)
    loading = time.process_time() - begin
    eye = seen.center - seen.distance * seen.axes[2]
    looking = bullet.computeViewMatrix(eye.tolist(), seen.center.tolist(), seen.axes[1].tolist())
    near, far = (seen.distance + depth for depth in seen.depths)
    lens = bullet.computeProjectionMatrixFOV(30.0, SIZE[0] / SIZE[1], near, far)

    def picture() -> Any:
        return bullet.getCameraImage(*SIZE, looking, lens, renderer=bullet.ER_TINY_RENDERER)

    shown = np.reshape(picture()[4], SIZE[::-1]) >= 0
    drawing = seconds(picture)
    bullet.disconnect(client)
    return loading, drawing, shown


def beside(urdf: str, bullet: Any | None) -> None:
    """Print what a robot takes."""
    begin = time.process_time()
    scene = make_scene(robotfmt.read(urdf))
    loading = time.process_time() - begin
    seen = view(Camera(), scene.extent, sampled(SIZE))
    mine = seconds(partial(draw, scene, seen))
    print(f"{Path(urdf).name}: {scene.counts[0]} triangles")
    print(f"  robotfmt      loading {loading:6.2f} s  picture {mine:6.2f} s")
    if bullet is None:
        return
    theirs_loading, theirs, shown = tiny(bullet, urdf, seen)
    print(f"  TinyRenderer  loading {theirs_loading:6.2f} s  picture {theirs:6.2f} s")
    here = draw(scene, seen, NONE)[:, :, 3] > 127
    share = (here & shown).sum() / max((here | shown).sum(), 1)
    print(f"  robotfmt / TinyRenderer {mine / theirs:.2f}; {100 * share:.2f} % of the pixels agree")


def blob(count: int) -> Triangles:
    """A body with about so many triangles."""
    rows = math.isqrt(count // 2)
    up, around = np.divmod(np.arange(rows * rows), rows)
    angle, height = around * (2 * math.pi / rows), np.cos((up + 0.5) * (math.pi / rows))
    wide = np.sqrt(1 - height**2)
    vertices = np.stack([0.4 * wide * np.cos(angle), 0.3 * wide * np.sin(angle), 0.6 * height], axis=1)
    here = np.flatnonzero(up < rows - 1)
    there = here - around[here] + (around[here] + 1) % rows
    low, high = (
        np.stack([here, here + rows, there], axis=1),
        np.stack([there, here + rows, there + rows], axis=1),
    )
    return Triangles(vertices, np.concatenate([low, high]))


def main(urdfs: list[str]) -> None:
    """Print the table."""
    try:
        bullet = import_module("pybullet")
    except ImportError:
        bullet = None
        print("pybullet is not installed; without it")
    for urdf in urdfs:
        beside(urdf, bullet)
    for most in (10_000, 135_000, 1_000_000):
        surface = blob(most)
        scene = Scene()
        scene.add_surface(surface, np.tile([0.7, 0.7, 0.7, 1.0], (len(surface), 1)))
        taken = seconds(partial(draw, scene, view(Camera(), scene.extent, sampled(SIZE))))
        print(f"one mesh of {len(surface):8} triangles: {taken:6.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
