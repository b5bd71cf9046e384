"""Names that differ by one slip from one that a reader knows are errors; others are left to other programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from robotfmt.documents.spelling import is_slip
from robotfmt.hub.checking import check

LINK = '<link name="{}"><visual><geometry><sphere radius="0.1"/></geometry></visual></link>'


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("xzy", "xyz"),
        ("effrt", "effort"),
        ("efffort", "effort"),
        ("effory", "effort"),
        ("Limit", "limit"),
        ("type", "ype"),
        ("limi", "limit"),
    ],
)
def test_one_slip_is_one(name: str, word: str) -> None:
    assert is_slip(name, word)
    assert is_slip(word, name)


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("effort", "effort"),
        ("x", "y"),
        ("mu1", "mu2"),
        ("axis", "axis2"),
        ("kp", "kd"),
        ("upper", "lower"),
        ("abcd", "badc"),
    ],
)
def test_other_names_are_meant(name: str, word: str) -> None:
    assert not is_slip(name, word)


def _found(path: Path, text: str) -> list[str]:
    path.write_text(text, encoding="utf-8")
    (done,) = check(path)
    return [each.message for each in done.report if each.code == "document.misspelt"]


def test_a_misspelt_attribute_is_found_at_the_only_element_of_its_kind(tmp_path: Path) -> None:
    joint = '<joint name="j" type="fixed"><parent link="a"/><child link="b"/><origin xzy="0 0 1"/></joint>'
    (found,) = _found(tmp_path / "r.urdf", f'<robot name="r">{LINK.format("a")}{LINK.format("b")}{joint}</robot>')
    assert found == "the attribute 'xzy' of <origin> is not understood; did you mean 'xyz'?"


def test_a_misspelt_element_is_found(tmp_path: Path) -> None:
    wrong = LINK.format("b").replace("visual", "visul")
    (found,) = _found(tmp_path / "r.urdf", f'<robot name="r">{wrong}</robot>')
    assert found == "the element <visul> of <link> is not understood; did you mean 'visual'?"


def test_a_misspelt_element_of_sdf_is_found(tmp_path: Path) -> None:
    links = "".join(f'<link name="{tag}"><inertial><{tag}>1</{tag}></inertial></link>' for tag in ("mass", "mas"))
    (found,) = _found(tmp_path / "r.sdf", f'<sdf version="1.9"><model name="m">{links}</model></sdf>')
    assert found == "the element <mas> of <inertial> is not understood; did you mean 'mass'?"


def test_a_right_name_beside_an_unknown_one_is_no_slip(tmp_path: Path) -> None:
    """An element that has the attribute already does not lack it."""
    link = LINK.format("a").replace("radius=", 'radiuss="1" radius=')
    assert not _found(tmp_path / "r.urdf", f'<robot name="r">{link}</robot>')


BODY = """format: ChoreonoidBody
format_version: "2.0"
angle_unit: radian
name: arm
root_link: base
links:
  - name: base
    mass: 1.0
    inertia: [ 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1 ]
    joint_type: fixed
  - name: upper
    parent: base
    joint_type: revolute
    joint_id: 0
    {key}: [ 0, 1, 0 ]
    mass: 1.0
    inertia: [ 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1 ]
    elements:
      - type: Shape
        geometry: {{ type: Sphere, radius: 0.1 }}
        appearance: {{ material: {{ {shine}: 0.2 }} }}
"""


@pytest.mark.parametrize(
    ("key", "shine", "found"),
    [
        ("joint_axis", "shininess", {}),
        ("joint_axes", "shininess", {"/links/1/joint_axes": "error"}),
        ("joint_axis", "shinines", {"/links/1/elements/0/appearance/material/shinines": "warning"}),
        ("joint_axis", "gloss", {}),
    ],
)
def test_a_misspelt_key_is_found(key: str, shine: str, found: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "arm.body"
    path.write_text(BODY.format(key=key, shine=shine), encoding="utf-8")
    (done,) = check(path)
    assert {each.path: each.severity.value for each in done.report if each.code == "document.misspelt"} == found
