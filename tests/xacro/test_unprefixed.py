"""Elements of xacro that are written without their prefix, as files from before 2015 have them."""

from __future__ import annotations

import pytest
from reading import read_text

from robotfmt.errors import UnsafeInput

ROBOT = '<robot name="r"><link name="a"/>%s</robot>'


@pytest.mark.parametrize("format", ["urdf", "srdf"])
@pytest.mark.parametrize(
    "element",
    [
        '<macro name="m" params="x"><link name="b"/></macro>',
        '<property name="l" value="1"/>',
        '<include filename="x"/>',
    ],
)
def test_unprefixed_elements_of_xacro_are_recognised(element: str, format: str) -> None:
    with pytest.raises(UnsafeInput, match=r"is an element of xacro without its prefix") as caught:
        read_text(ROBOT % element, format)
    assert caught.value.diagnostic.code == f"{format}.xacro"
    assert caught.value.diagnostic.help is not None
    assert "xacro:macro" in caught.value.diagnostic.help


def test_xacro_words_inside_a_plugin_are_no_xacro() -> None:
    plugin = "<gazebo><plugin><include>x</include><property>y</property></plugin></gazebo>"
    assert read_text(ROBOT % plugin, "urdf").extensions
