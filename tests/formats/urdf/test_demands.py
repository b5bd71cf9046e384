"""What other programs refuse is told, whether or not robotfmt can read it."""

from __future__ import annotations

import pytest
from reading import read_text, write_bytes

from robotfmt.diagnostics import Report

LIMIT = '<limit lower="-1" upper="1" effort="1" velocity="1"/>'
BOX = '<geometry><box size="1 1 1"/></geometry>'
INERTIA = '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
RED = '<material name="red"><color rgba="1 0 0 1"/></material>'


def reported(text: str) -> set[str]:
    report = Report()
    read_text(text, "urdf", report)
    return {each.code for each in report if each.code.startswith("urdf.")}


def joint(inner: str, kind: str = "revolute", version: str = "1.0") -> str:
    ends = '<parent link="a"/><child link="b"/>'
    body = f'<link name="a"/><link name="b"/><joint name="j" type="{kind}">{ends}{inner}</joint>'
    return f'<robot name="r" version="{version}">{body}</robot>'


def link(inner: str, top: str = "", version: str = "1.0") -> str:
    return f'<robot name="r" version="{version}">{top}<link name="a">{inner}</link></robot>'


def visual(inner: str) -> str:
    return f"<visual>{inner}</visual>"


@pytest.mark.parametrize("kind", ["revolute", "prismatic", "continuous", "fixed", "floating", "planar"])
def test_a_limit_gives_effort_and_velocity_before_1_2(kind: str) -> None:
    bare = '<limit lower="-1" upper="1" velocity="1"/>'
    assert reported(joint(bare, kind)) == reported(joint(bare, kind, "1.1")) == {"urdf.limit-incomplete"}
    assert reported(joint(bare, kind, "1.2")) == set()
    assert reported(joint(LIMIT, kind)) == set()


@pytest.mark.parametrize(("kind", "demanded"), [("revolute", True), ("prismatic", True), ("continuous", False)])
def test_a_limit_gives_both_ends_in_1_2(kind: str, demanded: bool) -> None:
    bare = '<limit upper="1" effort="1" velocity="1"/>'
    assert reported(joint(bare, kind, "1.2")) == ({"urdf.limit-incomplete"} if demanded else set())
    assert reported(joint(bare, kind)) == set()


@pytest.mark.parametrize(
    "limit",
    [
        '<limit lower="1" upper="-1"/>',
        '<limit lower="-1" upper="1" effort="-1"/>',
        '<limit lower="-1" upper="1" velocity="-1"/>',
        '<limit lower="-1" upper="1" acceleration="-1"/>',
        '<limit lower="-1" upper="1" deceleration="-1"/>',
        '<limit lower="-1" upper="1" jerk="-0.5"/>',
    ],
)
def test_numbers_out_of_range_in_1_2(limit: str) -> None:
    assert reported(joint(limit, version="1.2")) == {"urdf.out-of-range"}
    assert "urdf.out-of-range" not in reported(joint(limit))


@pytest.mark.parametrize("shape", ['<box size="1 0 1"/>', '<sphere radius="-1"/>', '<cylinder radius="1" length="0"/>'])
def test_sizes_out_of_range_in_1_2(shape: str) -> None:
    text = visual(f"<geometry>{shape}</geometry>")
    assert reported(link(text, version="1.2")) == {"urdf.out-of-range"}
    assert reported(link(text)) == set()


@pytest.mark.parametrize(
    ("inner", "lacks"),
    [
        ("", "a mass and an inertia"),
        (INERTIA, "a mass"),
        (f"<mass/>{INERTIA}", "the value of its mass"),
        ('<mass value="1"/>', "an inertia"),
        ('<mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1"/>', "iyz and izz"),
    ],
)
def test_an_inertial_that_lacks_something(inner: str, lacks: str) -> None:
    report = Report()
    read_text(link(f"<inertial>{inner}</inertial>"), "urdf", report)
    (found,) = report.having("urdf.inertial-incomplete")
    assert found.message == f"the <inertial> of link 'a' lacks {lacks}"


def test_an_inertial_with_all_is_right() -> None:
    assert reported(link(f'<inertial><mass value="1"/>{INERTIA}</inertial>')) == set()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (joint(LIMIT + "<dynamics/>"), "urdf.empty-dynamics"),
        (joint(LIMIT + '<dynamics damping="0"/>'), None),
        (joint(LIMIT + "<axis/>"), "urdf.empty-axis"),
        (joint(LIMIT + '<safety_controller k_position="1"/>'), "urdf.no-gain"),
        (joint(LIMIT + '<safety_controller k_velocity="1"/>'), None),
        (link(visual(BOX + '<material><color rgba="1 0 0 1"/></material>')), "urdf.unnamed-material"),
        (link(visual(BOX + '<material name=""/>')), None),
        (link(visual(BOX + RED)), None),
        (link("", '<material><color rgba="1 0 0 1"/></material>'), "urdf.unnamed-material"),
        (link("", '<material name="red"/>'), "urdf.empty-material"),
        (link("", '<material name="red"><texture filename="red.png"/></material>'), None),
        (link("", RED + RED), "urdf.material-again"),
        (link(visual(BOX + RED), RED), None),
        (link(visual('<geometry><box size="1 1 1"/><sphere radius="1"/></geometry>')), "urdf.several-shapes"),
        (link(visual('<geometry><!-- one --><box size="1 1 1"/></geometry>')), None),
        (link(visual("<geometry><box/></geometry>")), "urdf.shape-incomplete"),
        (link(visual('<geometry><cylinder radius="1"/></geometry>')), "urdf.shape-incomplete"),
        (joint(LIMIT + '<axis xyz="0\t0 1"/>'), "urdf.white-space"),
        (joint(LIMIT + "<axis xyz='0 0\n1'/>"), "urdf.white-space"),
        (joint(LIMIT + '<axis\n xyz=" 0  0 1 "/>'), None),
        (joint(LIMIT + '<!-- <axis xyz="0\t0 1"/> -->'), None),
        (joint(LIMIT + '<origin quat_xyzw="0 0 0 1"/>', version="1.1"), "urdf.quaternion"),
        ('<robot name="r" xmlns="http://www.ros.org"><link name="a"/></robot>', "urdf.namespace"),
        ('<robot name="r" xmlns:x="http://www.ros.org"><link name="a"/></robot>', None),
    ],
)
def test_documents_that_other_readers_refuse_are_reported(text: str, code: str | None) -> None:
    assert reported(text) == ({code} if code is not None else set())


def test_white_space_in_values_is_reported_with_its_line() -> None:
    report = Report()
    text = '<robot name="r"><!-- a\nb --><link name="a">\n<visual><origin xyz="0\t0 1"/>' + BOX
    read_text(f"{text}</visual></link></robot>", "urdf", report)
    assert [each.line for each in report.having("urdf.white-space")] == [3]


def test_the_first_shape_that_urdf_knows_is_used() -> None:
    shapes = '<geometry><cone/><sphere radius="1"/><box size="1 1 1"/></geometry>'
    robot = read_text(link(visual(shapes)), "urdf")
    assert type(robot.links[0].visuals[0].shape).__name__ == "Sphere"
    assert [each.name for each in robot.extensions] == ["cone", "box"]


@pytest.mark.parametrize(
    "text",
    [
        link("<inertial><mass/></inertial>"),
        link(f"<collision><geometry><!-- none --></geometry></collision>{visual(BOX)}"),
        link(visual(BOX + '<material name="red"><color/></material>')),
    ],
)
def test_an_element_without_content_stays(text: str) -> None:
    again = write_bytes(read_text(text, "urdf"), "urdf").decode()
    for each in ("<mass/>", "<!-- none -->", "<color/>"):
        assert (each in again) is (each in text)


def test_equal_materials_are_written_once() -> None:
    blue = RED.replace("1 0 0 1", "0 0 1 1")
    assert write_bytes(read_text(link("", RED + RED), "urdf"), "urdf").count(b'name="red"') == 1
    assert write_bytes(read_text(link("", RED + blue), "urdf"), "urdf").count(b'name="red"') == 2


@pytest.mark.parametrize("empty", ["<dynamics/>", "<axis/>"])
def test_empty_elements_that_urdfdom_refuses_are_not_written(empty: str) -> None:
    again = write_bytes(read_text(joint(LIMIT + empty), "urdf"), "urdf").decode()
    assert empty not in again
