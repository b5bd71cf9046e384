"""The page: one HTML text with its styles, scripts, robots and surfaces; it loads nothing else. It shows robots in a
notebook, and a conversion: the robot before and after, and the report.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib import resources
from math import isfinite
from pathlib import Path
from string import Template

from numpy.typing import ArrayLike

from ..diagnostics import Report
from ..errors import RobotfmtError
from ..hub.reading import opened, read
from ..model import Robot
from ..model.record import replace
from ..settings import Settings, context_of
from .appearance import Appearance, Pack
from .describe import describe, given_report, pages_of
from .shown import Described, Server, Shown

# The page

MOST_TRIANGLES = 2_000_000
"""The maximum number of triangles; later surfaces are shown as boxes."""
_LEVEL = 6


def make_page(
    robots: Sequence[Shown],
    *,
    title: str,
    pose: Sequence[Mapping[str, ArrayLike]] = (),
    server: Server | None = None,
    most: int = MOST_TRIANGLES,
    report: bool = False,
    simplified: int | None = None,
) -> str:
    """Return a page that shows robots side by side.

    Args:
        robots: The robots; at first two are shown side by side, and others can be chosen.
        title: The title of the page.
        pose: The initial joint values of each robot.
        server: The server that Save and Refit send requests to; without one the page has no such buttons.
        most: The maximum number of triangles; further surfaces are shown as boxes, and the page notes it.
        report: True to open the page on the findings.
        simplified: The number of triangles that the surfaces are simplified to; by default they are exact.

    Raises:
        UsageError: The choice of a robot's spheres is ambiguous.
    """
    appearance = Appearance(Pack(), most, exact=simplified is None)
    data = {
        "title": title,
        "report": report,
        **_described(robots, pose, appearance, simplified),
        "server": _server(server),
    }
    return Template(_source("page.html")).substitute(
        title=escape(title),
        nonce=f' nonce="{escape(server.nonce)}"' if server is not None else "",
        style=_source("page.css"),
        loader=_source("loader.js"),
        modules=json.dumps(_modules()),
        data=_safe(data),
        surfaces=packed(bytes(appearance.pack.data)),
    )


def _described(
    robots: Sequence[Shown], pose: Sequence[Mapping[str, ArrayLike]], appearance: Appearance, simplified: int | None
) -> Described:
    """Return the robots, their surfaces, and the pages of the codes of their findings."""
    poses = [*pose, *({} for _ in robots)]
    described = [describe(each, appearance, at) for each, at in zip(robots, poses, strict=False)]
    appearance.pack.close(simplified)
    return {
        "robots": described,
        "meshes": appearance.pack.meshes,
        "notes": _notes(appearance),
        "pages": pages_of(map(given_report, robots)),
    }


def _server(server: Server | None) -> Described | None:
    return {"token": server.token, "save": server.save} if server is not None else None


def _notes(appearance: Appearance) -> list[str]:
    notes = []
    if not appearance.exact:
        notes.append("Simplified surfaces: robotfmt.show(robot, full=True) is exact.")
    if not appearance.boxes:
        return notes
    one = f"1 surface with {appearance.skipped:,} triangles is shown as a box"
    many = f"{appearance.boxes} surfaces with {appearance.skipped:,} triangles are shown as boxes"
    return [*notes, f"{one if appearance.boxes == 1 else many}: a page shows {appearance.most:,} triangles at most."]


def _safe(data: object) -> str:
    """Return JSON that cannot end the HTML element that contains it."""
    return json.dumps(_finite(data), allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")


def _finite(data: object) -> object:
    """Return the data with None for numbers that JSON does not have."""
    match data:
        case float():
            return data if isfinite(data) else None
        case dict():
            return {key: _finite(value) for key, value in data.items()}
        case list() | tuple():
            return [_finite(value) for value in data]
    return data


@cache
def _modules() -> list[list[str]]:
    """Return the compressed scripts: three.js, and those of the page under their import names."""
    folder = resources.files("robotfmt.viewer") / "web"
    scripts = sorted(each.name for each in folder.iterdir() if each.name.endswith(".js") and each.name != "loader.js")
    three = [["three", b64encode((folder / "three.js.gz").read_bytes()).decode()]]
    return three + [[f"robotfmt/{name[:-3]}", packed((folder / name).read_bytes())] for name in scripts]


@cache
def _source(name: str) -> str:
    return (resources.files("robotfmt.viewer") / "web" / name).read_text(encoding="utf-8")


def packed(data: bytes) -> str:
    """Return bytes as the page stores them: compressed, as text."""
    return b64encode(gzip.compress(data, _LEVEL, mtime=0)).decode()


# Reports


def report_page(inputs: Sequence[str], outputs: Sequence[str], report: Report, settings: Settings) -> str:
    """Return a page with the robot of the inputs, and the one that reads back from the outputs.

    Args:
        inputs: The converted documents; unreadable ones are not shown.
        outputs: The written documents; none if the conversion failed.
        report: The report of the conversion.
        settings: The settings of reading.
    """
    shown = [_shown(inputs, _robot(inputs, settings), report, settings)]
    if outputs:
        plain = replace(settings, source_format=None, target_format=None, robot=None)
        documents = [*_described_by(inputs, outputs, settings, plain), *outputs]
        shown.append(_shown(outputs, _robot(documents, plain), Report(), plain))
    return make_page(shown, title=" -> ".join(each.caption for each in shown), report=True)


def _robot(documents: Sequence[str], settings: Settings) -> Robot:
    try:
        return read(*documents, settings=settings)
    except RobotfmtError:  # the report of the conversion has it
        return Robot()


def _shown(documents: Sequence[str], robot: Robot, report: Report, settings: Settings) -> Shown:
    context = context_of(settings=settings)
    caption = " + ".join(Path(each).name for each in documents)
    return Shown(robot=robot, caption=caption, report=report, context=context)


def _described_by(inputs: Sequence[str], outputs: Sequence[str], settings: Settings, plain: Settings) -> list[str]:
    """Return the inputs that outputs need if these only add to a robot."""
    made = opened(outputs, plain, Report())
    if not all(format.overlay for _, format in made):
        return []
    found = zip(inputs, (opened([each], settings, Report()) for each in inputs), strict=True)
    return [path for path, ((_, format),) in found if not format.overlay]
