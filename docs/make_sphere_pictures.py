"""Make the pictures and the tables of the page about choosing spheres.

Run ``python docs/make_sphere_pictures.py`` with the extra ``docs``, which brings the robots. It writes the pictures to
``fixtures/pictures`` and prints the tables. The CPU seconds depend on the machine; other machines may also find spheres
that differ in their last digits.
"""

from __future__ import annotations

import sys
import sysconfig
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import robotfmt
from robotfmt.model import Robot
from robotfmt.render import Camera, draw_figure, make_scene, write_png
from robotfmt.spheres import LinkMeasure, fit, measure
from robotfmt.spheres.measuring.links import total

PICTURES = Path(__file__).resolve().parent.parent / "fixtures" / "pictures"
ROBOTS = Path(sysconfig.get_path("purelib")) / "cmeel.prefix" / "share" / "example-robot-data" / "robots"
PANDA = ROBOTS / "panda_description" / "urdf" / "panda.urdf"
LINK = "panda_link5"
TOLERANCES = ("40mm", "20mm", "10mm", "5mm")
NUMBERS = (2, 4, 8, 16)
BUDGETS = (40, 80, 160, 320)


def main() -> None:
    """Fit spheres to one link at several tolerances and numbers, and to the whole robot with several budgets."""
    panda = robotfmt.read(PANDA)
    link = Robot(name=LINK, links=(panda.link(LINK),))
    measure(fit(link, tolerance=TOLERANCES[0]))  # compiles, so that the times below do not include it
    _shown("tolerance", link, {f"--tolerance {each}": {"tolerance": each} for each in TOLERANCES})
    _shown("number", link, {f"--per-link {each}": {"per_link": each} for each in NUMBERS})
    shared = [(f"--budget {each} --share protrusion", {"budget": each, "share": "protrusion"}) for each in BUDGETS]
    _table("whole robot", [_fitted(panda, *each)[0] for each in shared])


def _shown(name: str, link: Robot, choices: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the picture of a link under some options, and print the table."""
    fitted = [_fitted(link, option, given) for option, given in choices.items()]
    scenes = [make_scene(robot, show=("collision", "spheres")) for _, robot in fitted]
    picture = draw_figure(
        scenes,
        list(choices),
        size=(880, 240),
        camera=Camera(azimuth=0, elevation=10),
        background=(1, 1, 1, 1),
    )
    write_png(PICTURES / f"choose_{name}.png", picture, overwrite=True)
    _table(LINK, [row for row, _ in fitted])


def _fitted(robot: Robot, option: str, given: Mapping[str, Any]) -> tuple[str, Robot]:
    """Return a row of a table, and the robot with its spheres."""
    started = time.process_time()
    made = fit(robot, workers=1, clip_base=False, **given)
    seconds = time.process_time() - started
    return _row(option, total(measure(made)), seconds), made


def _row(option: str, it: LinkMeasure, seconds: float) -> str:
    excess = it.excess_share if it.excess_share is not None else float("nan")
    return (
        f"| `{option}` | {it.spheres} | {it.coverage:.0f} % | {1000 * it.protrusion:.1f} mm "
        f"| {excess:.0f} % | {seconds:.0f} |"
    )


def _table(title: str, rows: list[str]) -> None:
    head = f"| {title} | spheres | coverage | greatest protrusion | excess volume | CPU s |"
    sys.stdout.write("\n".join([head, "|---|---|---|---|---|---|", *rows, "", ""]))


if __name__ == "__main__":
    main()
