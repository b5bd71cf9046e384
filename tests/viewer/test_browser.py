"""The page in a real browser."""

from __future__ import annotations

import math
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import numpy as np
import pytest
import visits
from pages import Open, Page, shown

from robotfmt import read
from robotfmt.cli import main
from robotfmt.codes import NO_LIMITS
from robotfmt.diagnostics import Report
from robotfmt.kinematics.forward import forward_kinematics, sample
from robotfmt.kinematics.freedom import evaluate
from robotfmt.mesh import Triangles, stl_bytes, tessellate
from robotfmt.model import (
    Axis,
    Box,
    Buffer,
    CollisionSphere,
    CollisionUse,
    Frame,
    FrameSpheres,
    Geometry,
    IgnoredPair,
    Joint,
    JointType,
    Limits,
    LinearCoupling,
    Link,
    Mesh,
    Motion,
    Number,
    Operation,
    Origin,
    Piecewise,
    Pose,
    Purpose,
    Robot,
    Rpy,
    SphereSet,
    Variable,
)
from robotfmt.model.expression import OPERATORS, Expression
from robotfmt.model.record import replace
from robotfmt.spheres import measure
from robotfmt.spheres.arrays import round_up
from robotfmt.viewer.describe import _expression
from robotfmt.viewer.page import make_page
from robotfmt.viewer.server import Site
from robotfmt.viewer.session import open_session
from robotfmt.viewer.shown import Server
from robotfmt.viewer.sphere_document import document_of

pytestmark = pytest.mark.slow
if TYPE_CHECKING:
    from selenium.webdriver import Chrome

FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures"


def sphere(x: float, y: float, z: float, radius: float) -> CollisionSphere:
    return CollisionSphere(center=(x, y, z), radius=radius)


def collision(shape: object, **more: object) -> Geometry:
    return Geometry(shape=shape, purpose=Purpose.COLLISION, **more)  # type: ignore[arg-type]


def turning(name: str, parent: str, child: str, **more: object) -> Joint:
    hard = Limits(lower=-1.0, upper=2.0)
    given: dict[str, object] = {"type": JointType.REVOLUTE, "axes": (Axis(direction=(0, 0, 1), hard=hard),)}
    return Joint(name=name, parent=parent, child=child, **(given | more))  # type: ignore[arg-type]


def arm(folder: Path) -> Robot:
    """A box, and one without its lid, which is an open surface."""
    made = tessellate(Box((0.08, 0.08, 0.3)), 1e-4)
    assert made is not None
    is_lid = (made.corners[:, :, 2] > 0.149).all(axis=1)
    cup = Triangles(made.vertices, made.faces[~is_lid])
    (folder / "cup.stl").write_bytes(stl_bytes(cup))
    mesh = collision(Mesh("cup.stl"), pose=Pose((0.0, 0.0, 0.15)), origin=Origin(str(folder / "a.urdf")))
    lower = (sphere(0.05, 0, 0, 0.06), sphere(-0.05, 0, 0, 0.06))
    upper = (sphere(0.0, 0.0, 0.05, 0.05), sphere(0.0, 0.0, 0.2, 0.055))
    return Robot(
        name="arm",
        links=(
            Link(name="lower", collisions=(collision(Box((0.2, 0.1, 0.05))),)),
            Link(name="upper arm", collisions=(mesh,)),
        ),
        joints=(turning("elbow", "lower", "upper arm", pose_in_parent=Pose((0.3, 0.0, 0.0))),),
        frames=(Frame(name="tool", parent="upper arm", pose=Pose((0.0, 0.0, 0.3), Rpy(0.0, 0.5, 0.0))),),
        sphere_sets=(
            SphereSet(
                name="spheres",
                frames=(
                    FrameSpheres(frame="lower", spheres=lower),
                    FrameSpheres(frame="upper arm", spheres=upper),
                    FrameSpheres(frame="tool", spheres=(sphere(0.0, 0.0, 0.01, 0.03),)),
                ),
            ),
        ),
        world_collision=CollisionUse(spheres="spheres"),
        self_collision=CollisionUse(spheres="spheres"),
        ignored_pairs=(IgnoredPair(first="lower", second="upper arm", reason="Adjacent"),),
    )


def with_spheres(robot: Robot, frame: str, spheres: tuple[CollisionSphere, ...]) -> Robot:
    """The robot with other spheres on one frame."""
    (only,) = robot.sphere_sets
    frames = {each.frame: each for each in only.frames} | {frame: FrameSpheres(frame=frame, spheres=spheres)}
    kept = tuple(each for each in frames.values() if each.spheres)
    return replace(robot, sphere_sets=(replace(only, frames=kept),))


# Motion


def all_kinds() -> Robot:
    """A joint of every type, one after the other."""
    axes = {
        JointType.UNIVERSAL: (Axis(direction=(1, 0, 0)), Axis(direction=(0, 2, 0))),
        JointType.CYLINDRICAL: (Axis(direction=(0, 1, 1)), Axis(motion=Motion.SLIDE, direction=(0, 1, 1))),
        JointType.SCREW: (Axis(direction=(0, 0, 1), pitch=0.02),),
        JointType.PRISMATIC: (Axis(motion=Motion.SLIDE, direction=(1, 2, 3)),),
        JointType.PLANAR: (Axis(direction=(1, 1, 0)),),
        JointType.COMPOUND: (Axis(direction=(1, 0, 0)), Axis(motion=Motion.SLIDE), Axis(direction=(0, 1, 0))),
    }
    kinds = [each for each in JointType if each is not JointType.ON_OFF]
    place = Pose((0.1, -0.2, 0.3), Rpy(0.4, -0.5, 0.6))
    joints = tuple(
        Joint(
            name=f"joint {kind.value}",
            type=kind,
            parent=f"link {i}",
            child=f"link {i + 1}",
            pose_in_parent=place,
            pose_in_child=place if i % 2 else None,
            axes=axes.get(kind, (Axis(direction=(0, 0, 1)),)),
        )
        for i, kind in enumerate(kinds)
    )
    mimic = LinearCoupling(joint="joint revolute", multiplier=-2.0, offset=0.25)
    follower = turning("follower", "link 1", "side", axes=(Axis(direction=(0, 1, 0), coupling=mimic),))
    links = (*(Link(name=f"link {i}") for i in range(len(kinds) + 1)), Link(name="side"))
    return Robot(links=links, joints=(*joints, follower))


POSES = """
const [name, values] = given;
const robot = app.robots.find((each) => each.caption === name);
robot.motion.zero();
robot.motion.set(Object.entries(values));
return [...robot.motion.poses()].map(([link, pose]) => [link, [...pose]]);
"""


def test_links_are_where_they_are_in_python(open_page: Open) -> None:
    robots = {
        "all": all_kinds(),
        "ur": read(FIXTURES / "ur10e/ur10e.urdf"),
        "gripper": read(FIXTURES / "gripper/gripper.urdf"),
        "loop": read(FIXTURES / "four_bar/four_bar.dae"),
        "formula": read(FIXTURES / "openrave_examples/formula.dae"),
    }
    page = open_page(*(shown(robot, name) for name, robot in robots.items()))
    for name, robot in robots.items():
        values = sample(robot, 3, seed=5)
        assert values
        expected = forward_kinematics(robot, values)
        for i in range(3):
            asked = {joint: rows[i].tolist() for joint, rows in values.items()}
            found = dict(page.run(POSES, name, asked))
            assert found.keys() == expected.keys()
            for link, pose in found.items():
                assert np.allclose(np.reshape(pose, (4, 4)), expected[link][i], atol=1e-12), (name, link)
    assert page.complaints == []


def formulas() -> list[Expression]:
    """Every operator with one, two and three arguments, as far as it takes them."""
    x, y = Variable("x"), Variable("y")
    three = {"SSSA", "SASA", "SASS", "INRANGE"}
    two = {"divide", "power", "quotient", "rem", "atan2"}
    several = {"plus", "times", "min", "max", "eq", "lt", "leq", "gt", "geq", "and", "or", "xor"}
    found: list[Expression] = []
    for name in sorted(OPERATORS):
        if name in three:
            found.append(Operation(name, (x, y, Number(1.5))))
        elif name in two or name == "neq":
            found.append(Operation(name, (x, y)))
        elif name in several:
            found += [Operation(name, (x, y)), Operation(name, (x, y, Number(0.5)))]
        else:
            found.append(Operation(name, (x,)))
    found += [
        Operation("minus", (x, y)),
        Operation("root", (Number(3.0), y)),
        Operation("log", (Number(2.0), x)),
    ]
    pieces = ((x, Operation("lt", (x, y))), (y, Operation("gt", (x, Number(1.0)))))
    return [*found, Piecewise(pieces, Number(7.0)), Piecewise(pieces)]


def test_formulas_have_the_values_that_they_have_in_python_and_a_slider_moves_what_follows_too(open_page: Open) -> None:
    page = open_page(shown(all_kinds()))
    check_formulas(page)
    check_slider(page)
    check_frames(page)


def check_formulas(page: Page) -> None:
    script = """
    const { evaluate } = await import("robotfmt/formulas");
    const [formulas, pairs] = given;
    return formulas.map((each) => pairs.map(([x, y]) => {
      const value = evaluate(each, (name) => (name === "x" ? x : y));
      return Number.isNaN(value) ? "nan" : Number.isFinite(value) ? value : String(value);
    }));
    """
    pairs = [(0.5, 0.25), (0.75, 2.0), (-0.5, -8.0), (1.25, 1.25), (0.0, 3.0), (2.5, -0.5)]
    found = page.run(script, [_expression(each) for each in formulas()], pairs)
    values = {"x": np.array([[each[0]] for each in pairs]), "y": np.array([[each[1]] for each in pairs])}
    for expression, row in zip(formulas(), found, strict=True):
        mine = [float(str(each).replace("Infinity", "inf")) for each in row]
        theirs = evaluate(expression, values, len(pairs))
        assert np.allclose(mine, theirs, rtol=1e-12, atol=1e-15, equal_nan=True), (expression, mine, theirs)


def check_slider(page: Page) -> None:
    page.run("""
      const slider = app.element.querySelector('[data-joint="joint revolute"] input[type=range]');
      slider.value = 0.5;
      slider.dispatchEvent(new Event("input"));
    """)
    assert page.run("return app.robot.motion.values.get('follower')") == [-0.75]
    field = page.run("return app.element.querySelector('[data-joint=follower] input[type=number]').value")
    assert field == "-0.750"
    page.run("app.slide('joint ball', 2, 0.3)")
    turned = page.run("return app.robot.motion.values.get('joint ball')")
    assert turned == pytest.approx([math.cos(0.15), 0.0, 0.0, math.sin(0.15)])


def check_frames(page: Page) -> None:
    """What stands still is drawn once for each change: not again at rest, and not without a change."""
    counted = """
    const after = (time) => new Promise((done) => setTimeout(done, time));
    await after(600);
    let frames = 0;
    app.stage.addEventListener("drawn", () => { frames++; });
    app.stage.draw();
    await after(900);
    return frames;
    """
    assert page.run(counted) == 1


# Figures

FIGURES = """
await app.measuring.idle;
const found = await app.robot.measure(given[0], () => undefined);
return { ...found, excessVolume: (100 * found.excessVolume) / found.volume };
"""


def check_figures(page: Page, robot: Robot) -> None:
    """The figures of the page are those of Python, shares within 0.5 points, lengths within 0.5 % of 0.2 m."""
    for each in measure(robot):
        found = page.run(FIGURES, each.link)
        assert found["spheres"] == each.spheres
        assert found["coverage"] == pytest.approx(each.coverage, abs=0.1)
        assert found["uncoveredDepth"] == pytest.approx(each.uncovered_depth, abs=0.0002)
        assert found["protrusion"] == pytest.approx(each.protrusion, abs=0.0004)
        assert found["meanProtrusion"] == pytest.approx(each.mean_protrusion, abs=0.0002)
        assert found["excessVolume"] == pytest.approx(each.excess_share, abs=0.5)


def test_the_measured_figures_of_the_page_are_those_of_python(open_page: Open, tmp_path: Path) -> None:
    robot = arm(tmp_path)
    page = open_page(shown(robot))
    check_figures(page, robot)
    changed = with_spheres(robot, "lower", (sphere(0.04, 0.0, 0.01, 0.08),))
    page.run("app.robot.spheres.change('lower', [{ center: [0.04, 0, 0.01], radius: 0.08 }])")
    check_figures(page, replace(changed, links=changed.links[:1]))
    cells = page.run("return [...app.links.element.querySelectorAll('tbody tr')].map((row) => row.textContent)")
    assert cells[0].startswith("lower1")
    assert page.run("return document.querySelector('.buffers')") is None  # this robot has none to be switched off


def test_spheres_are_shown_and_measured_with_buffers_unless_bare_ones_are_chosen(
    open_page: Open, tmp_path: Path
) -> None:
    robot = arm(tmp_path)
    use = CollisionUse(spheres="spheres", buffers=(Buffer(frame="lower", distance=0.02),))
    robot = replace(robot, world_collision=use)
    page = open_page(shown(robot))
    grown, bare = measure(robot)[0], measure(robot, bare=True)[0]
    assert page.run(FIGURES, "lower")["protrusion"] == pytest.approx(grown.protrusion, abs=0.0004)
    assert page.run("return app.robot.spheresOn('lower').map((each) => each.radius)") == pytest.approx([0.08] * 2)
    page.run("document.querySelector('.buffers input').click()")
    assert page.run(FIGURES, "lower")["protrusion"] == pytest.approx(bare.protrusion, abs=0.0004)
    shown_now = "await app.measuring.idle; return app.robot.figures.get('lower').protrusion"
    assert page.run(shown_now) == pytest.approx(bare.protrusion, abs=0.0004)
    assert page.run("return app.robot.text") == text_of(robot)


# Editing


def with_remarks(robot: Robot) -> Robot:
    """The robot with something said of the spheres of each frame."""
    (made,) = robot.sphere_sets
    frames = tuple(replace(each, remark=f"proved of {each.frame}") for each in made.frames)
    return replace(robot, sphere_sets=(replace(made, frames=frames),))


def text_of(robot: Robot) -> object:
    return document_of(robot, None)["text"]


def test_unedited_text_is_that_of_the_writer(open_page: Open) -> None:
    robot = read(FIXTURES / "ur10e/ur10e.urdf", FIXTURES / "ur10e/ur10e.xrdf")
    page = open_page(shown(robot))
    assert page.run("return app.robot.text") == text_of(robot)
    assert page.run("return app.robot.leavesOut") is False


def test_comments_among_the_spheres_are_reported(open_page: Open, tmp_path: Path) -> None:
    reported = (FIXTURES / "ur10e/ur10e.xrdf").read_text(encoding="utf-8")
    (tmp_path / "said.xrdf").write_text(
        reported.replace("radius: 0.05\n", "radius: 0.05  # checked\n", 1), encoding="utf-8"
    )
    robot = read(FIXTURES / "ur10e/ur10e.urdf", tmp_path / "said.xrdf")
    page = open_page(shown(robot))
    assert "# checked" in page.run("return app.robot.text")
    assert "comments" in page.run("return app.header.load.title")


def test_the_page_writes_edits_as_python_does(open_page: Open, tmp_path: Path) -> None:
    robot = with_remarks(arm(tmp_path))
    page = open_page(shown(robot))
    rows = [
        (0.0078125, -1e-9, 1 / 3, 0.05),
        (1e-7, 2.5e-5, -1234.5, 0.0001234567),
        (0.1, 0.2, 1e-6, 0.1234565),
    ]
    typed = (0.1, -2e-5, 0.3, 1.0)  # no more than six digits: nothing to round
    script = """
    const [frame, rows] = given;
    const spheres = rows.map(([x, y, z, radius]) => ({ center: [x, y, z], radius }));
    app.robot.spheres.change(frame, [...app.robot.spheres.of(frame), ...spheres]);
    return app.robot.text;
    """
    own = robot.sphere_sets[0].frames[0].spheres
    expected = with_spheres(robot, "lower", (*own, *round_up([sphere(*row) for row in rows]), sphere(*typed)))
    assert page.run(script, "lower", [*rows, typed]) == text_of(expected)
    page.run("app.robot.spheres.change('tool', []); app.robot.spheres.change('lower', [])")
    emptied = with_spheres(with_spheres(robot, "tool", ()), "lower", ())
    assert page.run("return app.robot.text") == text_of(emptied)
    page.run("app.robot.history.undo(); app.robot.history.undo(); app.robot.history.undo()")
    assert page.run("return app.robot.text") == text_of(robot)


def test_a_robot_without_spheres_gets_its_first(open_page: Open, tmp_path: Path) -> None:
    plain = replace(arm(tmp_path), sphere_sets=(), world_collision=None, self_collision=None, ignored_pairs=())
    page = open_page(shown(plain))
    assert page.run("return app.robot.text") == text_of(plain)
    page.run("app.editor.append('upper arm', [{ center: [0, 0, 0.1], radius: 0.05 }])")
    text = page.run("return app.robot.text")
    (tmp_path / "new.xrdf").write_text(text, encoding="utf-8")
    (tmp_path / "arm.urdf").write_text(
        '<robot name="arm"><link name="lower"/><link name="upper arm"/><joint name="elbow" type="revolute">'
        '<parent link="lower"/><child link="upper arm"/><limit lower="-1" upper="2" effort="1" velocity="1"/>'
        "</joint></robot>",
        encoding="utf-8",
    )
    again = read(tmp_path / "arm.urdf", tmp_path / "new.xrdf")
    ((only,),) = [each.frames for each in again.sphere_sets]
    assert (only.frame, only.spheres[0].center) == ("upper arm", (0.0, 0.0, 0.1))
    assert again.world_collision is not None
    assert again.world_collision.spheres == again.sphere_sets[0].name


def test_the_page_gives_the_reason_if_a_robot_cannot_be_an_xrdf(open_page: Open) -> None:
    page = open_page(shown(Robot(links=(Link(name="stone", collisions=(collision(Box((1, 1, 1))),)),))))
    button = page.run("return [app.header.load.disabled, app.header.load.title]")
    assert button == [True, "A robot without moving joints cannot be written as XRDF."]


WHERE = """
const [frame, index] = given;
const { moved } = await import("robotfmt/matrix");
const { center, radius } = app.robot.spheres.of(frame)[index];
return app.stage.project(app.stage.panes[0], moved(app.robot.poseOf(frame), center)).map(Math.round);
"""


def test_picking_dragging_resizing_and_deleting_a_sphere_can_be_undone(open_page: Open, tmp_path: Path) -> None:
    from selenium.webdriver import ActionChains

    robot = arm(tmp_path)
    page = open_page(shown(robot))
    x, y = page.run(WHERE, "upper arm", 1)
    page.pointer((x, y), drag=True)  # without a move, which is a click
    assert page.run("return app.selected") == [{"frame": "upper arm", "index": 1}]
    before = page.run("return app.robot.spheres.of('upper arm')[1]")
    # along the arrow of the handle's z axis, which points upward here
    tip = page.run("""
      const { Vector3 } = await import("three");
      const { object } = app.stage.panes[0].gizmo;
      const away = app.stage.camera.position.distanceTo(object.position);
      const size = away * Math.tan((app.stage.camera.fov * Math.PI) / 360) * 0.7 / 4;
      const at = object.position.clone().add(new Vector3(0, 0, size * 0.76));
      return app.stage.project(app.stage.panes[0], at.toArray());
    """)
    x, y = map(round, tip)
    page.pointer((x, y), (x, y - 20), (x, y - 60), drag=True)
    after = page.run("return app.robot.spheres.of('upper arm')[1]")
    assert after["center"][:2] == before["center"][:2]
    assert after["center"][2] > before["center"][2] + 0.01
    page.run("""
      app.editor.slider.value = 0.6;
      app.editor.slider.dispatchEvent(new Event("input"));
      app.editor.slider.dispatchEvent(new Event("change"));
    """)
    assert page.run("return app.robot.spheres.of('upper arm')[1].radius") == pytest.approx(10**-1.2, abs=2e-6)
    moved = with_spheres(
        robot,
        "upper arm",
        (
            robot.sphere_sets[0].frames[1].spheres[0],
            CollisionSphere(center=tuple(after["center"]), radius=page.run("return app.editor.sphere.radius")),
        ),
    )
    assert page.run("return app.robot.text") == text_of(moved)
    ActionChains(page.driver).send_keys("\ue017").perform()  # Delete
    assert page.run("return app.robot.spheres.of('upper arm').length") == 1
    for _ in range(3):
        ActionChains(page.driver).key_down("\ue009").send_keys("z").key_up("\ue009").perform()
    assert page.run("return app.robot.text") == text_of(robot)
    ActionChains(page.driver).key_down("\ue009").send_keys("y").key_up("\ue009").perform()
    assert page.run("return app.robot.spheres.of('upper arm')[1]") == after
    assert page.complaints == []


def test_new_spheres(open_page: Open, tmp_path: Path) -> None:
    page = open_page(shown(arm(tmp_path)))
    assert "upper arm" in opened_first(page, "Links")
    page.run("app.select([{ frame: 'lower', index: 0 }, { frame: 'lower', index: 1 }]); app.editor.interpolate(1)")
    assert page.run("return app.robot.spheres.of('lower')[2]") == {"center": [0, 0, 0], "radius": 0.06}
    page.run("app.select([{ frame: 'upper arm', index: 0 }]); app.editor.mirror(2)")
    mirrored = page.run("return app.robot.spheres.of('upper arm')[2]")
    assert mirrored == {"center": [0, 0, -0.05], "radius": 0.05}
    page.run("app.select([]); app.setOpacity('spheres', 0)")
    x, y = page.run("return app.stage.project(app.stage.panes[0], [0.05, 0.01, 0.025]).map(Math.round)")
    page.pointer((x, y))
    from selenium.webdriver import ActionChains

    ActionChains(page.driver).send_keys("a").perform()
    added = page.run("return app.robot.spheres.of('lower')[3].center")
    assert added == pytest.approx([0.05, 0.01, 0.025], abs=0.002)


# What is pointed at


def test_overlaps_follow_the_pose_and_ignored_pairs_are_listed(open_page: Open, tmp_path: Path) -> None:
    robot = arm(tmp_path)
    page = open_page(shown(robot))
    assert "Not checked: 1 pair" in opened_first(page, "Pairs")
    assert page.run("return app.robot.overlapping") == []
    page.run("app.hover({ robot: 0, link: 'lower' })")
    assert "Adjacent" in page.run("return app.pairs.element.textContent")
    checked = replace(robot, ignored_pairs=(), joints=(replace(robot.joints[0], pose_in_parent=Pose((0.1, 0.0, 0.0))),))
    page = open_page(shown(checked))
    (pair,) = page.run("return app.robot.overlapping")
    assert (pair["a"], pair["b"]) == ("lower", "upper arm")
    assert pair["depth"] == pytest.approx(0.06 + 0.05 - math.hypot(0.05, 0.05))


def opened_first(page: Page, tab: str) -> str:
    """What is read in a tab of a fresh page that is clicked before anything else happens."""
    panel = f"document.querySelector('.panel.{tab.lower()}')"
    page.run(f"[...document.querySelectorAll('[role=tab]')].find(e => e.textContent.startsWith('{tab}')).click()")
    assert page.run(f"return {panel}.hidden") is False
    return str(page.run(f"return {panel}.innerText"))


def test_each_tab_of_the_report_and_of_view_is_filled(browser: Chrome, tmp_path: Path) -> None:
    """When it is opened first in a fresh page, too."""
    documents, report = visits.arm(tmp_path, ".urdf", ".xrdf"), tmp_path / "report.html"
    assert main(["convert", *documents, str(tmp_path / "a.dae"), "--report", str(report), "-q"]) == 0
    session = open_session([documents], make_page, output=str(tmp_path / "new.xrdf"))
    with visits.served(session) as site:
        for address in (report.as_uri(), site.url):
            for tab in ("Links", "Pairs", "Findings"):
                browser.get(address)
                wait_until(browser, "return Boolean(window.robotfmt)")
                assert len(opened_first(Page(browser), tab)) > 10, (address, tab)


def wait_until(browser: Chrome, script: str) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser, 30, 0.05).until(lambda driver: driver.execute_script(script))


def test_a_finding_leads_to_its_link(open_page: Open, tmp_path: Path) -> None:
    report = Report()
    report.add(NO_LIMITS, "<b>bold</b>", Origin("a.urdf", 1), subject="joint/elbow/lower")
    page = open_page(shown(arm(tmp_path), report=report))
    assert "<b>bold</b>" in opened_first(page, "Findings")
    page.run("app.findings.element.querySelector('li').click()")
    assert page.run("return app.chosen") == {"robot": 0, "link": "upper arm"}
    assert page.run("return app.links.element.querySelector('tr.chosen th').textContent") == "upper arm"
    assert "<b>bold</b>" in page.run("return app.findings.element.textContent")


# Safety

POLICY = (
    "default-src 'none'; script-src blob: 'nonce-abc'; style-src 'nonce-abc'; connect-src 'self'; img-src data: blob:; "
    "base-uri 'none'; form-action 'none'"
)


def test_names_that_mean_harm_are_only_names(open_page: Open) -> None:
    evil = "</script><script>window.bad = 1</script><img src=x onerror='window.bad = 1'>"
    names = (evil, "__proto__", "constructor", "${title}")
    joints = tuple(
        turning(f"{name} j", names[i], names[i + 1], pose_in_parent=Pose((0.1, 0.0, 0.0)))
        for i, name in enumerate(names[:-1])
    )
    spheres = tuple(FrameSpheres(frame=name, spheres=(sphere(0, 0, 0, 0.1),)) for name in names)
    shape = collision(Box((0.1, 0.1, 0.1)))
    robot = Robot(
        name=evil,
        links=tuple(Link(name=name, collisions=(shape,)) for name in names),
        joints=joints,
        sphere_sets=(SphereSet(name=evil, frames=spheres),),
    )
    page = open_page(shown(robot, evil), shown(robot, evil))
    for tab in ("Links", "Pairs", "Findings"):
        page.run("app.tabs.open(given[0]); app.choose({ robot: 0, link: given[1] })", tab, evil)
    page.run("app.select([{ frame: '__proto__', index: 0 }]); app.editor.duplicate()")
    assert page.run("return [window.bad ?? null, document.images.length]") == [None, 0]
    assert page.run("return [...app.robot.links.keys()]") == list(names)
    added = page.run("return app.robot.text").count("radius:")
    assert added == len(names) + 1
    assert page.complaints == []


def test_the_page_works_under_the_policy_of_the_server(open_page: Open, tmp_path: Path) -> None:
    def forbidding(text: str) -> str:
        return text.replace("<head>", f'<head><meta http-equiv="Content-Security-Policy" content="{POLICY}">')

    server = Server(token="secret", save="arm.xrdf", nonce="abc")
    page = open_page(shown(arm(tmp_path)), change=forbidding, server=server)
    assert page.run("return app.header.save.textContent") == "Save to arm.xrdf"
    assert page.complaints == []


# With the server


def test_spheres_that_are_fitted_again_and_edited_are_saved_by_the_server(browser: Chrome, tmp_path: Path) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    def wait(words: str) -> None:
        reported = "return app.header.words.textContent"
        WebDriverWait(browser, 120, 0.05).until(lambda _: words in page.run(reported))

    urdf, xrdf = FIXTURES / "arm6/arm6.urdf", tmp_path / "new.xrdf"
    session = open_session([[str(urdf)]], make_page, output=str(xrdf))
    with Site(session) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        browser.get(site.url)
        page = Page(browser)
        WebDriverWait(browser, 30, 0.05).until(lambda _: browser.execute_script("return Boolean(window.robotfmt)"))
        page.run("app.choose({ robot: 0, link: 'hand' }); app.editor.update()")
        page.run("app.editor.refits.querySelector('input').value = 2; app.editor.buttons.refit.click()")
        wait("hand: ")
        fitted = page.run("return app.robot.spheres.of('hand').map((sphere) => [...sphere.center, sphere.radius])")
        page.run("app.editor.append('forearm', [{ center: [0.1, 0, 0.02], radius: 0.07 }]); app.header.save.click()")
        wait("aved")
        complaints = page.complaints
        site.shutdown()
    assert complaints == []
    frames = {each.frame: each.spheres for each in read(urdf, xrdf).sphere_sets[0].frames}
    assert frames.keys() == {"hand", "forearm"}
    assert frames["forearm"] == (sphere(0.1, 0.0, 0.02, 0.07),)
    assert [[*list(each.center or ()), each.radius] for each in frames["hand"]] == fitted
    assert 1 <= len(fitted) <= 2
