"""The wiring of a COLLADA document, which the writer creates again and a reader need not keep.

Each used element is claimed with the attributes and the inner structure in this table. Texts are claimed by the code
that reads them. Anything that is not in the table stays in the ledger.
"""

from __future__ import annotations

from robotfmt.documents.xml.element import Element

_NAMING = frozenset({"id", "sid", "name"})
_ATTRIBUTES: dict[str, frozenset[str]] = {
    "COLLADA": frozenset({"version", "base"}),
    "accessor": frozenset({"count", "source", "stride", "offset"}),
    "bind_vertex_input": frozenset({"semantic", "input_semantic", "input_set"}),
    "attachment_full": frozenset({"joint"}),
    "attachment_start": frozenset({"joint"}),
    "attachment_end": frozenset({"joint"}),
    "axis_info": frozenset({"axis"}),
    "bind": frozenset({"symbol"}),
    "bind_joint_axis": frozenset({"target"}),
    "bind_kinematics_model": frozenset({"node"}),
    "convex_mesh": frozenset({"convex_hull_of"}),
    "float_array": frozenset({"count", "digits", "magnitude"}),
    "input": frozenset({"semantic", "source", "offset", "set"}),
    "instance_material": frozenset({"symbol", "target"}),
    "instance_physics_model": frozenset({"parent", "url"}),
    "instance_rigid_body": frozenset({"body", "target"}),
    "node": frozenset({"type"}),
    "param": frozenset({"ref", "type"}),
    "setparam": frozenset({"ref"}),
    "surface": frozenset({"type"}),
    "technique": frozenset({"profile"}),
    "texture": frozenset({"texture", "texcoord"}),
    "transparent": frozenset({"opaque"}),
    "unit": frozenset({"name", "meter"}),
}
PRIMITIVES = ("triangles", "polylist", "polygons", "tristrips", "trifans", "lines", "linestrips")
_ATTRIBUTES.update(dict.fromkeys(PRIMITIVES, frozenset({"count", "material"})))
_URL = frozenset({"url"})


def claim(element: Element) -> Element:
    """Claim a used element itself, and the attributes that only connect it to others."""
    element.take()
    for name in _wiring(element.tag):
        element.attribute(name)
    return element


def _wiring(tag: str) -> frozenset[str]:
    mine = _ATTRIBUTES.get(tag, frozenset())
    return _NAMING | mine | (_URL if tag.startswith("instance_") else frozenset())


def claim_below(element: Element, *tags: str) -> None:
    """Claim an element and its descendants, as long as they have one of the given names."""
    pending = [claim(element)]
    while pending:
        here = pending.pop()
        for child in here.children:
            if child.tag in tags:
                pending.append(claim(child))


def claim_texts(element: Element, *tags: str) -> None:
    """Claim the texts of all elements with the given names at and below an element that is itself claimed."""
    for each in element.iter():
        if each.tag in tags and each.is_taken:
            each.take_text()


PARAMETERS = ("newparam", "setparam", "bind", "SIDREF", "param", "float", "bool", "int")
"""The elements that parameter chains consist of."""


def claim_parameters(element: Element, *further: str) -> None:
    """Claim every parameter directly inside an element, with its reference or value.

    Args:
        further: Elements other than declarations: a reader that uses every ``setparam`` of an element claims them all.
    """
    for child in element.children:
        if child.tag in ("newparam", "bind", *further):
            claim_below(child, *PARAMETERS)
            claim_texts(child, "SIDREF", "param", "float", "bool", "int")
