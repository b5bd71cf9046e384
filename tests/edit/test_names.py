"""Every text in the model is declared: the name of a part, or a text that names none."""

from __future__ import annotations

import re
from functools import partial

import pytest
from featured import FEATURED

from robotfmt import model
from robotfmt.model import Group, NamedState, Operation, Piecewise, Robot, Variable
from robotfmt.model.record import Record
from robotfmt.model.renaming import fields_with_names, given_names, names_in, renamed, with_names

TEXTS = {
    "Light.name",
    "PlacedRobot.source",
    "World.name",
    "WorldFrame.name",
    "Actuator.model",
    "Actuator.type",
    "AddFrame.joint_type",
    "Axis.name",
    "CalibrationBoard.pattern",
    "Camera.distortion_model",
    "Camera.format",
    "Camera.name",
    "Camera.pixel_format",
    "Camera.targets",
    "CheckedPair.reason",
    "Component.name",
    "ConnectedBody.name",
    "ConnectedBody.uri",
    "Constant.name",
    "Contact.collisions",
    "Contact.topic",
    "Controller.plugin",
    "Controller.type",
    "ElectricMotor.model_type",
    "Extension.content",
    "Extension.defines",
    "Extension.format",
    "Extension.name",
    "Extension.place",
    "ForceTorque.frame",
    "ForceTorque.measure_direction",
    "Geometry.name",
    "Geometry.place",
    "Grab.body",
    "Grab.body_link",
    "IgnoredPair.reason",
    "FrameSpheres.remark",
    "IkSolver.type",
    "Interface.name",
    "InterfaceType.name",
    "InterfaceType.plugin",
    "InterfaceType.type",
    "JointProperty.name",
    "JointProperty.value",
    "Layout.format",
    "Layout.namespaces",
    "Layout.version",
    "LayoutItem.attributes",
    "LayoutItem.kind",
    "LayoutItem.spelling",
    "LayoutItem.step",
    "Geometry.script",
    "Manipulator.grasp_sets",
    "Manipulator.gripper",
    "Manipulator.tool_changer_tool",
    "Mesh.source",
    "Mesh.submesh",
    "Mesh.uri",
    "Noise.type",
    "Odometry.target",
    "Operation.operator",
    "OrientationReference.custom_rpy_frame",
    "OrientationReference.gravity_x_frame",
    "OrientationReference.localization",
    "Origin.document",
    "Origin.path",
    "Parameter.attributes",
    "Parameter.name",
    "Parameter.values",
    "Robot.name",
    "Sensor.hardware_id",
    "Sensor.maker",
    "Sensor.model",
    "Sensor.product",
    "Sensor.topic",
    "Sensor.type",
    "Texture.uri",
    "Transmission.type",
    "TransmissionEnd.interfaces",
    "TransmissionEnd.name",
    "TransmissionEnd.role",
    "VirtualJoint.parent_frame",
    "VirtualJoint.type",
    "Wall.side",
}
"""The fields of the model that are texts and name no part of a robot."""


def records() -> list[type[Record]]:
    found = [getattr(model, name) for name in model.__all__]
    return [each for each in found if isinstance(each, type) and issubclass(each, Record)]


def test_every_text_field_of_the_model_is_a_name_or_declared_plain() -> None:
    plain = {
        f"{kind.__name__}.{field}"
        for kind in records()
        for field, annotation in kind.field_types.items()
        if re.search(r"\bstr\b", annotation) and field not in getattr(kind.__base__, "field_types", {})
    }
    new = sorted(plain - TEXTS)
    assert not new, (
        f"{', '.join(new)}: annotate it with LinkName, JointName, ... of robotfmt/model/names.py if it names "
        "a part of the robot, so that renaming and leaving out follow it; else add it to TEXTS here"
    )
    assert plain == TEXTS


def test_which_fields_hold_names() -> None:
    assert fields_with_names(Group) == {
        "name": "group",
        "links": "link",
        "joints": "joint",
        "chains": None,
        "groups": "group",
    }
    assert fields_with_names(NamedState) == {"name": "state", "group": "group", "values": None}
    assert fields_with_names(model.Pose) == {}
    assert fields_with_names(model.Geometry) == {"material": None}


def without(gone: str, _: str, name: str) -> str | None:
    return None if name == gone else name


def test_a_formula_is_removed_with_any_of_its_joints() -> None:
    formula = Operation("plus", (Variable("a"), Piecewise(((Variable("b"), Variable("c")),), Variable("d"))))
    assert [name for _, name in names_in(formula)] == ["a", "b", "c", "d"]
    for gone in "abcd":
        assert with_names(formula, partial(without, gone)) is None
    assert with_names(formula, lambda _, name: name) is formula


def test_remaining_names_of_a_list_stay() -> None:
    group = Group(name="g", links=("a", "b"), chains=(model.Chain(base="a", tip="b"),))
    left = with_names(group, lambda _, name: None if name == "a" else name)
    assert left == Group(name="g", links=("b",))


@pytest.mark.parametrize("robot", FEATURED.values(), ids=[each.name for each in FEATURED])
def test_nothing_keeps_a_name_that_was_changed(robot: Robot) -> None:
    new = renamed(robot, lambda kind, name: f"{kind}:{name}")
    assert all(name.startswith(f"{kind}:") for kind, name in names_in(new))
    assert renamed(new, lambda kind, name: name.removeprefix(f"{kind}:")) == robot
    assert set(given_names(robot)["link"]) >= {"body", "arm", "hand"}
