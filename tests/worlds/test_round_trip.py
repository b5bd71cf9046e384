"""Worlds, through SDF and through documents of their own for each robot: nothing is lost, and damage is noticed."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from real import CORPUS, FIXTURES, WORLDS, corpus, some

import robotfmt
from robotfmt import Report, Settings, World, formats
from robotfmt.assets.resolver import Assets
from robotfmt.context import Context
from robotfmt.diagnostics import Fate
from robotfmt.errors import InternalError
from robotfmt.model import Light, PlacedRobot, Pose, Rpy, WorldJoint, compose
from robotfmt.model.record import replace

FILES = sorted(WORLDS.glob("*.sdf"))
REAL = [
    path.relative_to(CORPUS).as_posix()
    for path in corpus("sdf/real/files/**/*.sdf", "sdf/real/files/**/*.world")
    if b"<world" in path.read_bytes()
]
CHANGED = (Fate.LOST, Fate.CONVERTED, Fate.APPROXIMATED, Fate.ASSUMED)


def there_and_back(world: World, folder: Path, settings: Settings | None = None) -> list[str]:
    """What differs after SDF, after documents of their own, and after SDF again; or was reported to."""
    settings, report = settings or Settings(), Report()
    first, apart, last = folder / "first.sdf", folder / "apart" / "cell.world.json", folder / "last.sdf"
    apart.parent.mkdir()
    robotfmt.write(world, first, report=report, settings=settings)
    in_sdf = replace(settings, options={"world.robots": "sdf"})
    robotfmt.write(world, apart, report=report, settings=in_sdf)
    back = robotfmt.read_world(apart, settings=settings)
    robotfmt.write(back, last, report=report, settings=settings)
    found = [back, *(robotfmt.read_world(each, settings=settings) for each in (first, last))]
    again = folder / "again.sdf"
    robotfmt.write(found[1], again, settings=settings)
    assert again.read_bytes() == first.read_bytes()
    differences = [str(it) for each in found for it in robotfmt.diff(world, each, settings=settings)]
    return differences + [it.message for it in report if it.fate in CHANGED]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_nothing_is_lost(path: Path, tmp_path: Path) -> None:
    world = robotfmt.read_world(path)
    assert len(world.robots) > 1 or world.joints
    assert there_and_back(world, tmp_path) == []


@pytest.mark.slow
@pytest.mark.skipif(not REAL, reason="the corpus of SDF is not here")
@pytest.mark.parametrize("name", some(REAL, 8))
def test_nothing_is_lost_of_real_worlds(name: str, tmp_path: Path) -> None:
    folder = CORPUS / "sdf" / "real" / "files" / name.split("/")[3]
    found = {each.parent.parent for mark in ("model.config", "package.xml") for each in folder.rglob(mark)}
    settings = Settings(assets=Assets(roots=tuple(sorted(found))))
    try:
        world = robotfmt.read_world(CORPUS / name, settings=settings)
    except robotfmt.RobotfmtError as error:
        pytest.skip(f"it cannot be read: {error}")
    try:
        assert there_and_back(world, tmp_path, settings) == []
    except robotfmt.errors.ModelError as error:
        pytest.skip(f"it is too broken: {error}")


@pytest.mark.parametrize("suffix", [".sdf", ".world.json"])
@pytest.mark.parametrize("name", ["cell.dae", "holding.dae"])
def test_a_scene_of_collada_loses_only_reported_facts(name: str, suffix: str, tmp_path: Path) -> None:
    (path,) = FIXTURES.rglob(name)
    world, output, report = robotfmt.read_world(path), tmp_path / f"out{suffix}", Report()
    settings = Settings(options={"world.robots": "sdf"})
    robotfmt.write(world, output, report=report, settings=settings)
    found = {each.subject for each in robotfmt.diff(world, robotfmt.read_world(output))}
    assert len(world.robots) > 1
    assert found == {each.subject for each in report if each.fate in CHANGED}


# Damage


def moved(world: World) -> World:
    return _with(world, 0, lambda it: replace(it, pose=compose(Pose((0.001, 0.0, 0.0)), it.pose)))


def turned(world: World) -> World:
    turn = Pose((0.0, 0.0, 0.0), Rpy(0.0, 0.0, 0.1 * 3.14159 / 180))
    return _with(world, 1, lambda it: replace(it, pose=compose(it.pose, turn)))


def swapped(world: World) -> World:
    one, other, *rest = world.robots
    return replace(world, robots=(replace(one, pose=other.pose), replace(other, pose=one.pose), *rest))


def renamed(world: World) -> World:
    joints = tuple(
        replace(each, parent_robot="nobody" if each.parent_robot == "left" else each.parent_robot)
        for each in world.joints
    )
    return replace(_with(world, 0, lambda it: replace(it, name="nobody")), joints=joints)


def dropped(world: World) -> World:
    joints = tuple(each for each in world.joints if each.parent_robot != "right")
    return replace(world, robots=(world.robots[0], world.robots[2]), joints=joints)


def without_joint(world: World) -> World:
    return replace(world, joints=world.joints[1:])


def attached_elsewhere(world: World) -> World:
    first, *rest = world.joints
    joint = replace(first.joint, parent="upper")
    return replace(world, joints=(replace(first, joint=joint), *rest))


def attached_to_another(world: World) -> World:
    first, *rest = world.joints
    return replace(world, joints=(WorldJoint(joint=first.joint, parent_robot="right", child_robot="bar"), *rest))


def heavier(world: World) -> World:
    return replace(world, gravity=(0.0, 0.0, -9.81))


def weightless(world: World) -> World:
    return replace(world, gravity=None)


def darker(world: World) -> World:
    return replace(world, lights=(replace(world.lights[0], color=(0.1, 0.8, 0.8, 1.0)),))


def dark(world: World) -> World:
    return replace(world, lights=())


def lit(world: World) -> World:
    return replace(world, lights=(*world.lights, Light(name="more", type=world.lights[0].type)))


def called_otherwise(world: World) -> World:
    return replace(world, name="elsewhere")


def _with(world: World, index: int, change: Callable[[PlacedRobot], PlacedRobot]) -> World:
    robots = tuple(change(each) if n == index else each for n, each in enumerate(world.robots))
    return replace(world, robots=robots)


DAMAGE: dict[Callable[[World], World], str] = {
    moved: "robot/left/place/position",
    turned: "robot/right/place/rotation",
    swapped: "robot/right/place/position",
    renamed: "robot/left",
    dropped: "robot/right",
    without_joint: "joint/left_grip",
    attached_elsewhere: "joint/left_grip/parent",
    attached_to_another: "joint/left_grip/parent robot",
    heavier: "gravity",
    weightless: "gravity",
    darker: "light/sun/color",
    dark: "light/sun",
    lit: "light/more",
    called_otherwise: "name",
}


NOT_IN_COLLADA = (without_joint, attached_elsewhere, attached_to_another, darker, dark, lit)
CASES = [
    (damage, suffix)
    for damage in DAMAGE
    for suffix in (".sdf", ".world.json", ".dae")
    if suffix != ".dae" or damage not in NOT_IN_COLLADA
]


@pytest.mark.parametrize(("damage", "suffix"), CASES, ids=lambda it: getattr(it, "__name__", it))
def test_damage_is_noticed_and_named(damage: Callable[[World], World], suffix: str, tmp_path: Path) -> None:
    """What a writer does wrong between the world that it is given and the document is found when that is read back."""
    world, output = robotfmt.read_world(WORLDS / "two_arms.sdf"), tmp_path / f"out{suffix}"
    format, report = formats.of_output(str(output)), Report()
    write = format.write_world
    assert write is not None

    def damaged(it: World, context: Context) -> dict[str, bytes]:
        return write(damage(it), context)

    settings = Settings(options={"world.robots": "sdf"})
    with formats.added(replace(format, write_world=damaged)), pytest.raises(InternalError):
        robotfmt.write(world, output, report=report, settings=settings)
    assert DAMAGE[damage] in {each.subject for each in report}
    assert not output.exists()


@pytest.mark.slow
def test_a_thousand_models_take_seconds(tmp_path: Path) -> None:
    model = (
        '<model name="m{0}"><pose>{0} 0 0 0 0 0.1</pose><link name="a"/><link name="b"/>'
        '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>'
        "</model>"
    )
    models = "".join(model.format(number) for number in range(1000))
    path = tmp_path / "many.sdf"
    path.write_text(f'<sdf version="1.9"><world name="many">{models}</world></sdf>')
    begun = time.process_time()
    world = robotfmt.read_world(path)
    assert time.process_time() - begun < 5
    assert len(world.robots) == 1000
    robotfmt.write(world, tmp_path / "again.sdf")
