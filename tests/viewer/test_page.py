"""The page as a text, and where it comes from."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pages import shown

from robotfmt import read
from robotfmt.cli import main
from robotfmt.mesh import Triangles, tessellate
from robotfmt.model import Box, Geometry, Joint, JointType, Link, Purpose, Robot, Sphere
from robotfmt.viewer.appearance import Pack
from robotfmt.viewer.page import make_page
from robotfmt.viewer.shown import Server

FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures"
ARM = FIXTURES / "arm6/arm6.urdf"


def data_of(page: str) -> Any:
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found.group(1))


def part(page: str, name: str) -> str:
    found = re.search(rf'id="{name}">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return found.group(1)


# Packing


def test_a_packed_surface_is_these_bytes() -> None:
    vertices = np.array([[9.0, 9.0, 9.0], [0.0, 0.0, 5.0], [1.0, 0.0, 5.0], [0.0, 2.0, 5.0], [1.0, 2.0, 5.0]])
    pack = Pack()
    for _ in range(2):
        assert pack.add(Triangles(vertices, np.array([[3, 1, 2], [3, 2, 4]])), np.array([2, -1])) == 0
    pack.close()
    (reported,) = pack.meshes
    assert reported == {
        "at": 0,
        "vertices": 4,
        "triangles": 2,
        "low": [0, 0, 5],
        "size": [1, 2, 0],
        "colored": True,
    }
    x = [0, 0, 255, 0, 0, 0, 255, 0]  # 0, 0, 65535 more, the same: low bytes, high bytes
    y = [255, 1, 0, 255, 255, 0, 0, 255]  # 65535, 1 more is 0, the same, 65535 more
    corners = [0, 0, 0, 3, 1, 0]  # three new vertices; then that of three ago, of one ago, a new one
    assert list(pack.data) == [*x, *y, *[0] * 8, *corners, *[0] * 12, 2, 255]


# The page


def test_the_page_loads_nothing_from_elsewhere() -> None:
    page = make_page([shown(read(ARM))], title="Arm")
    assert re.findall(r"(?:src|href)=", page) == []
    own = [b64decode(text) for name, text in json.loads(part(page, "modules")) if name != "three"]
    sources = b"\n".join(map(gzip.decompress, own)).decode()
    assert "http" not in sources
    assert "innerHTML" not in sources
    assert "eval" not in sources.replace("evaluate", "").replace("evaluated", "")
    imported = set(re.findall(r'from "([^"]+)"', sources))
    assert imported <= {name for name, _ in json.loads(part(page, "modules"))}


def test_the_same_robot_is_the_same_page() -> None:
    assert make_page([shown(read(ARM))], title="Arm") == make_page([shown(read(ARM))], title="Arm")


def test_names_cannot_end_the_script_element() -> None:
    evil = "</script><script>alert(1)</script><!--"
    page = make_page([shown(Robot(name=evil, links=(Link(name=evil),)), evil)], title=evil)
    assert page.count("<script") == page.count("</script") == 4
    assert "alert(1)</" not in page
    assert data_of(page)["title"] == evil


def test_every_script_and_style_has_the_nonce() -> None:
    server = Server(token="t0ken", save="arm.xrdf", nonce="abc")
    page = make_page([shown(read(ARM))], title="Arm", server=server)
    assert data_of(page)["server"] == {"token": "t0ken", "save": "arm.xrdf"}
    assert re.findall(r"<(?:script|style)(?! type=\"application)[^>]*>", page) == [
        '<style nonce="abc">',
        '<script nonce="abc">',
    ]


def test_a_surface_that_is_too_large_is_a_box_with_a_note() -> None:
    shapes: tuple[Box | Sphere, ...] = (Box((1.0, 2.0, 3.0)), Sphere(1.0))
    links = tuple(
        Link(name=str(i), collisions=(Geometry(shape=each, purpose=Purpose.COLLISION),))
        for i, each in enumerate(shapes)
    )
    sphere = tessellate(Sphere(1.0), 1e-3)
    assert sphere is not None
    reported = data_of(make_page([shown(Robot(links=links))], title="", most=100))
    assert reported["notes"] == [
        f"1 surface with {len(sphere):,} triangles is shown as a box: a page shows 100 triangles at most."
    ]
    meshes, (robot,) = reported["meshes"], reported["robots"]
    assert [each["triangles"] for each in meshes] == [12, 12]
    assert [each["measured"] for each in robot["links"]] == ["collision", None]


def test_an_invalid_robot_is_shown() -> None:
    ring = (
        Joint(name="a", type=JointType.REVOLUTE, parent="x", child="y"),
        Joint(name="b", type=None, parent="y", child="x"),
        Joint(name="c", type=JointType.FIXED, parent=None, child="z"),
    )
    page = make_page([shown(Robot(links=(Link(name="x"), Link(name="y")), joints=ring)), shown(Robot())], title="")
    assert len(data_of(page)["robots"]) == 2


# three.js


def test_three_js_is_there_with_its_licence_and_its_version() -> None:
    web = resources.files("robotfmt.viewer") / "web"
    code = gzip.decompress((web / "three.js.gz").read_bytes()).decode()
    made = (web / "make_three.py").read_text(encoding="utf-8")
    version = re.search(r'"three": "0\.(\d+)\.0"', made)
    assert version is not None
    assert f'"{version.group(1)}"' in code
    licence = (web / "LICENSE.three").read_text(encoding="utf-8")
    assert licence.startswith("The MIT License")
    assert "three.js authors" in licence
    assert len((web / "three.js.gz").read_bytes()) < 200_000


# Reports and notebooks


def test_a_report_to_look_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, output = tmp_path / "report.html", tmp_path / "arm.dae"
    assert main(["convert", str(ARM), str(output), "--report", str(page)]) == 0
    reported = data_of(page.read_text(encoding="utf-8"))
    before, after = reported["robots"]
    assert (before["caption"], after["caption"]) == ("arm6.urdf", "arm.dae")
    assert [each["name"] for each in before["links"]] == [each["name"] for each in after["links"]]
    codes = {each["code"] for each in before["diagnostics"]}
    assert "collada.actuator" in codes
    assert main(["convert", str(ARM), str(output), "--overwrite", "--report", str(page)]) == 0
    assert main(["convert", str(ARM), str(tmp_path / "b.dae"), "--report", str(page)]) == 4
    capsys.readouterr()


def test_a_report_of_an_overlay_shows_the_whole_robot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "report.html"
    assert main(["convert", str(ARM), str(tmp_path / "arm.xrdf"), "--report", str(page)]) == 0
    before, after = data_of(page.read_text(encoding="utf-8"))["robots"]
    assert len(before["links"]) == len(after["links"]) > 0
    assert after["document"]["text"] == (tmp_path / "arm.xrdf").read_text(encoding="utf-8")
    capsys.readouterr()


def test_a_report_of_a_failed_conversion_shows_the_robot_and_the_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.urdf"
    broken.write_text('<robot name="r"><link name="a"/><joint name="j" type="fixed"><parent link="a"/></joint></robot>')
    page = tmp_path / "report.html"
    assert main(["convert", str(broken), str(tmp_path / "out.dae"), "--report", str(page)]) == 1
    (only,) = data_of(page.read_text(encoding="utf-8"))["robots"]
    assert any(each["severity"] == "error" for each in only["diagnostics"])
    many = [
        "convert",
        str(ARM),
        "--to",
        "collada",
        "--out-dir",
        str(tmp_path / "many"),
        "--report",
        str(page),
        "--overwrite",
    ]
    assert main(many) == 2
    capsys.readouterr()
