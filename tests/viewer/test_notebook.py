"""What a notebook shows: the page of a robot, with surfaces that take little space, and tables."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from real import FIXTURES

import robotfmt
from robotfmt import Report, Severity, read, read_world
from robotfmt.codes import MISSING_FILE
from robotfmt.mesh.stl import stl_bytes
from robotfmt.mesh.triangles import Triangles
from robotfmt.viewer.coarse import coarse
from robotfmt.viewer.ipython import show_values
from robotfmt.viewer.notebook import in_notebook
from robotfmt.viewer.tables import differences_table, report_table, world_table

ARM = FIXTURES / "arm6" / "arm6.urdf"


def data_of(frame: str) -> dict[str, Any]:
    """The data of the page in a frame."""
    found = re.fullmatch(r'<iframe srcdoc="([^"]*)" [^>]*></iframe>', frame)
    assert found is not None
    data = re.search(r'id="data">(.*?)</script>', unescape(found[1]), re.DOTALL)
    assert data is not None
    whole: dict[str, Any] = json.loads(data[1])
    return whole


def sheet(steps: int, height: Callable[[Any, Any], Any], size: float = 1.0) -> Triangles:
    """A square over a grid, open at its border."""
    x, y = np.meshgrid(np.linspace(0, size, steps + 1), np.linspace(0, size, steps + 1), indexing="ij")
    vertices = np.stack([x, y, height(x, y)], axis=-1).reshape(-1, 3)
    a = (np.arange(steps)[:, None] * (steps + 1) + np.arange(steps)).reshape(-1)
    b, c, d = a + steps + 1, a + steps + 2, a + 1
    return Triangles(vertices, np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)]))


def area(surface: Triangles) -> float:
    corners = surface.vertices[surface.faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return float(np.linalg.norm(across, axis=1).sum() / 2)


def test_a_notebook_shows_the_page_or_the_reason_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = read(ARM)
    frame = in_notebook(robot)
    whole = data_of(frame)
    assert len(whole["robots"]) == 1
    assert whole["notes"] == [], "small surfaces are exact"
    shown: Any = robotfmt.show(robot)
    assert shown._repr_html_() == frame
    monkeypatch.setattr("robotfmt.viewer.notebook._MOST", 1000)
    words = r"<p>.*too large for a notebook: its page would have \d+ MB.*</p>"
    assert re.fullmatch(words, in_notebook(robot))


def test_large_surfaces_are_simplified_unless_all_are_wanted(tmp_path: Path) -> None:
    noise = np.random.default_rng(0)
    even = sheet(150, lambda x, y: 0.1 * np.sin(9 * x) * y)
    rough = Triangles(even.vertices + noise.normal(0, 1e-4, even.vertices.shape), noise.permutation(even.faces))
    (tmp_path / "rough.stl").write_bytes(stl_bytes(rough))
    mesh = '<visual><geometry><mesh filename="rough.stl"/></geometry></visual>'
    (tmp_path / "r.urdf").write_text(f'<robot name="r"><link name="a">{mesh}</link></robot>')
    robot = read(tmp_path / "r.urdf")
    frame = in_notebook(robot)
    surfaces = re.search(r'id="surfaces">(.*?)</script>', unescape(frame), re.DOTALL)
    assert surfaces is not None
    assert len(surfaces[1]) <= 150_000
    few, all_ = data_of(frame), data_of(in_notebook(robot, full=True))
    assert all_["meshes"][0]["triangles"] == len(rough) > few["meshes"][0]["triangles"] > 10_000
    assert few["robots"][0]["links"][0]["measured"] is None
    assert all_["robots"][0]["links"][0]["measured"] == "visual"
    assert "full=True" in few["notes"][0]


def test_a_coarse_surface_is_near_the_original() -> None:
    bowl = sheet(60, lambda x, y: (x - 0.5) ** 2 + (y - 0.5) ** 2)
    ((made, kept),) = coarse([bowl], 400)
    assert len(made) == len(kept) <= 400
    assert abs(area(made) / area(bowl) - 1) < 0.01
    x, y, z = made.vertices[np.unique(made.faces)].T
    assert np.abs(z - (x - 0.5) ** 2 - (y - 0.5) ** 2).max() < 0.005
    middles = bowl.vertices[bowl.faces[kept]].mean(axis=1) - made.vertices[made.faces].mean(axis=1)
    assert np.linalg.norm(middles, axis=1).max() < 0.3, "each triangle is one of its neighbourhood"


def test_flat_surfaces_keep_their_border_and_leave_the_triangles_to_others() -> None:
    flat = sheet(40, lambda x, y: 0 * x)
    ball = sheet(40, lambda x, y: np.sin(6 * x) * np.cos(6 * y), size=0.9)
    (made, _), (other, kept) = coarse([flat, ball], 600)
    assert area(made) == pytest.approx(1, abs=1e-3)
    assert len(made) < len(other) / 5
    assert kept.max() < len(ball)


def test_ipython_shows_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """As ``IPython.core.formatters.BaseFormatter.for_type_by_name`` is called."""
    known: dict[tuple[str, str], Callable[[object], str]] = {}

    def for_type_by_name(module: str, name: str, show: Callable[[object], str]) -> None:
        known[module, name] = show

    html = SimpleNamespace(for_type_by_name=for_type_by_name)
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters={"text/html": html}))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    show_values()
    robot, world, report = read(ARM), read_world(FIXTURES / "worlds" / "two_arms.sdf"), Report()
    shown = {robot: in_notebook(robot), world: world_table(world), report: report_table(report)}
    for value, expected in shown.items():
        assert known[type(value).__module__, type(value).__name__](value) == expected
    found = robotfmt.diff(robot, robot)
    assert known[type(found).__module__, type(found).__name__](found) == "<p><b>no difference</b></p>"


def cells(html: str) -> list[list[str]]:
    """The rows of all tables as text."""
    rows = re.findall(r"<tr>(.*?)</tr>", html)
    return [[unescape(each) for each in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in rows]


def test_tables_of_worlds_and_differences() -> None:
    world = read_world(FIXTURES / "worlds" / "two_arms.sdf")
    table = cells(world_table(world))
    assert table[0] == ["robot", "links", "joints", "place"]
    assert table[3] == ["bar", "1", "0", "0.5 0 0.3 m"]
    assert table[4:6] == [["joint", "type", "parent", "child"], ["left_grip", "fixed", "left: tool", "bar: bar"]]
    robot = read(ARM)
    link = robotfmt.replace(robot.links[0], inertial=None)
    changed = robot.with_limits("joint_2", upper=2.0).with_link(link)
    assert cells(differences_table(robotfmt.diff(robot, changed))) == [
        ["part", "property", "before", "after"],
        [f"link '{link.name}' inertial", "", "", "removed"],
        ["joint 'joint_2'", "upper limit", "2.2 rad", "2 rad"],
    ]


def test_tables_are_escaped_and_not_endless() -> None:
    report = Report()
    for number in range(300):
        report.add(MISSING_FILE, f"<script>alert({number})</script> & more", help="a <b>", severity=Severity.NOTE)
    few = report_table(report)
    assert "<script>" not in few
    assert cells(few)[1][-1] == "a <b>"
    assert len(cells(few)) == 2, "those that are alike are one row"
    robot = read(ARM)
    many = robotfmt.diff(robot, robotfmt.edit.prefix(robot, "<i>"))
    many.extend(many * 20)
    shown = differences_table(many)
    assert "<i>" not in shown
    assert len(cells(shown)) == 201
    assert f"and {len(many) - 200} more" in shown
