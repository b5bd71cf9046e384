"""Documents that we wrote of fixtures and real robots: nothing got lost, and other readers find their way."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from collada_binds import Written, dangling, repeated, unbound
from collada_schema import CHILDREN, HOME, core, misplaced, slots, tag_of, unlisted
from lxml import etree
from real import CORPUS, corpus, fixtures

import robotfmt
from robotfmt import Robot
from robotfmt.diagnostics import Fate, Report
from robotfmt.hub.conversion import Conversion
from robotfmt.hub.editing import Edit
from robotfmt.model.record import replace
from robotfmt_collada.document.order import ORDER

pytestmark = [pytest.mark.slow, pytest.mark.many]
FIXTURES = fixtures(".dae", ".urdf")
UNREADABLE = "formula_in_kinematics.dae"
DOCUMENTS = [path for path in corpus("collada/*/*.dae", "collada/*/*.zae") if not path.name.endswith(UNREADABLE)]
LARGE = 300_000
NOT_UNDERSTOOD = {
    "scene__instance_kinematics_scene__instance_kinematics_scene.dae": ["instance_kinematics_model url=#KIN_GREIFER"],
}
"""References to what is written anew, in elements that nobody understood."""


@dataclass(frozen=True)
class Rewritten:
    """A document of ours, and how it came about."""

    source: Path
    path: Path
    conversion: Conversion

    @property
    def root(self) -> etree._Element:
        """The root of the document."""
        return etree.parse(self.path).getroot()


def light(path: Path) -> Edit | None:
    """Takes the geometry out of large documents: that of small ones shows as much, in a tenth of the time."""
    return _without_geometry if path.stat().st_size > LARGE else None


def _without_geometry(robot: Robot, **_: object) -> Robot:
    return replace(robot, links=tuple(replace(link, visuals=(), collisions=()) for link in robot.links))


@pytest.fixture(scope="module", params=[*FIXTURES, *DOCUMENTS], ids=lambda path: "/".join(path.parts[-2:]))
def rewritten(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Rewritten:
    """A robot as we write it."""
    path = tmp_path_factory.mktemp("written") / "robot.dae"
    done = robotfmt.convert(request.param, path, edit=light(request.param))
    return Rewritten(request.param, path, done)


def subjects(*reports: Report) -> set[str]:
    """The facts that something was said about."""
    return {each.subject for report in reports for each in report if each.fate is not None and each.subject}


def unexplained(robot: Robot, path: Path, reported: set[str]) -> list[str]:
    """How a document differs from a robot without a word, about a fact or what it is part of."""
    found = robotfmt.diff(robot, robotfmt.read(path))
    return [str(each) for each in found if not any(f"{each.subject}/".startswith(f"{it}/") for it in reported)]


def test_written_documents_differ_only_in_what_is_reported(rewritten: Rewritten) -> None:
    done = rewritten.conversion
    assert unexplained(done.robot, rewritten.path, subjects(done.report)) == []


def test_the_second_time_nothing_changes_in_an_archive_neither(rewritten: Rewritten, tmp_path: Path) -> None:
    again = robotfmt.convert(rewritten.path, tmp_path / "robot.zae")
    assert not again.report.having(Fate.LOST) and not again.report.having(Fate.APPROXIMATED)
    assert unexplained(again.robot, tmp_path / "robot.zae", set()) == []


def test_real_documents_come_back_from_urdf_and_srdf(rewritten: Rewritten, tmp_path: Path) -> None:
    between = [tmp_path / "there" / "robot.urdf", tmp_path / "there" / "robot.srdf"]
    there = robotfmt.convert(rewritten.path, *between, meshes="copy")
    back = robotfmt.convert(between, tmp_path / "back.dae")
    assert unexplained(there.robot, tmp_path / "back.dae", subjects(there.report, back.report)) == []


def test_children_have_the_order_of_the_schema(rewritten: Rewritten) -> None:
    assert list(misplaced(rewritten.root)) == []
    assert unlisted(rewritten.root) == set() or rewritten.source not in FIXTURES


def test_openrave_finds_a_transform_and_limits_for_every_axis(rewritten: Rewritten) -> None:
    written = Written(rewritten.root)
    assert list(unbound(written)) == []
    bind = written.one("scene/instance_kinematics_scene/bind_kinematics_model")
    assert written.at_end_of(bind.findtext(f"{HOME}param") or "") == "kmodel0_inst"
    (first,) = written.all("link", written.common)
    assert written.target(str(bind.get("node"))).get("name") == first.get("name")


def test_each_name_is_unique_and_resolves_for_openrave(rewritten: Rewritten) -> None:
    written = Written(rewritten.root)
    assert repeated(written) == []
    assert dangling(written) == NOT_UNDERSTOOD.get(rewritten.source.name, [])


def test_openrave_and_ros_meet_nothing_that_they_stumble_over(rewritten: Rewritten) -> None:
    root = rewritten.root
    written = Written(root)
    tags = {tag_of(each) for each in core(root)}
    assert not tags & {"instance_node", "instance_joint", "scale", "skew", "matrix", "lookat"}
    # Without a type OpenRAVE goes down.
    assert [each for each in root.iter(f"{HOME}extra") if not each.get("type")] == []
    techniques = [each for each in root.iter(f"{HOME}technique") if each.get("profile") == "OpenRAVE"]
    # The one counts joint values by these; on one that names no joint the other goes down.
    extras = root.findall(f".//{HOME}extra[@type='attach_actuator']")
    bound = [written.all("bind_actuator", each) for each in techniques if each.getparent() in extras]
    joints = [str(each[0].get("joint")) for each in bound]
    assert len(set(joints)) == len(joints)
    assert {tag_of(written.target(joint)) for joint in joints} <= {"joint"}


@pytest.mark.parametrize("parent", CHILDREN)
def test_children_have_the_order_of_the_specification(parent: str) -> None:
    row = slots(CHILDREN[parent])
    known = [tag for tag in row if tag in ORDER and tag != "setparam"]
    assert known == sorted(known, key=ORDER.__getitem__)


def test_the_corpus_is_complete() -> None:
    assert len(DOCUMENTS) >= 65 or not CORPUS.is_dir()
