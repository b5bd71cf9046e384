"""Names in plugins that point nowhere."""

from __future__ import annotations

from robotfmt.documents.xml.element import Element
from robotfmt.model import Robot

from ..codes import PLUGIN_NAME
from ..document.keys import NAMES

_KINDS = {
    tag: kind
    for tag, kind in NAMES.items()
    if tag.endswith(("joint", "Joint", "joint_name", "jointName", "link_name", "linkName", "bodyName"))
    and "@" not in tag
}


def check_plugins(root: Element, robot: Robot) -> None:
    """Report joints and links that plugins name and that the document does not have.

    A document that includes others is not examined: its parts are not all known here.
    """
    if any(each.tag == "include" for each in root.iter()):
        return
    known = {(each.tag, each.peek("name") or "") for each in root.iter() if each.tag in ("link", "joint")}
    known |= {("link", name) for name in robot.link_by_name} | {("joint", name) for name in robot.joint_by_name}
    for plugin in root.iter():
        if plugin.tag == "plugin":
            _check(plugin, known)


def _check(plugin: Element, known: set[tuple[str, str]]) -> None:
    for leaf in plugin.iter():
        kind, name = _KINDS.get(leaf.tag), leaf.text.strip()
        plain = name.rpartition("::")[2]
        if kind is not None and plain and not leaf.children and (kind, plain) not in known:
            called = plugin.peek("name") or plugin.peek("filename")
            leaf.report(PLUGIN_NAME, f"plugin '{called}' names the {kind} '{name}', which does not exist")
