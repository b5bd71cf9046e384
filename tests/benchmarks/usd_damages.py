"""Damages of USD stages: how many of them ``robotfmt check`` finds, and ``robotfmt diff`` with the source, as a table.

    python tests/benchmarks/usd_damages.py [--robot NAME ...] [--damage NAME ...]

The stages are written from ten URDFs of example-robot-data, with the shapes that are no meshes and the smallest mesh.
A damage is found if there is a line that the sound stage does not have, and that names what was damaged: of ``check``
a warning or an error, of ``diff`` any. A line for each kind: the robots that have something to damage so, and those in
which it is found.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "support"))

from damage_findings import Named, Stage
from stage_damages import DAMAGES
from ten_robots import FLOATING, TEN, urdf_of

import robotfmt
from robotfmt.model import Geometry, Link, Mesh, Robot
from robotfmt.model.record import replace
from robotfmt.settings import context_of
from robotfmt.surfaces.loading import surface


def _is_mesh(geometry: Geometry) -> bool:
    return isinstance(geometry.shape, Mesh)


def _size(geometry: Geometry) -> int:
    """Return the number of triangles of a mesh; 0 for one that is not found, and for other shapes."""
    found = surface(geometry, context_of()) if _is_mesh(geometry) else None
    return len(found) if found is not None else 0


def slim(robot: Robot) -> Robot:
    """Return a robot with the shapes that are no meshes, and the smallest of its meshes that are drawn."""
    places = [(link.name, index) for link in robot.links for index in range(len(link.visuals))]
    sizes = {each: _size(robot.link(each[0]).visuals[each[1]]) for each in places}
    kept = min((each for each in places if sizes[each]), key=lambda each: sizes[each], default=None)

    def of(link: Link) -> Link:
        shapes = [it for place, it in enumerate(link.visuals) if (link.name, place) == kept or not _is_mesh(it)]
        collisions = tuple(each for each in link.collisions if not _is_mesh(each))
        return replace(link, visuals=tuple(shapes), collisions=collisions)

    return replace(robot, links=tuple(map(of, robot.links)))


def written(name: str, folder: Path) -> Stage:
    """Return the stage of a robot, and the URDF that it is written from."""
    urdf, stage = folder / f"{name}.urdf", folder / f"{name}.usda"
    robotfmt.convert(urdf_of(name), urdf, edit=lambda robot, **_: slim(robot), meshes="copy")
    robotfmt.convert(urdf, stage, base="floating" if name in FLOATING else "fixed")
    return Stage(stage, [urdf])


def tried(stage: Stage, damages: Iterable[str]) -> Mapping[str, Named]:
    """Return what names each damage that a stage can have."""
    found = {}
    for each in damages:
        try:
            found[each] = stage.named(each)
        except LookupError:
            continue
        print(".", end="", file=sys.stderr, flush=True)
    return found


def print_table(results: Mapping[str, Mapping[str, Named]], damages: Iterable[str]) -> None:
    """Print a line for each kind of damage, and one for all."""
    print("| damage | robots | check | diff | not named by diff |\n| --- | --- | --- | --- | --- |")
    whole = [0, 0, 0]
    for damage in damages:
        mine = {name: each[damage] for name, each in results.items() if damage in each}
        counts = [len(mine), sum(bool(it.check) for it in mine.values()), sum(bool(it.diff) for it in mine.values())]
        whole = [a + b for a, b in zip(whole, counts, strict=True)]
        missed = ", ".join(name for name, each in mine.items() if not each.diff)
        print(f"| {damage} | {' | '.join(map(str, counts))} | {missed} |")
    print(f"| all | {' | '.join(map(str, whole))} | |")


def main() -> None:
    """Plant the damages, and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--robot", action="append", default=[])
    parser.add_argument("--damage", action="append", default=[])
    options = parser.parse_args()
    damages = options.damage or list(DAMAGES)
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in options.robot or TEN:
            print(name, end=" ", file=sys.stderr)
            results[name] = tried(written(name, Path(folder)), damages)
            print(file=sys.stderr)
    print_table(results, damages)


if __name__ == "__main__":
    main()
