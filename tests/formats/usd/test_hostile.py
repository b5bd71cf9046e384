"""Stages that are made to do harm end in an error of their own, or are read with a finding, and soon."""

from __future__ import annotations

import os
import random
import zipfile
from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import InputError, InternalError, LimitError, RobotfmtError
from robotfmt.hub.checking import check
from robotfmt.limits import Limits
from robotfmt.model import World
from robotfmt.settings import Settings, context_of
from robotfmt.surfaces.loading import surface

pytest.importorskip("pxr")
HEAD = '#usda 1.0\n(\n    defaultPrim = "r"\n    metersPerUnit = 1\n    upAxis = "Z"\n)\n'
A, B = "</r/a>", "</r/b>"


def prim(name: str = "r", content: str = "", *, type: str = "Xform", metadata: str = "") -> str:
    """A prim."""
    return f'def {type} "{name}" (\n{metadata}\n)\n{{\n{content}\n}}\n'


def body(name: str, content: str = "physics:mass = 1") -> str:
    """A body; a number of its mass is one of single precision."""
    schemas = 'prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]'
    return prim(name, content.replace("physics:mass", "float physics:mass"), metadata=schemas)


def joint(one: str, other: str, content: str = "", metadata: str = "") -> str:
    """A hinge between the targets of two relationships."""
    ends = f"rel physics:body0 = {one}\nrel physics:body1 = {other}\n"
    return prim("j", ends + content, type="PhysicsRevoluteJoint", metadata=metadata)


def refers(uri: str, name: str = "r") -> str:
    """A stage that refers to another one."""
    return HEAD + prim(name, metadata=f"references = @{uri}@")


def stage(*parts: str, head: str = HEAD) -> str:
    """A stage with a robot of some parts."""
    return head + prim("r", "".join(parts))


def mesh(counts: str, indices: str) -> str:
    """A body with a mesh as its collider."""
    points = "point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n"
    rows = f"int[] faceVertexCounts = {counts}\nint[] faceVertexIndices = {indices}\n{points}"
    return body("a", prim("m", rows, type="Mesh", metadata='prepend apiSchemas = ["PhysicsCollisionAPI"]'))


def doubled(count: int) -> str:
    """A stage whose prims refer to the next one twice."""
    found = HEAD.replace('"r"', '"p0"')
    for index in range(count):
        twice = "".join(prim(each, metadata=f"references = </p{index + 1}>") for each in "xy")
        found += prim(f"p{index}", twice)
    return found + prim(f"p{count}")


NOT_FINITE = """point3f physics:localPos0 = (nan, inf, 1e38)
quatf physics:localRot0 = (0, 0, 0, 0)
quatf physics:localRot1 = (nan, 0, 0, 0)
float physics:lowerLimit = nan
float physics:upperLimit = inf"""
CUBE = prim("c", "double size = 1", type="Cube", metadata='prepend apiSchemas = ["PhysicsCollisionAPI"]')
MOVED = 'uniform token[] xformOpOrder = ["xformOp:{0}"]\n{1}\nphysics:mass = 1\n'
SHEARED = "matrix4d xformOp:transform = ((1, 0.5, 0, 0), (0, 1, 0, 0), (0, 0, {}, 0), (0, 0, 0, 1))"
FOUND = {
    "a reference to itself through a sublayer": (
        HEAD.replace("upAxis", "subLayers = [@./hostile.usda@ (offset = 10; scale = 2)]\n    upAxis") + prim("r"),
        "usd.asset",
    ),
    "a reference to a server of Omniverse": (refers("omniverse://server/a.usd"), "usd.asset"),
    "a joint of a joint": (stage(body("a"), joint("</r/j>", A)), "usd.joint-ends"),
    "a joint of the world with itself": (stage(body("a"), joint("</r>", "</r>")), "usd.joint-ends"),
    "a rotation of zero": (
        stage(body("a"), body("b"), joint(A, B, "quatf physics:localRot0 = (0, 0, 0, 0)")),
        "usd.quaternion",
    ),
    "a place that changes": (
        stage(body("a", MOVED.format("translate", "double3 xformOp:translate.timeSamples = { 0: (0, 0, 1) }"))),
        "usd.sampled",
    ),
    "a place that is no number": (
        stage(body("a", MOVED.format("scale", "float3 xformOp:scale = (nan, 1, 1)") + CUBE)),
        "number.bad",
    ),
    "a sheared shape": (stage(body("a", MOVED.format("transform", SHEARED.format(1)) + CUBE)), "usd.shape-scaled"),
    "a singular matrix": (stage(body("a", MOVED.format("transform", SHEARED.format(0)) + CUBE)), "usd.shape-scaled"),
    "a collision group of everything": (
        stage(
            *(body(f"x{each}", "physics:mass = 1\n" + CUBE) for each in range(400)),
            prim(
                "g",
                "rel physics:filteredGroups = </r/g>\nrel collection:colliders:includes = </r>",
                type="PhysicsCollisionGroup",
                metadata='prepend apiSchemas = ["CollectionAPI:colliders"]',
            ),
        ),
        "usd.groups",
    ),
    "a reference to itself": (refers("./hostile.usda"), "usd.asset"),
    "a reference to a server": (refers("https://example.org/a.usd"), "usd.asset"),
    "a reference to a file of the system": (refers("/etc/passwd"), "usd.asset"),
    "a reference out of the folder": (refers("../../secret.usda"), "usd.asset"),
    "a reference with arguments": (refers("./a.usda:SDF_FORMAT_ARGS:x=y"), "usd.asset"),
    "a reference that is computed": (refers('`"${V}.usda"`'), "usd.asset"),
    "a reference to a missing prim": (HEAD + prim("r", metadata="references = </nothing>"), "usd.asset"),
    "a joint with two targets": (stage(body("a"), body("b"), joint(f"[{A}, {B}]", B)), "usd.joint-ends"),
    "a joint of a body with itself": (stage(body("a"), joint(A, A)), "usd.joint-ends"),
    "a joint of a missing prim": (stage(body("a"), joint("</r/zz>", A)), "usd.missing-prim"),
    "a joint with numbers that are none": (stage(body("a"), body("b"), joint(A, B, NOT_FINITE)), "number.bad"),
    "a mass that is no number": (stage(body("a", "physics:mass = nan")), "number.bad"),
    "a mass that changes": (stage(body("a", "physics:mass.timeSamples = { 0: 1, 5: 2 }")), "usd.sampled"),
    "a name that is long and has bidirectional marks": (
        stage(prim("a", metadata='displayName = "' + "n" * 10_000 + "\u202e" + '"'), body("b", "")),
        "usd.mass-missing",
    ),
    "a joint that follows itself": (
        stage(body("a"), joint("</r>", A, "rel newton:mimicJoint = </r/x>", 'prepend apiSchemas = ["NewtonMimicAPI"]')),
        "usd.mimic",
    ),
}
REFUSED: dict[str, tuple[str | bytes, type[RobotfmtError]]] = {
    "references that double": (doubled(25), LimitError),
    "a unit of 0": (stage(body("a"), head=HEAD.replace("Unit = 1", "Unit = 0")), InputError),
    "a unit below 0": (stage(body("a"), head=HEAD.replace("Unit = 1", "Unit = -1")), InputError),
    "a unit without size": (stage(body("a"), head=HEAD.replace("Unit = 1", "Unit = 1e-300")), InputError),
    "another encoding": (stage('string s = "\xe9"\n').encode("latin-1"), InputError),
    "the start of a binary stage": (b"PXR-USDC\x00\x08\x00\x00" + bytes(40), InputError),
    "the start of an archive": (b"PK\x03\x04hostile.usd" + bytes(50), InputError),
    "a pointer of Git LFS": (b"version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 12\n", InputError),
    "prims without end": (stage('def Xform "a" {\n' * 50), InputError),
}


def read(folder: Path, content: str | bytes, limits: Limits | None = None) -> tuple[World, Report]:
    """A stage, and what is reported of it."""
    path, report = folder / "hostile.usda", Report()
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return robotfmt.read_world(path, report=report, settings=Settings(limits=limits or Limits())), report


@pytest.mark.parametrize("case", FOUND)
def test_a_stage_is_read_with_a_finding(case: str, tmp_path: Path) -> None:
    content, code = FOUND[case]
    _, report = read(tmp_path, content)
    assert code in {each.code for each in report}


@pytest.mark.parametrize("case", REFUSED)
def test_a_stage_is_refused(case: str, tmp_path: Path) -> None:
    content, error = REFUSED[case]
    with pytest.raises(error):
        read(tmp_path, content)


@pytest.mark.parametrize("content", ["".join(prim(f"x{each}") for each in range(40)), 'def "n" {\n' * 40 + "}\n" * 40])
def test_many_prims_are_refused(content: str, tmp_path: Path) -> None:
    """The number of prims is limited, whether they are side by side or inside each other."""
    with pytest.raises(LimitError, match="more than 20 prims"):
        read(tmp_path, stage(content), Limits(usd_prims=20))


def test_a_link_to_a_file_elsewhere_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.usda").write_text(stage(body("a")))
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link.usda").symlink_to(tmp_path / "secret.usda")
    world, report = read(inside, refers("./link.usda"))
    assert not world.robots
    assert "outside" in str(next(iter(each for each in report if each.code == "usd.asset")))


@pytest.mark.parametrize(("counts", "indices"), [("[3, 4, -1]", "[0, 1, 99]"), ("[3]", "[0, 1, 99]"), ("[3]", "[0]")])
def test_a_mesh_with_wrong_counts_is_an_error(counts: str, indices: str, tmp_path: Path) -> None:
    world, _ = read(tmp_path, stage(mesh(counts, indices)))
    (geometry,) = world.robots[0].robot.links[0].collisions
    report = Report()
    assert surface(geometry, context_of(report)) is None
    assert any(each.code == "usd.mesh" for each in report)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_compressed_archive_is_refused(method: int, tmp_path: Path) -> None:
    """Archives are stored, so that none of them grows when it is opened."""
    path = tmp_path / "hostile.usdz"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("a.usda", stage(body("a")) + " " * 1_000_000)
    if method == zipfile.ZIP_STORED:
        assert len(robotfmt.read_world(path).robots) == 1
        return
    with pytest.raises(InputError, match="compressed"):
        robotfmt.read_world(path)


def test_a_place_that_changes_is_the_first_one(tmp_path: Path) -> None:
    places = "double3 xformOp:translate.timeSamples = { 0: (0, 0, 1), 5: (0, 0, 2) }"
    world, _ = read(tmp_path, stage(body("a", MOVED.format("translate", places))))
    pose = world.robots[0].pose
    assert pose is not None
    assert pose.xyz == (0, 0, 1)


QUIET = {
    "ten thousand variants": "".join(f'"v{each}" {{\n}}\n' for each in range(10_000)),
    "a variant in a variant": '"a" (\nprepend variantSets = ["two"]\n) {\nvariantSet "two" = {\n"b" {\n}\n}\n}\n',
}


@pytest.mark.parametrize("case", QUIET)
def test_variants_that_nothing_selects(case: str, tmp_path: Path) -> None:
    sets = f'variantSet "one" = {{\n{QUIET[case]}}}\n'
    world, report = read(tmp_path, HEAD + prim("r", sets + body("a"), metadata='prepend variantSets = ["one"]'))
    assert len(world.robots) == 1
    assert not report


def test_plugins_of_the_caller_are_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plugInfo.json").write_text("{ not JSON", encoding="utf-8")
    monkeypatch.setenv("PXR_PLUGINPATH_NAME", str(tmp_path))
    assert len(read(tmp_path, stage(body("a")))[0].robots) == 1


MUTANTS = 600 if os.environ.get("ROBOTFMT_ALL") else 24


def mutant(data: bytes, number: int) -> bytes:
    """A binary stage that is cut, of which a piece is missing, or in which up to three bits are others."""
    chance, made = random.Random(number), bytearray(data)
    match number % 3:
        case 0:
            return bytes(made[: chance.randrange(len(made))])
        case 1:
            start = chance.randrange(len(made))
            del made[start : start + chance.randrange(1, 200)]
        case _:
            for _ in range(chance.randrange(1, 4)):
                made[chance.randrange(len(made))] ^= 1 << chance.randrange(8)
    return bytes(made)


@pytest.mark.timeout(1200)
def test_damaged_binary_stages_are_read_or_refused(tmp_path: Path) -> None:
    """OpenUSD may end with a signal; its process is not ours."""
    robotfmt.convert(FIXTURES / "arm6" / "arm6.urdf", tmp_path / "sound.usdc")
    data, path, refused = (tmp_path / "sound.usdc").read_bytes(), tmp_path / "mutant.usdc", 0
    for number in range(MUTANTS):
        path.write_bytes(mutant(data, number))
        try:
            for each in check(path, meshes=True):
                refused += bool(each.refused)
                assert not [it for it in each.report if it.code.startswith("internal.")], number
        except RobotfmtError as error:
            assert not isinstance(error, InternalError), number
            refused += 1
    assert refused > MUTANTS / 4
