"""cuRobo's own converter and ours make the same configuration of an XRDF, and the same XRDF of a configuration."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml
from real import CORPUS, FIXTURES

import robotfmt
from robotfmt.settings import Settings

from .curobo_converter import Converter

_PAIRS = [
    (FIXTURES / "ur10e" / "ur10e.urdf", FIXTURES / "ur10e" / "ur10e.xrdf"),
    (
        CORPUS / "xrdf" / "urdfs" / "ur10e_curobo.urdf",
        CORPUS / "xrdf" / "real" / "NVlabs+curobo" / "ur10e.xrdf",
    ),
    (
        CORPUS / "xrdf" / "urdfs" / "franka_curobo.urdf",
        CORPUS / "xrdf" / "real" / "nvidia-isaac+cumotion" / "franka_curobo.xrdf",
    ),
]
PAIRS = [pair for pair in _PAIRS if all(path.is_file() for path in pair)]
IDS = [f"{xrdf.parent.name}/{xrdf.name}" for _, xrdf in PAIRS]


def kinematics(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))["robot_cfg"]["kinematics"]
    return found


def spheres(it: dict[str, Any]) -> dict[str, Any]:
    """All spheres, those that are asked for by number too."""
    extra = it.get("extra_collision_spheres") or {}
    made = {link: [{"center": [0, 0, 0], "radius": -100}] * count for link, count in extra.items()}
    return {**it["collision_spheres"], **made}


def pairs(ignored: dict[str, list[str]] | list[object]) -> set[frozenset[str]]:
    items = ignored.items() if isinstance(ignored, dict) else ()
    return {frozenset((first, second)) for first, seconds in items for second in seconds}


def buffers(value: object, links: Iterable[str]) -> dict[str, float]:
    """Those that are not 0, whether one number says them or a mapping."""
    if isinstance(value, dict):
        return {link: it for link, it in value.items() if it}
    return dict.fromkeys(links, float(str(value or 0))) if value else {}


def limits(value: object, count: int) -> list[float]:
    return [float(each) for each in value] if isinstance(value, list) else [float(str(value))] * count


def control(it: dict[str, Any]) -> dict[str, Any]:
    """What a configuration says of each joint, by the names of the joints."""
    cspace, locks = it["cspace"], it.get("lock_joints") or {}
    names = cspace["joint_names"]
    active = [name for name in names if name not in locks]
    positions = dict(zip(names, cspace["default_joint_position"], strict=True))
    found = {"active": active, "positions": positions, "locks": locks}
    for key in ("max_acceleration", "max_jerk"):
        by_name = dict(zip(names, limits(cspace[key], len(names)), strict=True))
        found[key] = {name: by_name[name] for name in active}
    return found


@pytest.mark.parametrize(("urdf", "xrdf"), PAIRS, ids=IDS)
def test_a_configuration_of_an_xrdf_that_we_wrote(urdf: Path, xrdf: Path, tmp_path: Path) -> None:
    converter = Converter(robotfmt.read(urdf))
    robotfmt.convert([urdf, xrdf], tmp_path / "ours.xrdf")
    robotfmt.convert([urdf, xrdf], tmp_path / "ours.yml", settings=Settings(target_format="curobo@2"))
    theirs = converter.to_curobo(yaml.safe_load((tmp_path / "ours.xrdf").read_text("utf-8")))
    ours = kinematics(tmp_path / "ours.yml")
    assert spheres(ours) == spheres(theirs)
    assert ours["tool_frames"] == theirs["tool_frames"]
    assert ours["base_link"] == theirs["base_link"]
    assert (ours.get("extra_links") or {}) == theirs["extra_links"]
    assert set(ours["collision_link_names"]) == set(theirs["collision_link_names"])
    assert pairs(ours["self_collision_ignore"]) == pairs(theirs["self_collision_ignore"])
    for key in ("collision_sphere_buffer", "self_collision_buffer"):
        links = [link for link, found in spheres(ours).items() if found]
        assert buffers(ours.get(key), links) == buffers(theirs[key], links)
    assert control(ours) == control(theirs)


@pytest.mark.parametrize(("urdf", "xrdf"), PAIRS, ids=IDS)
def test_an_xrdf_of_a_configuration_that_we_wrote(urdf: Path, xrdf: Path, tmp_path: Path) -> None:
    """Theirs needs every key, and a number for all limits or a list; what we write is what they read."""
    robotfmt.convert([urdf, xrdf], tmp_path / "ours.yml", settings=Settings(target_format="curobo@2"))
    needed: dict[str, Any] = {"collision_sphere_buffer": 0.0, "lock_joints": {}}
    reported = {**needed, **kinematics(tmp_path / "ours.yml")}
    theirs = Converter(robotfmt.read(urdf)).to_xrdf({"kinematics": reported})
    # Their writer leaves out the name of the set and the place holders that are asked for by number.
    (tmp_path / "theirs.xrdf").write_text(yaml.safe_dump(theirs), encoding="utf-8")
    ours, back = robotfmt.read(urdf, tmp_path / "ours.yml"), robotfmt.read(urdf, tmp_path / "theirs.xrdf")
    assert back.cspace == ours.cspace
    assert back.tool_frames == ours.tool_frames
    assert {it.joint: it.values for it in back.default_positions} == {
        it.joint: it.values for it in ours.default_positions
    }
    assert {frozenset((it.first, it.second)) for it in back.ignored_pairs} == {
        frozenset((it.first, it.second)) for it in ours.ignored_pairs
    }
    real = {each.frame: each.spheres for each in back.sphere_sets[0].frames}
    extra = reported.get("extra_collision_spheres") or {}
    assert real == {it.frame: it.spheres for it in ours.sphere_sets[0].frames if it.frame not in extra}
    assert set(back.modifiers) == set(ours.modifiers)
