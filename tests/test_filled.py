"""Robots with any field set on any part, in every format: what is written is proved, refused, or reported; never an
internal error.

Real documents have what no one expects: damping of fixed joints, friction of shapes that are only shown.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from filled import cases

import robotfmt
from robotfmt.cli import INTERNAL
from robotfmt.errors import RobotfmtError
from robotfmt.formats import all_formats
from robotfmt.model import Robot

EVERY = 40
"""How many pairs of a robot and a format there are for one that is taken; all with ROBOTFMT_ALL=1."""
REFUSED_BY_MUJOCO = ("mjcf.massless", "mjcf.inertia")
SUFFIXES = [each.suffixes[0] for each in all_formats() if each.writes]


def _is_taken(name: str, suffix: str) -> bool:
    return bool(os.environ.get("ROBOTFMT_ALL")) or zlib.crc32(f"{name} {suffix}".encode()) % EVERY == 0


def refused_or_written(make: Callable[[], Robot], path: Path) -> str | None:
    """Write a robot; return what went wrong inside robotfmt, if anything did."""
    try:
        robotfmt.write(make(), path, allow=REFUSED_BY_MUJOCO, overwrite=True)
    except RobotfmtError as error:
        return str(error) if error.exit_code == INTERNAL else None
    return None


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_robot_with_any_field_is_written_or_refused(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"robot{suffix}"
    tried = {name: refused_or_written(make, path) for name, make in cases().items() if _is_taken(name, suffix)}
    assert len(tried) > len(cases()) / EVERY / 2
    assert {name: fault for name, fault in tried.items() if fault} == {}


def test_there_is_a_case_for_every_field_of_axes_on_every_type() -> None:
    kinds = ("fixed", "revolute", "ball")
    assert {f"{kind} joint, turn: dynamics.Dynamics.damping" for kind in kinds} <= cases().keys()
    assert "sensor joint: data.Imu.angular_velocity_noise.AxisNoise.x.Noise.mean" in cases()


MENDED = (
    ("cylindrical joint, turn: pitch", ".urdf"),
    ("compound joint, bare slide: pitch", ".body"),
    ("fixed joint, bare turn: hard.Limits.jerk", ".urdf"),
    ("floating joint, bare slide: hard.Limits.deceleration", ".urdf"),
    ("fixed joint, bare turn: dynamics.Dynamics.spring_stiffness", ".urdf"),
    ("fixed joint, turn: dynamics.Dynamics.damping", ".robot.xml"),
    ("fixed joint, bare slide: resolution", ".robot.xml"),
    ("ball joint, turn: coupling.LinearCoupling.multiplier", ".xml"),
    ("floating loop", ".sdf"),
    ("Box visual: surface.Surface.friction", ".sdf"),
    ("Box visual: collision_mask.CollisionMask", ".sdf"),
    ("Box visual: collision_mask.CollisionMask", ".smurf"),
    ("Box visual: material.Material", ".sdf"),
    ("Box collision: script", ".sdf"),
    ("sensor link: data.Camera.noise.Noise", ".sdf"),
    ("sensor link: data.Imu.orientation_reference.OrientationReference", ".sdf"),
    ("controllers: transmissions.Transmission.reduction", ".urdf"),
    ("controllers: transmissions.Transmission.actuators.ActuatorEnd.interfaces", ".urdf"),
)
"""A robot and a format for each kind of fault that was found so."""


@pytest.mark.parametrize(("name", "suffix"), MENDED)
def test_filled_robots_that_once_failed_are_written(name: str, suffix: str, tmp_path: Path) -> None:
    assert refused_or_written(cases()[name], tmp_path / f"robot{suffix}") is None
