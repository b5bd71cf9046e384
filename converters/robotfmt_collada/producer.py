"""The producers of COLLADA robots, and what each of them means by the same words.

The dialects were measured on files of each producer; an option overrides what is decided here.
"""

from __future__ import annotations

from dataclasses import dataclass

from robotfmt.context import Context
from robotfmt.documents.document import Document
from robotfmt.documents.element import Element

from .codes import SPEED_UNITS

ROBOTFMT = "robotfmt"
OPENRAVE_OLD = "OpenRAVE Collada Writer"
URDF_WRITER = "URDF Collada Writer"
OPENHRP3 = "OpenHRP3 Collada Writer"
SPEEDS_IN_RADIANS = (OPENRAVE_OLD, URDF_WRITER, OPENHRP3)
VALUES_IN_RADIANS = (OPENRAVE_OLD, URDF_WRITER)
MASSES_FROM_ROOT_LINK = (OPENRAVE_OLD, URDF_WRITER, OPENHRP3)


@dataclass(frozen=True, slots=True)
class Producer:
    """Who wrote a document, and the dialect that follows from it."""

    tool: str
    speeds_in_radians: bool
    values_in_radians: bool
    mass_frame: str
    """``parent``, ``root_link``, or ``auto``."""

    @property
    def fixes_by_limits(self) -> bool:
        """Whether limits of 0..0 always mean a fixed joint."""
        return self.tool == URDF_WRITER

    @property
    def writes_effort_as_acceleration(self) -> bool:
        """``urdf_to_collada`` puts the effort limit into the acceleration."""
        return self.tool == URDF_WRITER


class Producers:
    """Who wrote each of the documents that are read together."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._found: dict[Document, Producer] = {}

    def of(self, element: Element) -> Producer:
        """Who wrote an element."""
        document = element.document
        if document not in self._found:
            self._found[document] = _producer(document, self.context)
        return self._found[document]


def _producer(document: Document, context: Context) -> Producer:
    named = next((each for each in document.root.iter() if each.tag == "authoring_tool"), None)
    tool = named.take_text() if named is not None else ""
    units = context.option("speed_units")
    radians = tool in SPEEDS_IN_RADIANS if units == "auto" else units == "radians"
    if radians and units == "auto" and named is not None:
        named.report(SPEED_UNITS, f"'{tool}' writes speeds in radians per second, not in degrees")
    return Producer(tool, radians, tool in VALUES_IN_RADIANS, context.option("mass_frame"))
