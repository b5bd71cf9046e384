"""The page: one HTML text with its styles, scripts, robots and surfaces; it loads nothing else."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib import resources
from math import isfinite
from string import Template

from numpy.typing import ArrayLike

from .appearance import Appearance, Pack
from .describe import describe, given_report, pages_of
from .shown import Described, Server, Shown

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
) -> str:
    """Return a page that shows robots side by side.

    Args:
        robots: The robots; at first two are shown side by side, and others can be chosen.
        title: The title of the page.
        pose: The initial joint values of each robot.
        server: The server that Save and Refit send requests to; without one the page has no such buttons.
        most: The maximum number of triangles; further surfaces are shown as boxes, and the page notes it.
        report: True to open the page on the findings.

    Raises:
        UsageError: The choice of a robot's spheres is ambiguous.
    """
    appearance = Appearance(Pack(), most)
    data = {
        "title": title,
        "report": report,
        **_described(robots, pose, appearance),
        "server": _server(server),
    }
    parts = {
        "title": escape(title),
        "nonce": f' nonce="{escape(server.nonce)}"' if server is not None else "",
        "style": _source("page.css"),
        "loader": _source("loader.js"),
        "modules": json.dumps(_modules()),
        "data": _safe(data),
        "surfaces": _packed(bytes(appearance.pack.data)),
    }
    return Template(_source("page.html")).substitute(parts)


def _described(robots: Sequence[Shown], pose: Sequence[Mapping[str, ArrayLike]], appearance: Appearance) -> Described:
    """Return the robots, their surfaces, and the pages of the codes of their findings."""
    poses = [*pose, *({} for _ in robots)]
    return {
        "robots": [describe(each, appearance, at) for each, at in zip(robots, poses, strict=False)],
        "meshes": appearance.pack.meshes,
        "notes": _notes(appearance),
        "pages": pages_of(map(given_report, robots)),
    }


def _server(server: Server | None) -> Described | None:
    return {"token": server.token, "save": server.save} if server is not None else None


def _notes(appearance: Appearance) -> list[str]:
    if not appearance.boxes:
        return []
    one = f"1 surface with {appearance.skipped:,} triangles is shown as a box"
    many = f"{appearance.boxes} surfaces with {appearance.skipped:,} triangles are shown as boxes"
    return [f"{one if appearance.boxes == 1 else many}: a page shows {appearance.most:,} triangles at most."]


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
    own = sorted(each.name for each in folder.iterdir() if each.name.endswith(".js") and each.name != "loader.js")
    packed = [["three", b64encode((folder / "three.js.gz").read_bytes()).decode()]]
    return packed + [[f"robotfmt/{name[:-3]}", _packed((folder / name).read_bytes())] for name in own]


@cache
def _source(name: str) -> str:
    return (resources.files("robotfmt.viewer") / "web" / name).read_text(encoding="utf-8")


def _packed(data: bytes) -> str:
    return b64encode(gzip.compress(data, _LEVEL, mtime=0)).decode()
