"""Programs that write COLLADA robots, and their dialects.

The dialects were measured on files of each program; an option overrides this choice, except for documents of
robotfmt, which are explicit.
"""

from __future__ import annotations

from dataclasses import dataclass

from robotfmt.context import Context
from robotfmt.documents.tokens import degrees
from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make

from ..codes import SPEED_UNITS

ROBOTFMT = "robotfmt"
OPENRAVE_OLD = "OpenRAVE Collada Writer"
URDF_WRITER = "URDF Collada Writer"
OPENHRP3 = "OpenHRP3 Collada Writer"
SPEEDS_IN_RADIANS = (OPENRAVE_OLD, URDF_WRITER, OPENHRP3)
VALUES_IN_RADIANS = (OPENRAVE_OLD, URDF_WRITER)
MASSES_FROM_ROOT_LINK = (OPENRAVE_OLD, URDF_WRITER, OPENHRP3)


@dataclass(frozen=True, slots=True)
class Producer:
    """The program that wrote a document, and its dialect."""

    tool: str
    speeds_in_radians: bool
    values_in_radians: bool
    mass_frame: str
    """``parent``, ``root_link``, or ``auto``."""

    @property
    def fixes_by_limits(self) -> bool:
        """True if limits of 0..0 always mean a fixed joint."""
        return self.tool == URDF_WRITER

    @property
    def writes_effort_as_acceleration(self) -> bool:
        """True for ``urdf_to_collada``, which writes the effort limit as the acceleration."""
        return self.tool == URDF_WRITER


class Producers:
    """The programs that wrote each of the documents that are read together."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._found: dict[Document, Producer] = {}

    def of(self, element: Element) -> Producer:
        """Return the program that wrote the document of an element, which decides how its errors are read."""
        document = element.document
        if document not in self._found:
            self._found[document] = _producer(document, self.context)
        return self._found[document]


def _producer(document: Document, context: Context) -> Producer:
    """Find the program that wrote a document: the first known contributor. For the units, OpenRAVE asks all
    contributors.
    """
    named = _tools(document.root)
    tools = [each.take_text() for each in named]
    tool = tools[0] if tools else ""
    units = context.option("speed_units") if tool != ROBOTFMT else "auto"
    given = [each for each in tools if each in SPEEDS_IN_RADIANS]
    if given and units == "auto" and tool != ROBOTFMT:
        message = f"'{given[0]}' writes speeds in radians per second, not in degrees"
        named[tools.index(given[0])].report(SPEED_UNITS, message)
    return Producer(
        tool,
        speeds_in_radians=bool(given) if units == "auto" else units == "radians",
        values_in_radians=any(each in VALUES_IN_RADIANS for each in tools),
        mass_frame=context.option("mass_frame"),
    )


def _tools(root: Element) -> list[Element]:
    """Return the ``authoring_tool`` of each contributor to the document as a whole."""
    found = [root]
    for tag in ("asset", "contributor", "authoring_tool"):
        found = [child for each in found for child in each.children if child.tag == tag]
    return found


# Writing


@dataclass(frozen=True, slots=True)
class Dialect:
    """The units in which a document gives rotations: speeds and joint positions."""

    in_radians: bool

    def angle(self, value: float) -> float:
        """Return a number of a turning axis in the document's unit."""
        return value if self.in_radians else degrees(value)

    def contributors(self) -> list[Node]:
        """The programs that wrote the document. OpenRAVE reads numbers as radians if a contributor is its own old
        writer; ROS's parser always does.
        """
        tools = (ROBOTFMT, OPENRAVE_OLD) if self.in_radians else (ROBOTFMT,)
        return [make("contributor", None, make("authoring_tool", text=tool)) for tool in tools]


def dialect_of(context: Context) -> Dialect:
    """Return how to write speeds and joint positions: in radians, as old OpenRAVE reads them, if the option asks for
    it.
    """
    return Dialect(context.option("write_speeds") == "radians")
