"""What every part of the model has in common: where it came from, and unrecognised content.

The model holds SI units and radians. ``None`` always means "the document did not say".
"""

from __future__ import annotations

from enum import Enum

from .record import Record, field


class Origin(Record, kw_only=False):
    """Where in which document something was said; never part of a comparison."""

    document: str
    """The name of the document, as it was given to the reader (usually a path)."""
    line: int | None = None
    """Counted from 1; None for documents without lines."""
    path: str = ""
    """The element path, such as ``/robot/joint[@name='elbow']/limit``."""


class Node(Record):
    """Base of everything in the model that a document can say."""

    origin: Origin | None = field(default=None, compare=False, repr=False)


class ExtensionKind(str, Enum):
    """What kind of thing was left over."""

    ELEMENT = "element"
    ATTRIBUTE = "attribute"
    TEXT = "text"
    ENTRY = "entry"
    """A key of a YAML mapping with its value."""


class Extension(Node):
    """The largest subtree of a document that its reader did not understand, verbatim.

    It is written back at its place by the format it came from, and passed through in the slot that
    another format has for foreign data.
    """

    format: str
    """The name of the format whose documents speak so."""
    place: str
    """The path of the element or mapping it stood in."""
    kind: ExtensionKind
    name: str
    """The attribute's, element's or key's name; empty for text."""
    content: str
    """The attribute's value, the text, the canonical XML of the element, or the YAML of the value."""
    defines: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Names of links and joints that it brings and the model knows nothing else of; references to them are right."""


class LayoutItem(Record):
    """One element, comment or key of a document, with what stands inside it, in order."""

    kind: str
    """``element``, ``key``, ``comment``, ``trailing`` (a comment beside a key), ``instruction`` or ``blank``."""
    step: str
    """The last step of its path; the text of a comment; nothing of a blank line."""
    attributes: tuple[str, ...] = ()
    spelling: str | None = None
    """How an element says yes or no, where it is not ``true`` or ``false``."""
    items: tuple[LayoutItem, ...] = ()


class Layout(Record):
    """The order of everything in one document, for the writer of the same format."""

    format: str
    version: str | None = None
    """The version that the document declares."""
    namespaces: tuple[tuple[str, str], ...] = ()
    """Prefixes declared on the root, with their URIs; the empty one is that of the root itself."""
    items: tuple[LayoutItem, ...] = ()


class Parameter(Node):
    """A named value for which no field has a place (OpenRAVE's ``float_array``, a sensor's own child)."""

    name: str
    values: tuple[float, ...] | tuple[int, ...] | str
    """Numbers, whole numbers, or text."""
    attributes: tuple[tuple[str, str], ...] = ()
    """Further attributes of the element that said it, of a sensor, an actuator, or the control of a joint."""


class InterfaceType(Node):
    """Which implementation a consumer shall load for something (OpenRAVE's ``interface_type``)."""

    name: str
    type: str | None = None
    """``robot``, ``kinbody``, ``sensor``, ``iksolver``, ..."""
    plugin: str | None = None
