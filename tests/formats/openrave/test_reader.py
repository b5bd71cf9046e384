"""What OpenRAVE does that one would not guess, with numbers worked out by hand or observed in OpenRAVE 0.149.1."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from real import FIXTURES

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.kinematics.forward import forward_kinematics, matrix
from robotfmt.model import Box, Cylinder, JointType, Mesh, Pose, Robot, Sphere, quaternion_of
from robotfmt.settings import Settings, format_context
from robotfmt_openrave import FORMAT
from robotfmt_openrave.document.equations import BadEquation, parse, text_of

ONE = '<Mass type="custom"><total>1</total><inertia>1 0 0 0 1 0 0 0 1</inertia></Mass>'
BASE = f'<Body name="base">{ONE}</Body>'
HERE = FIXTURES / "openrave_xml"


def read(content: str, report: Report | None = None) -> Robot:
    """The robot of a document."""
    assert FORMAT.read is not None
    context = format_context(FORMAT, Settings(), report if report is not None else Report())
    return FORMAT.read(Source("x.robot.xml", content.encode()), None, context)


def kinbody(*parts: str, around: str = "", pose: str = "") -> Robot:
    """The robot of a kinbody in a robot, each with its pose."""
    return read(f'<Robot name="r">{around}<KinBody name="k">{pose}{"".join(parts)}</KinBody></Robot>')


def body(name: str, *content: str) -> str:
    return f'<Body name="{name}">{"".join(content)}{ONE}</Body>'


def joint(content: str, attributes: str = "", ends: tuple[str, str] = ("base", "arm")) -> str:
    first, second = ends
    return f'<Joint name="j" {attributes}><Body>{first}</Body><Body>{second}</Body>{content}</Joint>'


def arm(robot: Robot, link: str, values: dict[str, float] | None = None) -> NDArray[np.float64]:
    found: NDArray[np.float64] = matrix(robot.pose) @ forward_kinematics(robot, values)[link]
    return found


def test_rotations_are_put_before_and_translations_added() -> None:
    pose = (
        "<translation>1 0 0</translation><rotationaxis>0 0 1 90</rotationaxis>"
        "<translation>0 1 0</translation><rotationaxis>1 0 0 90</rotationaxis>"
    )
    robot = kinbody(BASE, body("arm", pose), joint("<limits>0 0</limits>", 'enable="false"'))
    placed = robot.joints[0].pose_in_parent
    assert placed is not None
    q = quaternion_of(placed.matrix)
    assert placed.xyz == (1, 1, 0)
    assert (q.w, q.x, q.y, q.z) == pytest.approx((0.5, 0.5, -0.5, 0.5))


def test_poses_of_outer_elements_come_last() -> None:
    robot = kinbody(
        BASE,
        around="<rotationaxis>0 1 0 90</rotationaxis><translation>0 0 5</translation>",
        pose="<translation>0 0 10</translation><rotationaxis>0 0 1 90</rotationaxis><translation>1 0 0</translation>",
    )
    assert robot.pose is not None
    assert robot.pose.xyz == pytest.approx((10, 0, 4), abs=1e-12)


def test_axis_and_anchor_are_in_the_body_that_they_are_given_in() -> None:
    place = (
        "<translation>1 0 0</translation><rotationaxis>0 0 1 90</rotationaxis>"
        "<translation>0 1 0</translation><rotationaxis>1 0 0 90</rotationaxis>"
    )
    given = joint("<offsetfrom>arm</offsetfrom><axis>1 0 0</axis><anchor>0 0 .5</anchor><limits>-1 1</limits>")
    robot = kinbody(BASE, body("arm", place), given)
    (made,) = robot.joints
    assert made.pose_in_parent is not None
    assert made.axis is not None
    turned = made.pose_in_parent.matrix @ np.array(made.axis.direction)
    assert turned == pytest.approx((0, 0, 1), abs=1e-12)
    assert made.pose_in_parent.xyz == pytest.approx((1, 0.5, 0))


def test_a_joint_that_names_its_child_first_is_turned_round() -> None:
    robot = kinbody(BASE, body("arm"), joint("<axis>0 0 1</axis><limits>-1 2</limits>", ends=("arm", "base")))
    (made,) = robot.joints
    assert (made.parent, made.child) == ("base", "arm")
    assert made.axis is not None
    assert made.axis.direction == (0, 0, -1)
    assert made.axis.hard is not None
    assert (made.axis.hard.lower, made.axis.hard.upper) == (-1, 2)


def test_a_universal_joint_that_names_its_child_first_moves_as_the_inverse_with_its_axes_in_reverse() -> None:
    axes = "<axis1>0 0 1</axis1><axis2>1 0 0</axis2><limits>-1 1 -2 2</limits>"
    values = "<jointvalues>0.3 0.7</jointvalues>"
    there, back = (
        kinbody(BASE, body("arm"), joint(axes, 'type="universal"', ends=ends), pose=values)
        for ends in (("base", "arm"), ("arm", "base"))
    )
    poses = [
        forward_kinematics(each, {it.joint: it.values for it in each.scene_positions})["arm"] for each in (there, back)
    ]
    assert poses[0] @ poses[1] == pytest.approx(np.eye(4), abs=1e-12)
    assert [each.limits.upper for each in back.joints[0].axes] == [2, 1]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("<limits>4 -2</limits>", (-2.0, 4.0)),
        ("<limitsrad>-1 1</limitsrad>", (-1.0, 1.0)),
        ("<limitsdeg>-90 180</limitsdeg>", (-math.pi / 2, math.pi)),
        ("", (-math.pi, math.pi)),
    ],
)
def test_limits_are_read(given: str, expected: tuple[float, float]) -> None:
    robot = kinbody(BASE, body("arm"), joint(f"<axis>0 0 1</axis>{given}"))
    hard = robot.joints[0].limits
    assert (hard.lower, hard.upper) == pytest.approx(expected)


def test_a_joint_without_any_bound_has_no_limits() -> None:
    """An empty element of limits would be refused by urdfdom."""
    robot = kinbody(BASE, body("arm"), joint("<axis>0 0 1</axis>", 'circular="true"'))
    assert robot.joints[0].type is JointType.CONTINUOUS
    assert robot.joints[0].axes[0].hard is None


def test_speeds_in_degrees_and_the_resolution() -> None:
    content = "<axis>1 0 0</axis><limits>0 1</limits><maxveldeg>90</maxveldeg><resolution>2</resolution>"
    hinge = kinbody(BASE, body("arm"), joint(content)).joints[0].axes[0]
    slider = kinbody(BASE, body("arm"), joint(content, 'type="slider"')).joints[0].axes[0]
    assert hinge.limits.velocity == slider.limits.velocity == pytest.approx(math.pi / 2)
    assert hinge.resolution == pytest.approx(math.radians(2))
    assert slider.resolution == 2


def test_an_initial_value_is_what_the_document_shows() -> None:
    content = "<axis>0 0 1</axis><limits>-2 2</limits><initial>0.5</initial>"
    robot = kinbody(BASE, body("arm", "<translation>1 0 0</translation>"), joint(content))
    shown = arm(robot, "arm", {"j": 0.5})
    assert shown[:3, 3] == pytest.approx((1, 0, 0))
    assert shown[:3, :3] == pytest.approx(np.eye(3))
    assert robot.scene_positions[0].values == (0.5,)


def test_passive_and_fixed() -> None:
    passive = kinbody(BASE, body("arm"), joint("<axis>0 0 1</axis><limits>-1 1</limits>", 'enable="false"'))
    fixed = kinbody(BASE, body("arm"), joint("<limits>0 0</limits>", 'enable="false"'))
    assert passive.joints[0].axes[0].active is False
    assert fixed.joints[0].type is JointType.FIXED


def inertial_of(mass: str, shapes: str = "") -> tuple[float | None, tuple[float, float, float], tuple[float, ...]]:
    link = kinbody(f'<Body name="a">{shapes}{mass}</Body>').links[0]
    assert link.inertial is not None
    rows = link.inertial.link_inertia
    assert rows is not None
    com = link.inertial.pose.xyz if link.inertial.pose is not None else (0.0, 0.0, 0.0)
    return link.inertial.mass, com, (rows[0][0], rows[1][1], rows[2][2])


BOX = '<Geom type="box"><extents>.1 .2 .3</extents></Geom>'
ROUND = (
    '<Geom type="cylinder"><radius>.1</radius><height>1</height></Geom>'
    '<Geom type="sphere"><translation>0 0 1</translation><radius>.2</radius></Geom>'
)


@pytest.mark.parametrize(
    ("mass", "shapes", "kg", "com", "moments"),
    [
        ("", "", 1, 0, (0.4, 0.4, 0.4)),
        ('<Mass type="mimicgeom"><density>1000</density></Mass>', BOX, 48, 0, (2.08, 1.6, 0.8)),
        (
            '<Mass type="mimicgeom"><density>1000</density></Mass>',
            ROUND,
            64.926248,
            0.516129,
            (19.447, 16.908, 3.2327),
        ),
        # The total is shared by volume; the inertia stays that of 1000 kg/m^3.
        ('<Mass type="mimicgeom"><total>24</total></Mass>', BOX, 24, 0, (2.08, 1.6, 0.8)),
        ('<Mass type="sphere"><radius>2</radius><total>5</total></Mass>', "", 5, 0, (8, 8, 8)),
        # The extents of a body's mass are ignored.
        ('<Mass type="box"><extents>.1 .1 .1</extents><total>3</total></Mass>', "", 3, 0, (2, 2, 2)),
        ('<Mass type="custom"><total>2</total><com>0 0 .5</com></Mass>', "", 2, 0.5, (0.4, 0.4, 0.4)),
    ],
)
def test_masses_are_read(mass: str, shapes: str, kg: float, com: float, moments: tuple[float, ...]) -> None:
    found = inertial_of(mass, shapes)
    assert found[0] == pytest.approx(kg)
    assert found[1] == pytest.approx((0, 0, com), abs=1e-6)
    assert found[2] == pytest.approx(moments, rel=1e-3)


def test_a_mass_of_a_kinbody_is_that_of_the_bodies_after_it() -> None:
    given = '<Mass type="sphere"><radius>1</radius><total>5</total></Mass>'
    robot = kinbody('<Body name="a"/>', given, '<Body name="b"/>')
    assert [each.inertial.mass for each in robot.links if each.inertial is not None] == [1, 5]


def test_shapes_are_read() -> None:
    shapes = (
        "<Geom><extents>1 2 3</extents><diffuseColor>1 0 0</diffuseColor><transparency>0.25</transparency></Geom>"
        '<Geom type="cylinder"><radius>1</radius><height>2</height></Geom>'
        '<Geom type="sphere" render="false"><radius>1</radius></Geom>'
        '<Geom type="box"><extents>1 1 1</extents><Render>a b.wrl 2</Render></Geom>'
        '<Geom type="sphere"><radius>0</radius><Render>c.wrl</Render></Geom>'
    )
    link = kinbody(body("a", shapes)).links[0]
    assert [each.shape for each in link.collisions] == [
        Box((2, 4, 6)),
        Cylinder(1, 2),
        Sphere(1),
        Box((2, 2, 2)),
    ]
    assert [each.shape for each in link.visuals][2:] == [Mesh("a b.wrl", (2, 2, 2)), Mesh("c.wrl")]
    assert link.visuals[0].material is not None
    assert link.visuals[0].material.color == (1, 0, 0, 0.75)
    axis = (link.collisions[1].pose or Pose()).matrix
    assert [row[2] for row in axis] == pytest.approx([0, -1, 0])


def test_a_body_of_one_name_is_continued_and_weighed_again() -> None:
    robot = kinbody(BASE, f'<Body name="base">{BOX}</Body>')
    assert len(robot.links) == 1
    assert len(robot.links[0].collisions) == 1
    assert robot.links[0].inertial is not None
    assert robot.links[0].inertial.link_inertia is not None
    assert robot.links[0].inertial.link_inertia[0][0] == 0.4


def test_prefixes_and_equations() -> None:
    robot = robotfmt.read(HERE / "gripper.robot.xml")
    assert [each.name for each in robot.links] == [
        *("column", "palm", "left_near", "left_far", "right_near", "right_far")
    ]
    follow = robot.joint("follow")
    assert follow.coupling is not None
    left, right = (arm(robot, name, {"spread": -0.01})[:3, 3] for name in ("left_near", "right_near"))
    assert left - right == pytest.approx((0, 0.06, 0), abs=1e-12)
    assert robot.manipulators[0].gripper_joints[0].closing == ((0, -1.0),)


def test_a_scene_is_read() -> None:
    report = Report()
    world = robotfmt.read_world(HERE / "kitchen.env.xml", report=report)
    assert [each.name for each in world.robots] == ["gripper", "table", "cupboard", "floor"]
    assert world.gravity == (0, 0, -9.8)
    assert world.robots[0].pose is not None
    assert world.robots[0].pose.xyz == pytest.approx((0.2, 0.1, 0.74))
    assert {each.joint: each.values for each in world.robots[0].robot.scene_positions}["spread"] == (-0.01,)
    assert not report.errors


def test_words_are_compared_without_their_case_and_what_is_unknown_is_kept() -> None:
    robot = read(
        f'<ROBOT Name="r"><kinBODY><BODY NAME="a" glow="1"><MASS type="custom"><Total>2</Total></MASS></BODY>{BASE}'
        '<joint name="j"><body>A</body><BODY>Base</BODY><AXIS>1 0 0</AXIS><Limits>0 1</Limits><grease>3</grease>'
        "</joint></kinBODY></ROBOT>"
    )
    assert (robot.joints[0].parent, robot.joints[0].child) == ("a", "base")
    assert [(each.place, each.name) for each in robot.extensions] == [
        ("/Robot[@name='r']/KinBody/Body[@name='a']", "glow"),
        ("/Robot[@name='r']/KinBody/Joint[@name='j']", "grease"),
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2*a+0.5", 2.5),
        ("-a^2", -1.0),
        ("b := sin(a); b*b + cos(a)^2", 1.0),
        ("if(a>2, 1, atan2(a, 1))", math.pi / 4),
        ("a*(1-0.5)/2 - -a", 1.25),
        ("sqrt(4)+log10(100)+log(exp(a))", 5.0),
    ],
)
def test_equations_are_read(text: str, value: float) -> None:
    from robotfmt.kinematics.freedom import evaluate

    formula = parse(text, {"a"})
    again = parse(text_of(formula), {"a"})
    values = {"a": np.ones((1, 1))}
    assert evaluate(formula, values, 1)[0] == pytest.approx(value)
    assert evaluate(again, values, 1)[0] == pytest.approx(value)
    assert text_of(again) == text_of(parse(text_of(again), {"a"}))


def test_an_equation_of_many_terms_is_written_in_one_row() -> None:
    """As long as a formula of the model may be; brackets around each sum would be too deep to be read again."""
    formula = parse("+".join(f"{each}*a" for each in range(98)), {"a"})
    assert parse(text_of(formula), {"a"}) == formula
    assert text_of(parse("a-(a+1)-2*a*a", {"a"})) == "(a-(a+1)-(2*a*a))"


@pytest.mark.parametrize(
    "text",
    ["", "x", "a+", "(a", "polyroots2(a,1)", "a a", "atan2(a)", "(" * 200 + "a" + ")" * 200, "a" * 30_000],
)
def test_equations_that_are_refused(text: str) -> None:
    with pytest.raises(BadEquation):
        parse(text, {"a"})


@pytest.mark.parametrize(
    "text",
    ["a0 := a; " + "".join(f"a{i + 1} := a{i}+a{i}; " for i in range(40)) + "a40", "a" + "+1" * 5_000],
    ids=["doubles", "a long sum"],
)
def test_an_equation_of_too_many_parts_is_refused_at_once(text: str) -> None:
    with pytest.raises(BadEquation, match="too large"):
        parse(text, {"a"})


# Documents that are made to do harm


@pytest.mark.parametrize(
    "content",
    [
        '<Robot name="r"><KinBody file="x.robot.xml"/></Robot>',
        '<Robot name="r"><KinBody file="../../../../../etc/passwd"/></Robot>',
        '<Robot name="r"><KinBody file="/etc/passwd"/></Robot>',
        '<Robot name="r">' + "<KinBody>" * 100 + "</KinBody>" * 100 + "</Robot>",
        '<Robot name="r"><KinBody><Body name="a"><Translation>1e308 1e308 1e308</Translation>'
        "<Translation>1e308 0 0</Translation></Body></KinBody></Robot>",
    ],
    ids=["itself", "above", "absolute", "nested", "huge"],
)
def test_harm_ends_in_a_report(content: str, tmp_path: Path) -> None:
    path = tmp_path / "folder" / "x.robot.xml"
    path.parent.mkdir()
    path.write_text(content)
    report, start = Report(), time.process_time()
    robotfmt.read(path, report=report)
    assert time.process_time() - start < 2
    found = {each.code for each in report}
    assert found & {"openrave.cycle", "openrave.not-found", "openrave.huge"}


def test_a_chain_of_documents_and_a_million_vertices(tmp_path: Path) -> None:
    for number in range(50):
        inner = f'<KinBody file="{number + 1}.kinbody.xml"/>' if number < 49 else BASE
        (tmp_path / f"{number}.kinbody.xml").write_text(f'<KinBody name="k">{inner}</KinBody>')
    report = Report()
    robotfmt.read(tmp_path / "0.kinbody.xml", report=report)
    assert report.having("openrave.cycle")
    numbers = "1 2 3 " * 300_000
    start = time.process_time()
    read(
        f'<KinBody name="k"><Body name="a"><Geom type="trimesh"><vertices>{numbers}</vertices></Geom></Body></KinBody>'
    )
    assert time.process_time() - start < 2


def test_plugins_and_modules_are_not_run() -> None:
    report = Report()
    parts = "<plugin>harm</plugin><module type='harm'>x</module><sendcommand>rm</sendcommand>"
    read(f"<Environment>{parts}<Robot name='r'><KinBody>{BASE}</KinBody></Robot></Environment>", report)
    assert len(report.having("openrave.not-run")) == 3


MUTATIONS = ("", "nan", "1e400", "x", "0", "-1", "base", "<", "1 2 3 4 5 6 7 8 9")


@pytest.mark.parametrize("name", ["arm.robot.xml", "kitchen.env.xml"])
def test_mutants_end_in_a_robot_or_an_error_of_ours(name: str) -> None:
    """One text or attribute of a document after the other is something else."""
    import re

    from robotfmt.errors import RobotfmtError

    text = (HERE / name).read_text("utf-8")
    assert FORMAT.read_world is not None
    places = [match.span(1) for match in re.finditer(r'(?:>|=")([^<>"]*[^<>"\s][^<>"]*)(?:<|")', text)]
    for number, (start, end) in enumerate(places[::2]):
        changed = text[:start] + MUTATIONS[number % len(MUTATIONS)] + text[end:]
        context = format_context(FORMAT, Settings(), Report())
        try:
            FORMAT.read_world(Source(str(HERE / name), changed.encode()), context)
        except RobotfmtError:
            continue


def test_a_loop_before_a_joint_of_the_tree_counts_among_the_values(tmp_path: Path) -> None:
    """OpenRAVE numbers joints in the order of the document, whether or not they close a loop."""
    bodies = "".join(f'<Body name="{name}"/>' for name in "abc")
    ends = (("ab", "a", "b"), ("ba", "a", "b"), ("bc", "b", "c"))
    joints = "".join(
        f'<Joint name="{name}" type="hinge"><Body>{one}</Body><Body>{other}</Body></Joint>' for name, one, other in ends
    )
    path = tmp_path / "r.robot.xml"
    path.write_text(f'<Robot name="r"><KinBody>{bodies}{joints}</KinBody></Robot>')
    robot = robotfmt.read(path)
    assert {each.name: each.dof_index for each in robot.all_joints} == {"ab": 0, "ba": 1, "bc": 2}
    assert [each.name for each in robot.loops] == ["ba"]
