"""Read stages: numbers worked out by hand, units, trees, variants, shapes."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from real import BROKEN

import robotfmt
from robotfmt.cli import main
from robotfmt.diagnostics import Report
from robotfmt.errors import InputError, LimitError, UsageError
from robotfmt.limits import Limits as InputLimits
from robotfmt.model import (
    Box,
    Command,
    Cylinder,
    Ellipsoid,
    JointType,
    Limits,
    LinearCoupling,
    Mesh,
    Pose,
    Robot,
    compose,
)
from robotfmt.model.semantics import Base
from robotfmt.settings import Settings, context_of
from robotfmt.surfaces.loading import surface

pytest.importorskip("pxr")
SOUND = BROKEN / "usd" / "sound.usda"


def changed(folder: Path, *changes: tuple[str, str], more: str = "") -> Path:
    """The sound stage with changes, and with more prims in its robot."""
    text = SOUND.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path = folder / "arm.usda"
    path.write_text(text.rstrip().removesuffix("}") + more + "}\n", encoding="utf-8")
    return path


def read(path: Path, report: Report | None = None, settings: Settings | None = None) -> Robot:
    """The robot of a stage."""
    return robotfmt.read(path, report=report, settings=settings)


def test_the_arm() -> None:
    report = Report()
    robot = read(SOUND, report)
    assert not list(report)
    assert (robot.name, robot.base, robot.pose) == ("arm", Base.FIXED, None)
    assert [each.name for each in robot.links] == ["base", "hand"]
    (elbow,) = robot.joints
    assert (elbow.type, elbow.parent, elbow.child) == (JointType.REVOLUTE, "base", "hand")
    assert (elbow.pose_in_parent, elbow.pose_in_child) == (Pose((0, 0, 0.1)), None)
    half = math.pi / 2
    assert elbow.axes[0].direction == (0, 1, 0)
    assert elbow.axes[0].hard == Limits(lower=-half, upper=half, velocity=half, effort=20)
    inertial = robot.link("hand").inertial
    assert inertial is not None
    assert (inertial.mass, inertial.pose) == (1, Pose((0, 0, 0.1)))
    assert inertial.inertia is not None
    assert (inertial.inertia.ixx, inertial.inertia.izz, inertial.computed) == (0.004, 0.001, None)
    (shape,) = robot.link("hand").collisions
    assert shape.shape == Box((0.1, 0.1, 0.2))
    assert robot.link("base").visuals[0].shape == Cylinder(0.1, 0.1)


def test_centimetres_grams_and_y_up(tmp_path: Path) -> None:
    units = (("metersPerUnit = 1", "metersPerUnit = 0.01"), ("kilogramsPerUnit = 1", "kilogramsPerUnit = 0.001"))
    robot = read(changed(tmp_path, *units, ('upAxis = "Z"', 'upAxis = "Y"')))
    (elbow,) = robot.joints
    assert elbow.pose_in_parent == Pose((0, 0, 0.001))
    assert elbow.axes[0].limits.effort == pytest.approx(20 * 1e-7)
    assert elbow.axes[0].limits.upper == pytest.approx(math.pi / 2)
    inertial = robot.link("hand").inertial
    assert inertial is not None
    assert inertial.inertia is not None
    assert inertial.mass == 0.001
    assert inertial.inertia.izz == pytest.approx(1e-10)
    assert robot.pose is not None
    up = [row[1] for row in robot.pose.matrix]  # the y axis of the stage
    assert up == pytest.approx([0, 0, 1])


def test_gains_and_states_are_in_radians(tmp_path: Path) -> None:
    gains = ("physics:stiffness = 0", "physics:stiffness = 1"), ("physics:damping = 0", "physics:damping = 0.1")
    state = (
        "float newton:velocityLimit",
        "float state:angular:physics:position = 45\n        float newton:velocityLimit",
    )
    robot = read(changed(tmp_path, *gains, state))
    (drive,) = robot.actuators
    assert (drive.joint, drive.command) == ("elbow", Command.POSITION)
    gains_of = {each.name: float(each.values[0]) for each in drive.parameters}
    assert gains_of == pytest.approx({"kp": 57.29578, "kv": 5.729578})
    assert robot.scene_positions[0].values == pytest.approx((math.pi / 4,))


def test_gains_of_a_drive_that_accelerates_are_not_those_of_a_force(tmp_path: Path) -> None:
    report = Report()
    gains = (
        "float drive:angular:physics:stiffness = 0",
        'token drive:angular:physics:type = "acceleration"\n        float drive:angular:physics:stiffness = 1',
    )
    robot = read(changed(tmp_path, gains), report)
    assert not robot.actuators
    assert robot.joints[0].axes[0].limits.effort == 20
    left = [each.message.split()[0] for each in report.having("document.not-understood")]
    assert left == ["drive:angular:physics:stiffness", "drive:angular:physics:type"]


def test_moments_of_zero_are_not_authored(tmp_path: Path) -> None:
    """Isaac Sim's importer writes them for links without mass."""
    zeros = "double[] newton:inertia = [0, 0, 0, 0, 0, 0]\n        float3 physics:diagonalInertia = (0, 0, 0)"
    robot = read(changed(tmp_path, ("float3 physics:diagonalInertia = (0.004, 0.004, 0.001)", zeros)))
    inertial = robot.link("hand").inertial
    assert inertial is not None
    assert (inertial.mass, inertial.inertia, inertial.computed) == (1, None, True)


NUMBERS = {
    "newton:damping": ("damping", 180 / math.pi),
    "newton:friction": ("friction", 1.0),
    "newton:armature": ("armature", 1.0),
    "physxJointAxis:angular:viscousFrictionCoefficient": ("damping", 180 / math.pi),
    "physxJointAxis:angular:armature": ("armature", 1.0),
    "urdf:dynamics:friction": ("friction", 1.0),
    "mjc:damping": ("damping", 1.0),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_dynamics_of_each_schema(tmp_path: Path, name: str) -> None:
    more = f"float {name} = 0.5\n        float newton:velocityLimit"
    robot = read(changed(tmp_path, ("float newton:velocityLimit", more)))
    field, factor = NUMBERS[name]
    dynamics = robot.joints[0].axes[0].dynamics
    assert dynamics is not None
    assert getattr(dynamics, field) == pytest.approx(0.5 * factor)


def test_newtons_word_counts_before_that_of_others_and_the_other_is_reported(tmp_path: Path) -> None:
    report = Report()
    more = "float physxJoint:maxJointVelocity = 45\n        float newton:velocityLimit"
    robot = read(changed(tmp_path, ("float newton:velocityLimit", more)), report)
    assert robot.joints[0].axes[0].limits.velocity == pytest.approx(math.pi / 2)
    assert [each.message.split()[0] for each in report.having("document.not-understood")] == [
        "physxJoint:maxJointVelocity"
    ]


def test_a_reversed_joint_moves_its_child_alike() -> None:
    robot = read(BROKEN / "usd" / "usd.reversed.usda")
    (elbow,) = robot.joints
    assert (elbow.parent, elbow.child, elbow.pose_in_parent) == ("base", "hand", Pose((0, 0, 0.1)))
    assert elbow.axes[0].direction == (0, -1, 0)
    assert elbow.axes[0].limits.lower == pytest.approx(-math.pi / 2)


def test_two_joints_of_a_body_follow_each_other() -> None:
    robot = read(BROKEN / "usd" / "usd.two-joints.usda")
    elbow, wrist = robot.joints
    assert (elbow.parent, elbow.child) == ("base", "hand_elbow")
    assert (wrist.parent, wrist.child) == ("hand_elbow", "hand")
    assert compose(elbow.pose_at_zero, wrist.pose_at_zero).xyz == pytest.approx((0, 0, 0.1))


def test_a_joint_that_closes_a_cycle_is_a_loop() -> None:
    robot = read(BROKEN / "usd" / "usd.cycle.usda")
    assert [each.name for each in robot.joints] == ["elbow"]
    assert [each.name for each in robot.loops] == ["wrist"]


MIMIC = """
    def Xform "tool" ( prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"] )
    {
        float physics:mass = 1
        double3 xformOp:translate = (0, 0, 0.3)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
    def PhysicsPrismaticJoint "grip" ( prepend apiSchemas = ["API"] )
    {
        rel physics:body0 = </arm/hand>
        rel physics:body1 = </arm/tool>
        point3f physics:localPos0 = (0, 0, 0.2)
        VALUES
    }
"""


def test_couplings_of_newton_and_physx(tmp_path: Path) -> None:
    newton = "float newton:mimicCoef0 = 0.01\n        float newton:mimicCoef1 = 0.002\n"
    physx = "float physxMimicJoint:rotX:gearing = -0.002\n        float physxMimicJoint:rotX:offset = -0.01\n"
    for api, values, leader in (
        ("NewtonMimicAPI", newton, "newton:mimicJoint"),
        ("PhysxMimicJointAPI:rotX", physx, "physxMimicJoint:rotX:referenceJoint"),
    ):
        more = MIMIC.replace('["API"]', f'["{api}"]').replace("VALUES", f"{values}        rel {leader} = </arm/elbow>")
        coupling = read(changed(tmp_path, more=more)).joint("grip").coupling
        assert isinstance(coupling, LinearCoupling)
        assert coupling.joint == "elbow"
        assert coupling.multiplier == pytest.approx(0.002 * 180 / math.pi)  # m for a degree
        assert coupling.offset == pytest.approx(0.01)


def test_a_root_that_slides_on_the_world(tmp_path: Path) -> None:
    robot = read(changed(tmp_path, ('PhysicsFixedJoint "root_joint"', 'PhysicsPrismaticJoint "root_joint"')))
    assert [each.name for each in robot.links] == ["world", "base", "hand"]
    assert (robot.joints[0].type, robot.joints[0].parent) == (JointType.PRISMATIC, "world")


def test_limits_decide_which_directions_are_free(tmp_path: Path) -> None:
    apis = ", ".join(f'"PhysicsLimitAPI:{each}"' for each in ("transX", "transY", "transZ", "rotX", "rotY", "rotZ"))
    locked = "".join(
        f"float limit:{each}:physics:low = 1\n        float limit:{each}:physics:high = -1\n        "
        for each in ("transX", "transY", "transZ", "rotX")
    )
    free = "float limit:rotY:physics:low = -90\n        float limit:rotY:physics:high = 90\n        "
    old = ('PhysicsRevoluteJoint "elbow"', 'PhysicsJoint "elbow"'), ('"PhysicsDriveAPI:angular", ', f"{apis}, ")
    robot = read(changed(tmp_path, *old, ("float newton:velocityLimit", f"{locked}{free}float newton:velocityLimit")))
    (elbow,) = robot.joints
    assert elbow.type is JointType.UNIVERSAL
    assert [each.direction for each in elbow.axes] == [(0, 1, 0), (0, 0, 1)]
    assert elbow.axes[0].limits.upper == pytest.approx(math.pi / 2)
    assert elbow.axes[1].hard is None or elbow.axes[1].hard.upper is None


def test_variants_are_chosen_and_searched() -> None:
    path, report = BROKEN / "usd" / "usd.no-physics-selected.usda", Report()
    assert [each.name for each in read(path, report).joints] == ["elbow"]
    assert "variant 'physx' of 'Physics'" in report.having("usd.no-physics-selected")[0].message
    assert not Report().having("usd.no-physics-selected")
    asked = Report()
    read(path, asked, Settings(variants={"Physics": "physx"}))
    assert not asked.having("usd.no-physics-selected")
    with pytest.raises(UsageError, match="Physics: physx"):
        read(path, settings=Settings(variants={"Physics": "mujoco"}))


SHAPES = """
        def Sphere "ball"
        {
            double radius = 0.1
            float3 xformOp:scale = (1, 2, 3)
            uniform token[] xformOpOrder = ["xformOp:scale"]
        }
        def Mesh "quad"
        {
            uniform token orientation = "leftHanded"
            int[] faceVertexCounts = [4]
            int[] faceVertexIndices = [0, 1, 2, 3]
            point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
            float3 xformOp:scale = (2, 2, 2)
            uniform token[] xformOpOrder = ["xformOp:scale"]
        }
        def Cube "shape"
"""


def test_a_scaled_sphere_is_an_ellipsoid_and_a_mesh_keeps_its_scale(tmp_path: Path) -> None:
    robot = read(changed(tmp_path, ('        def Cube "shape"', SHAPES.strip("\n"))))
    ball, quad = robot.link("hand").visuals[:2]
    assert isinstance(ball.shape, Ellipsoid)
    assert ball.shape.radii == pytest.approx((0.1, 0.2, 0.3))
    assert isinstance(quad.shape, Mesh)
    assert (quad.shape.uri, quad.shape.scale) == ("#/arm/hand/quad", (2, 2, 2))
    triangles = surface(quad, context_of())
    assert triangles is not None
    assert len(triangles) == 2
    corners = triangles.corners[0]
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    assert normal.tolist() == [0, 0, -4]  # two metres long, and the other way round


PATCH = """
    def Material "rubber" (
        prepend apiSchemas = ["PhysicsMaterialAPI", "NewtonMaterialAPI"]
    )
    {
        float physics:staticFriction = 0.5
        float newton:torsionalFriction = 2
        float newton:rollingFriction = 0.5
    }
"""


def test_torsional_and_rolling_friction_are_lengths(tmp_path: Path) -> None:
    size = "double size = 1"
    bound = size, f"{size}\n            rel material:binding:physics = </arm/rubber>"
    units = "metersPerUnit = 1", "metersPerUnit = 0.01"
    (shape,) = read(changed(tmp_path, bound, units, more=PATCH)).link("hand").collisions
    assert shape.surface is not None
    assert (shape.surface.friction, shape.surface.torsional_friction) == (0.5, 0.02)
    assert shape.surface.rolling_friction == 0.005


def test_what_a_document_may_not_open(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "secret.usda").write_text(SOUND.read_text(encoding="utf-8"), encoding="utf-8")
    for uri in ("../secret.usda", "/etc/passwd", "http://example.org/a.usd", "`${HOME}`"):
        path, report = tmp_path / "in" / "arm.usda", Report()
        text = f'#usda 1.0\ndef Xform "r" (\n    references = @{uri}@\n)\n{{\n}}\n'
        path.write_text(text, encoding="utf-8")
        assert not robotfmt.read_world(path, report=report).robots
        assert len(report.having("usd.asset")) == 1, uri


def test_references_that_double(tmp_path: Path) -> None:
    prims = "".join(
        f'def Xform "p{i}"\n{{\n    def Xform "x" (\n        references = </p{i + 1}>\n    )\n    {{\n    }}\n'
        f'    def Xform "y" (\n        references = </p{i + 1}>\n    )\n    {{\n    }}\n}}\n'
        for i in range(25)
    )
    path = tmp_path / "bomb.usda"
    path.write_text(f'#usda 1.0\n{prims}def Xform "p25"\n{{\n}}\n', encoding="utf-8")
    with pytest.raises(LimitError, match="more than 200000 prims"):
        read(path)
    with pytest.raises(LimitError, match="more than 3 prims"):
        read(SOUND, settings=Settings(limits=InputLimits(usd_prims=3)))


@pytest.mark.parametrize("data", [b"#usda 1.0\n(", b"PXR-USDC" + bytes(50), b"#usda 1.0\n\xe9"])
def test_damaged_documents(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "arm.usd"
    path.write_bytes(data)
    with pytest.raises(InputError):
        read(path)


def test_without_openusd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robotfmt_usd.document.opening.find_spec", lambda _: None)
    with pytest.raises(UsageError, match="usd-core") as error:
        read(SOUND)
    assert error.value.diagnostic.code == "usd.not-installed"


def test_a_layer_without_bodies_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "looks.usda"
    path.write_text(
        '#usda 1.0\n(\n    defaultPrim = "Looks"\n    metersPerUnit = 1\n    upAxis = "Z"\n)\ndef Scope "Looks"\n{\n}\n'
    )
    assert main(["check", str(path), "--isolated"]) == 0
    assert not robotfmt.read_world(path).robots


def test_stages_are_found_in_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "arm.usda").write_bytes((BROKEN / "usd" / "usd.one-limit.usda").read_bytes())
    main(["check", str(tmp_path), "--isolated"])
    assert "usd.one-limit" in capsys.readouterr().out
