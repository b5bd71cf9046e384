"""The layers of an asset as Isaac Sim has them: what is in each, instances, images, and reading them again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from real import FIXTURES

import robotfmt
from robotfmt.errors import UsageError
from robotfmt.settings import Settings

Usd: Any = pytest.importorskip("pxr.Usd")
UsdShade: Any = pytest.importorskip("pxr.UsdShade")
ARM = FIXTURES / "arm6" / "arm6.urdf"
ISAAC = Settings(options={"usd.layout": "isaac"})
LAYERS = (
    *("base.usda", "geometries.usdc", "instances.usda", "materials.usda", "robot.usda"),
    *(f"Physics/{each}.usda" for each in ("mujoco", "newton", "physics", "physx")),
)


@pytest.fixture
def asset(tmp_path: Path) -> Path:
    """The document of an arm, in a folder of its own."""
    robotfmt.convert(ARM, tmp_path / "arm" / "arm.usda", settings=ISAAC, base="fixed")
    return tmp_path / "arm" / "arm.usda"


def test_each_layer_has_its_own_words(asset: Path) -> None:
    folder = asset.parent / "payloads"
    assert {each.relative_to(folder).as_posix() for each in folder.rglob("*.usd*")} == set(LAYERS)
    texts = {each: (folder / each).read_text() for each in LAYERS if each.endswith(".usda")}
    moving = ("RigidBodyAPI", "MassAPI", "physics:mass", "newton:", "body0", "drive:", "mjc:", "physx")
    for name in ("base.usda", "robot.usda", "materials.usda", "instances.usda"):
        assert not [each for each in moving if each in texts[name]], name
    assert "isaac:physics:robotLinks" in texts["robot.usda"]
    assert "Isaac" not in "".join(texts[each] for each in texts if each != "robot.usda")
    assert "mjc:actuatorfrcrange:max" in texts["Physics/mujoco.usda"]
    assert "mjc:" not in texts["Physics/physx.usda"] + texts["Physics/newton.usda"]
    assert "PhysicsCollisionAPI" in texts["instances.usda"]  # inside a prototype nothing can be added
    assert "points" not in "".join(texts.values())


@pytest.mark.parametrize("engine", ["physx", "newton", "mujoco"])
def test_every_variant_reads_as_the_one_file_does(tmp_path: Path, asset: Path, engine: str) -> None:
    single = tmp_path / "single.usda"
    robotfmt.convert(ARM, single, base="fixed")
    settings = Settings(variants={"Physics": engine})
    one, layered = robotfmt.read(single, settings=settings), robotfmt.read(asset, settings=settings)
    assert not robotfmt.diff(one, layered)
    assert [each.name for it in one.links for each in it.visuals] == [
        each.name for it in layered.links for each in it.visuals
    ]


def test_meshes_are_instances_of_prototypes_with_their_materials(asset: Path) -> None:
    stage = Usd.Stage.Open(str(asset))
    instances = [each for each in stage.Traverse() if each.IsInstance()]
    robot = robotfmt.read(ARM)
    meshes = [it for link in robot.links for it in (*link.visuals, *link.collisions) if hasattr(it.shape, "uri")]
    assert len(instances) == len(meshes) > 1
    for each in Usd.PrimRange(stage.GetDefaultPrim(), Usd.TraverseInstanceProxies()):
        assert each.GetTypeName() != "Mesh" or each.IsInstanceProxy()
        for name in ("material:binding", "material:binding:physics"):
            targets = each.GetRelationship(name).GetTargets() if each.HasRelationship(name) else []
            assert all(stage.GetPrimAtPath(it) for it in targets), each
    bound = [UsdShade.MaterialBindingAPI(each.GetChildren()[0]) for each in stage.GetPrototypes()]
    assert any(each.ComputeBoundMaterial()[0] for each in bound)
    assert not stage.GetCompositionErrors()


def test_images_are_found_from_the_layer_that_names_them(tmp_path: Path) -> None:
    image = tmp_path / "images" / "grain.png"
    image.parent.mkdir()
    image.write_bytes(b"\x89PNG\r\n\x1a\n")
    source = tmp_path / "board.urdf"
    source.write_text(
        "<robot name='board'><link name='base'><visual><geometry><box size='1 1 1'/></geometry>"
        "<material name='wood'><texture filename='images/grain.png'/></material></visual></link></robot>"
    )
    made = tmp_path / "out" / "board.usda"
    robotfmt.convert(source, made, settings=ISAAC, base="fixed")
    stage = Usd.Stage.Open(str(made))
    files = [it.GetAttribute("inputs:file").Get() for it in stage.Traverse() if it.HasAttribute("inputs:file")]
    assert [Path(each.resolvedPath) for each in files] == [image]
    (visual,) = robotfmt.read(made).links[0].visuals
    assert visual.material is not None
    assert visual.material.texture is not None
    assert visual.material.texture.uri == "../images/grain.png"


def test_a_layer_that_changes_is_read_again(asset: Path) -> None:
    settings = Settings()
    before = robotfmt.read(asset, settings=settings)
    physics = asset.parent / "payloads" / "Physics" / "physics.usda"
    text = physics.read_text()
    mass = next(line for line in text.splitlines() if "physics:mass" in line)
    physics.write_text(text.replace(mass, f"{mass.partition('=')[0]}= 123456", 1))
    after = robotfmt.read(asset, settings=settings)
    masses = [[it.inertial.mass for it in robot.links if it.inertial is not None] for robot in (before, after)]
    assert 123456.0 in masses[1]
    assert 123456.0 not in masses[0]


def test_the_same_robot_gives_the_same_bytes(tmp_path: Path, asset: Path) -> None:
    robotfmt.convert(ARM, tmp_path / "again" / "arm.usda", settings=ISAAC, base="fixed")
    for each in LAYERS:
        again = (tmp_path / "again" / "payloads" / each).read_bytes()
        assert again == (asset.parent / "payloads" / each).read_bytes(), each


def test_the_document_can_be_binary_and_no_archive(tmp_path: Path) -> None:
    robotfmt.convert(ARM, tmp_path / "arm.usdc", settings=ISAAC, base="fixed")
    assert (tmp_path / "arm.usdc").read_bytes().startswith(b"PXR-USDC")
    assert len(robotfmt.read(tmp_path / "arm.usdc").links) == len(robotfmt.read(ARM).links)
    with pytest.raises(UsageError, match=r"an archive \(\.usdz\) has one file"):
        robotfmt.convert(ARM, tmp_path / "arm.usdz", settings=ISAAC, base="fixed")


def test_a_robot_without_shapes_has_neither_meshes_nor_materials(tmp_path: Path) -> None:
    source = tmp_path / "bare.urdf"
    source.write_text("<robot name='bare'><link name='base'/></robot>")
    robotfmt.convert(source, tmp_path / "bare" / "bare.usda", settings=ISAAC, base="fixed")
    made = {each.name for each in (tmp_path / "bare").rglob("*.usd*")}
    assert made == {"bare.usda", "base.usda", "robot.usda", "physics.usda", "physx.usda", "newton.usda", "mujoco.usda"}
