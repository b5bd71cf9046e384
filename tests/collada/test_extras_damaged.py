"""Damaged extras: each attribute, element and text of the examples missing or wrong; nothing may raise."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from extras import NAMESPACE, chain, document, load
from lxml import etree

from robotfmt_collada.parts.actuators import read_actuators
from robotfmt_collada.parts.information import read_information, read_interface
from robotfmt_collada.parts.joint_order import dof_order
from robotfmt_collada.parts.manipulators import read_manipulators
from robotfmt_collada.parts.pairs import read_collision
from robotfmt_collada.parts.sensors import read_sensors
from tests.collada import (
    test_extras_actuators,
    test_extras_collision,
    test_extras_information,
    test_extras_lasers,
    test_extras_manipulators,
    test_extras_sensors,
)

SENSORS = "".join(
    f'<sensor type="{kind}" id="s{number}">{inside}</sensor>'
    for number, (kind, inside) in enumerate(
        [
            *((kind, inside) for kind, inside, _ in test_extras_sensors.TYPED),
            ("base_laser2d", test_extras_lasers.TABLE + test_extras_lasers.EXAMPLE),
            ("base_laser2d", test_extras_lasers.OPENRAVE),
        ]
    )
)
ATTACHED = "".join(
    test_extras_sensors.ATTACHED.replace("#pgr_camera", f"#s{number}").replace("left_head", f"n{number}")
    for number in range(len(test_extras_sensors.TYPED) + 2)
)
MODEL = chain("wam0", "jointname", "wam7", "myjoint", "head", "joint0", "linka", "joint1", "linkb", axes=2)
MODEL_EXTRAS = test_extras_collision.EXAMPLE + test_extras_information.INTERFACE + test_extras_information.JOINTS


def _document() -> str:
    model = MODEL.replace("</kinematics_model>", f"{MODEL_EXTRAS}</kinematics_model>")
    actuator = f'<actuator type="electric_motor" id="x">{test_extras_actuators.REST}</actuator>'
    actuators = f'<technique profile="OpenRAVE">{actuator}{test_extras_actuators.EXAMPLE}</technique>'
    sensors = f'<technique profile="OpenRAVE">{SENSORS}</technique>'
    return document(
        model,
        system=test_extras_manipulators.EXAMPLE + ATTACHED + test_extras_actuators.ATTACHED,
        root=f'<extra type="library_sensors">{sensors}</extra><extra type="library_actuators">{actuators}</extra>',
    )


def _damaged(text: str) -> Iterator[bytes]:
    count = len(list(etree.fromstring(text).iter(f"{{{NAMESPACE}}}*")))
    for number in range(count):
        for damage in ("gone", "text", "attributes", "values"):
            root = etree.fromstring(text)
            element = list(root.iter(f"{{{NAMESPACE}}}*"))[number]
            if not any(each.tag == f"{{{NAMESPACE}}}extra" for each in element.iterancestors()):
                continue
            parent = element.getparent()
            if damage == "gone" and parent is not None:
                parent.remove(element)
            elif damage == "text":
                element.text = "x 1e999"
            else:
                for name in list(element.attrib):
                    element.set(name, "nil") if damage == "values" else element.attrib.pop(name)
            yield etree.tostring(root)


@pytest.mark.slow
def test_no_damage_raises() -> None:
    for text in _damaged(_document()):
        loaded = load(text)
        read_manipulators(loaded.body, loaded.extras)
        read_collision(loaded.body, loaded.extras)
        read_information(loaded.body, loaded.extras)
        read_sensors(loaded.body, loaded.extras)
        read_actuators(loaded.body, loaded.extras)
        dof_order(loaded.body, loaded.extras)
        for extra in loaded.extras:
            read_interface(extra)
        loaded.left()
