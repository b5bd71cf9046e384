"""The base of all parts of the model: their origin, and unrecognised content.

The model uses SI units and radians. ``None`` always means that the document does not give the value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING

from .names import LinkName
from .record import Record, field


class Origin(Record, kw_only=False):
    """The place in a document that a part was read from; ignored in comparisons."""

    document: str
    """The name of the document, as given to the reader (usually a path)."""
    line: int | None = None
    """Counted from 1; None for documents without lines."""
    path: str = ""
    """The element path, such as ``/robot/joint[@name='elbow']/limit``."""


class OriginMark(Origin, kw_only=False, lazy=True):
    """The origin of a node with more about the node: what is made of the node passes it on, as it does its origin."""

    original: Origin | None = None
    """The origin itself."""

    if not TYPE_CHECKING:

        @property
        def document(self) -> str | None:
            return self.original.document if self.original is not None else None

        @property
        def line(self) -> int | None:
            return self.original.line if self.original is not None else None

        @property
        def path(self) -> str:
            return self.original.path if self.original is not None else ""


class Node(Record):
    """Base of everything in the model that a document can describe."""

    origin: Origin | None = field(default=None, compare=False, repr=False)


class ExtensionKind(str, Enum):
    """The kind of unrecognised content."""

    ELEMENT = "element"
    ATTRIBUTE = "attribute"
    TEXT = "text"
    ENTRY = "entry"
    """A key of a YAML mapping with its value."""


class Extension(Node):
    """The largest subtree of a document that its reader did not understand, verbatim.

    It is written back at its place by its own format, and passed through in the slot that another format has for
    foreign data.
    """

    format: str
    """The name of the document's format."""
    place: str
    """The path of the parent element or mapping."""
    kind: ExtensionKind
    name: str
    """The attribute's, element's or key's name; empty for text."""
    content: str
    """The attribute's value, the text, the canonical XML of the element, or the YAML of the value."""
    defines: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Names of links and joints that the content defines and the model does not contain; references to them are valid.
    """


class LayoutItem(Record):
    """One element, comment or key of a document, with its content, in order."""

    kind: str
    """``element``, ``key``, ``comment``, ``trailing`` (a comment after a key), ``instruction`` or ``blank``."""
    step: str
    """The last step of the item's path; the text of a comment; empty for a blank line."""
    attributes: tuple[str, ...] = ()
    spelling: str | None = None
    """The spelling of a boolean, if it is not ``true`` or ``false``."""
    items: tuple[LayoutItem, ...] = ()


class Layout(Record):
    """The order of everything in one document, for the writer of the same format."""

    format: str
    version: str | None = None
    """The version that the document declares."""
    namespaces: tuple[tuple[str, str], ...] = ()
    """Prefixes declared on the root, with their URIs; the empty one is that of the root itself."""
    items: tuple[LayoutItem, ...] = ()
    unweighed: tuple[LinkName, ...] = ()
    """Links without mass in the model that have one in the document, or that a reader put between two joints."""

    def renamed(self, change: Callable[[str, str], str], path: Callable[[str], str]) -> Layout:
        """Return the layout with new names in what a format adds to it.

        Args:
            change: Return the new name of a part, given its kind and its name.
            path: Return the path of an element with all names in it changed.
        """
        return self

    def joined(self, other: Layout) -> Layout:
        """Return the layout of a document that also has the parts of another one, except for the order of these."""
        return self

    def defined(self) -> Mapping[str, Mapping[str, object]]:
        """Return what the document defines outside of the model, by kind and name; equal values mean the same."""
        return {}


class Parameter(Node):
    """A named value without a field in the model (OpenRAVE's ``float_array``, a sensor's own child)."""

    name: str
    values: tuple[float, ...] | tuple[int, ...] | str
    """Numbers, whole numbers, or text."""
    attributes: tuple[tuple[str, str], ...] = ()
    """Additional attributes of the element, for a sensor, an actuator, or the control of a joint."""


class InterfaceType(Node):
    """The implementation that a consumer should load for a part (OpenRAVE's ``interface_type``)."""

    name: str
    type: str | None = None
    """``robot``, ``kinbody``, ``sensor``, ``iksolver``, ..."""
    plugin: str | None = None
