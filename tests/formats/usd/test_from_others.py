"""Stages from SDF, MJCF and URDF: what these have and a stage has otherwise is reported, and comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt

pytest.importorskip("pxr")
_BODY = "<inertial><mass>1</mass><inertia><ixx>0.25</ixx><iyy>0.25</iyy><izz>0.25</izz></inertia></inertial>"
_BOX = "<geometry><box><size>0.5 0.25 0.125</size></box></geometry>"


def converted(text: str, name: str, folder: Path) -> dict[str, list[str]]:
    """The messages of a conversion to a stage, by code; it is refused if a difference is not explained."""
    (folder / name).write_text(text, encoding="utf-8")
    made = robotfmt.convert(folder / name, folder / "made.usda")
    found: dict[str, list[str]] = {}
    for each in made.report:
        found.setdefault(each.code, []).append(each.message)
    return found


def model(links: str) -> str:
    """An SDF of a model with these parts."""
    return f'<sdf version="1.11"><model name="m">{links}</model></sdf>'


def test_a_joint_that_turns_without_limits_is_endless(tmp_path: Path) -> None:
    axle = '<joint name="axle" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz></axis></joint>'
    found = converted(model(f'<link name="a">{_BODY}</link><link name="b">{_BODY}</link>{axle}'), "m.sdf", tmp_path)
    assert found["usd.endless"] == ["joint 'axle': type 'revolute' -> 'continuous'"]
    assert "usd.one-end" not in found


def test_a_black_emission_is_none(tmp_path: Path) -> None:
    glow = "<material><diffuse>1 0 0 1</diffuse><emissive>{}</emissive></material>"
    shapes = "".join(
        f'<visual name="{name}">{_BOX}{glow.format(color)}</visual>'
        for name, color in (("black", "0 0 0 0"), ("green", "0 1 0 0"))
    )
    converted(model(f'<link name="a">{_BODY}{shapes}</link>'), "m.sdf", tmp_path)
    black, green = robotfmt.read(tmp_path / "made.usda").links[0].visuals
    assert black.material is not None and black.material.emission is None
    assert green.material is not None and green.material.emission == (0.0, 1.0, 0.0, 1.0)


def test_masses_are_computed_only_from_colliders(tmp_path: Path) -> None:
    auto = '<inertial auto="true"><density>500</density></inertial>'
    found = converted(model(f'<link name="a">{auto}<visual name="v">{_BOX}</visual></link>'), "m.sdf", tmp_path)
    assert "usd.least-mass" in found
    inertial = robotfmt.read(tmp_path / "made.usda").links[0].inertial
    assert inertial is not None and (inertial.mass, inertial.computed) == (1e-6, None)


def test_missing_moments_are_computed_from_colliders(tmp_path: Path) -> None:
    box = '<geometry><box size="0.5 0.25 0.125"/></geometry>'
    link = f'<link name="a"><inertial><mass value="2"/></inertial><collision>{box}</collision></link>'
    assert "usd.least-mass" in converted(f'<robot name="m">{link}</robot>', "m.urdf", tmp_path)
    inertial = robotfmt.read(tmp_path / "made.usda").links[0].inertial
    assert inertial is not None and (inertial.mass, inertial.computed) == (2.0, True)


def test_a_robot_without_a_name_is_named_after_its_document(tmp_path: Path) -> None:
    body = '<body name="a"><inertial pos="0 0 0" mass="1" diaginertia="0.25 0.25 0.25"/>{}</body>'
    text = f"<mujoco><worldbody>{body.format('')}</worldbody></mujoco>"
    assert "usd.assumed-name" in converted(text, "m.xml", tmp_path)
    assert robotfmt.read(tmp_path / "made.usda").name == "made"


def test_sizes_and_densities_of_shapes(tmp_path: Path) -> None:
    inertial = '<inertial pos="0 0 0" mass="1" diaginertia="0.25 0.25 0.25"/>'
    box = '<geom type="box" size="0.024999681860208511 0.019499748945236206 0.0062637552618980408" quat="0.6 0.8 0 0"/>'
    drawn = '<geom type="sphere" size="0.1" contype="0" conaffinity="0" density="0"/>'
    text = f'<mujoco model="m"><worldbody><body name="a">{inertial}{box}{drawn}</body></worldbody></mujoco>'
    found = converted(text, "m.xml", tmp_path)
    assert any("size" in each for each in found["usd.rounded"])
    assert any("density" in each for each in found["convert.other-form"])


def test_an_image_is_multiplied_by_its_colour(tmp_path: Path) -> None:
    (tmp_path / "wood.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    look = '<material name="{0}"><color rgba="{1}"/><texture filename="wood.png"/></material>'
    visuals = "".join(
        f'<visual><geometry><box size="0.5 0.25 0.125"/></geometry>{look.format(name, color)}</visual>'
        for name, color in (("wood", "0.25 0.5 0.75 0.5"), ("white", "1 1 1 1"))
    )
    inertia = '<inertia ixx="0.25" iyy="0.25" izz="0.25" ixy="0" ixz="0" iyz="0"/>'
    link = f'<link name="a"><inertial><mass value="2"/>{inertia}</inertial>{visuals}</link>'
    found = converted(f'<robot name="m">{link}</robot>', "m.urdf", tmp_path)
    assert not any("color" in each for row in found.values() for each in row)
    text = (tmp_path / "made.usda").read_text(encoding="utf-8")
    assert text.count("float4 inputs:scale = (0.25, 0.5, 0.75, 1)") == text.count("inputs:scale") == 1
    assert "float inputs:opacity = 0.5" in text
    looks = [each.material for each in robotfmt.read(tmp_path / "made.usda").links[0].visuals]
    assert [each.color for each in looks if each is not None] == [(0.25, 0.5, 0.75, 0.5), (1.0, 1.0, 1.0, 1.0)]
    assert all(each is not None and each.texture is not None and each.texture.uri == "wood.png" for each in looks)
