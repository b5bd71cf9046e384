"""Damaged extras: any attribute, element and text of the examples missing or wrong; nothing raises or passes unseen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from extras import NAMESPACE, chain, document, load
from lxml import etree

from robotfmt_collada.parts.actuators import read_actuators
from robotfmt_collada.parts.information import read_information, read_interface
from robotfmt_collada.parts.joint_order import dof_order
from robotfmt_collada.parts.manipulators import read_manipulators
from robotfmt_collada.parts.pairs import read_collision
from robotfmt_collada.parts.sensors import read_sensors
from tests.formats.collada import (
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


TWICE = (
    *("angle_range", "angle_min", "angle_max", "distance_range", "range_min", "range_max"),
    *("angle_increment", "time_increment", "measurement_time"),
)
"""What one laser of the examples has twice, as the extension's text and as OpenRAVE have it: one may go."""
USUAL = "chucking_direction"
"""An element that without its attribute means the same: the first axis."""


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


def _damaged(text: str, damages: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Documents with one element damaged, with what was done; nothing that is not there is damaged."""
    count = len(list(etree.fromstring(text).iter(f"{{{NAMESPACE}}}*")))
    for number in range(count):
        for damage in damages:
            root = etree.fromstring(text)
            element = list(root.iter(f"{{{NAMESPACE}}}*"))[number]
            if not any(each.tag == f"{{{NAMESPACE}}}extra" for each in element.iterancestors()):
                continue
            if damage in ("attributes", "values") and not element.attrib:
                continue
            what = f"{damage} of {etree.tostring(element).decode()[:200]}"
            parent = element.getparent()
            if damage == "gone" and parent is not None:
                parent.remove(element)
            elif damage == "text":
                element.text = "x 1e999"
            else:
                for name in list(element.attrib):
                    element.set(name, "nil") if damage == "values" else element.attrib.pop(name)
            yield what, etree.tostring(root)


def _read(text: bytes) -> dict[str, object]:
    """All that is read of extras, what stays in the ledger, and what is reported."""
    loaded = load(text)
    body, extras = loaded.body, loaded.extras
    read_information(body, extras)
    return {
        "manipulators": read_manipulators(body, extras),
        "pairs": read_collision(body, extras),
        "sensors": read_sensors(body, extras),
        "actuators": read_actuators(body, extras),
        "order": dof_order(body, extras),
        "interfaces": [read_interface(each) for each in extras],
        "links": [
            (each.name, each.static, each.enabled, each.visible, each.parameters) for each in body.links.values()
        ],
        "joints": [each.joint for each in body.joints.values()],
        "left": loaded.left(),
        "codes": loaded.codes,
    }


@pytest.mark.slow
def test_no_missing_element_raises_or_is_overlooked() -> None:
    whole = _read(_document().encode())
    same = [what for what, text in _damaged(_document(), ["gone"]) if _read(text) == whole]
    assert [what for what in same if not any(f"<{each} " in what for each in TWICE)] == []


@pytest.mark.slow
def test_no_wrong_element_raises_or_is_overlooked() -> None:
    """It is reported, or what is wrong stays in the ledger, or another value is read."""
    whole = _read(_document().encode())
    same = [what for what, text in _damaged(_document(), ["text", "attributes", "values"]) if _read(text) == whole]
    assert [what for what in same if not what.startswith(f"attributes of <{USUAL} ")] == []
