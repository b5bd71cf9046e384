"""The layers of an asset as Isaac Sim has them: what is in each, instances, images, and reading them again."""

from __future__ import annotations

import zipfile
from pathlib import Path, PurePath
from typing import Any

import pytest
from real import FIXTURES

import robotfmt
from robotfmt.diagnostics import Fate, Report
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


PNG = b"\x89PNG\r\n\x1a\n"


def board(folder: Path) -> Path:
    """A URDF with an image."""
    image = folder / "images" / "grain.png"
    image.parent.mkdir()
    image.write_bytes(PNG)
    source = folder / "board.urdf"
    source.write_text(
        "<robot name='board'><link name='base'><visual><geometry><box size='1 1 1'/></geometry>"
        "<material name='wood'><texture filename='images/grain.png'/></material></visual></link></robot>"
    )
    return source


def test_images_are_found_from_the_layer_that_names_them(tmp_path: Path) -> None:
    source = board(tmp_path)
    image = tmp_path / "images" / "grain.png"
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


def test_the_document_can_be_binary_or_an_archive(tmp_path: Path) -> None:
    robotfmt.convert(ARM, tmp_path / "arm.usdc", settings=ISAAC, base="fixed")
    assert (tmp_path / "arm.usdc").read_bytes().startswith(b"PXR-USDC")
    assert len(robotfmt.read(tmp_path / "arm.usdc").links) == len(robotfmt.read(ARM).links)
    robotfmt.convert(ARM, tmp_path / "arm.usdz", settings=ISAAC, base="fixed")
    with zipfile.ZipFile(tmp_path / "arm.usdz") as archive:
        assert {PurePath(each).name for each in archive.namelist()} >= {PurePath(each).name for each in LAYERS}
    assert not robotfmt.diff(robotfmt.read(tmp_path / "arm.usdc"), robotfmt.read(tmp_path / "arm.usdz"))


def test_an_archive_has_its_images(tmp_path: Path) -> None:
    source = board(tmp_path)
    made = tmp_path / "board.usdz"
    robotfmt.convert(source, made, base="fixed")
    stage = Usd.Stage.Open(str(made))
    files = [it.GetAttribute("inputs:file").Get() for it in stage.Traverse() if it.HasAttribute("inputs:file")]
    assert [each.resolvedPath for each in files] == [f"{made}[images/grain.png]"]
    (visual,) = robotfmt.read(made).links[0].visuals
    assert visual.material is not None
    assert visual.material.texture is not None
    assert visual.material.texture.uri == "board.usdz/images/grain.png"
    robotfmt.convert(made, tmp_path / "out" / "board.urdf", meshes="copy")
    assert (tmp_path / "out" / "board_meshes" / "grain.png").read_bytes() == PNG


def test_an_image_that_an_archive_cannot_have_is_lost(tmp_path: Path) -> None:
    report = Report()
    source = board(tmp_path)
    (tmp_path / "images" / "grain.png").unlink()
    robotfmt.convert(source, tmp_path / "board.usdz", base="fixed", report=report)
    assert any("texture" in each.message or "image" in each.message for each in report if each.fate is Fate.LOST)
    (visual,) = robotfmt.read(tmp_path / "board.usdz").links[0].visuals
    assert visual.material is None or visual.material.texture is None


def test_a_robot_without_shapes_has_neither_meshes_nor_materials(tmp_path: Path) -> None:
    source = tmp_path / "bare.urdf"
    source.write_text("<robot name='bare'><link name='base'/></robot>")
    robotfmt.convert(source, tmp_path / "bare" / "bare.usda", settings=ISAAC, base="fixed")
    made = {each.name for each in (tmp_path / "bare").rglob("*.usd*")}
    assert made == {"bare.usda", "base.usda", "robot.usda", "physics.usda", "physx.usda", "newton.usda", "mujoco.usda"}
