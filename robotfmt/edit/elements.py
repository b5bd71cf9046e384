"""Find and change names in unrecognised XML, and in the paths of elements.

``Format.names`` lists the attributes and texts that name parts of a robot.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

Text: TypeAlias = Callable[[tuple[str, ...], str], str]
"""Return the new text, given the kinds of parts that the old one can name (none if unknown)."""
Table: TypeAlias = Mapping[str, str]
"""``Format.names``."""
_STEP = re.compile(r"""/((?:[^/\[{]|\{[^}]*\})+)((?:\[@[\w:]+=(?:'[^']*'|"[^"]*")\])*(?:\[\d+\])?)""")
_KEY = re.compile(r"""\[@([\w:]+)=(?:'([^']*)'|"([^"]*)")\]""")


def renamed_path(path: str, table: Table, change: Text) -> str:
    """Return the path of an element with all its names changed; a path in another spelling stays as it is."""
    steps = list(_STEP.finditer(path))
    if "".join(each.group() for each in steps) != path:
        return path
    return "".join(f"/{_step(each.group(1), each.group(2), table, change)}" for each in steps)


def is_root(path: str) -> bool:
    """Return True if a path is that of the root element."""
    return len(_STEP.findall(path)) == 1


def last(path: str) -> str:
    """Return the tag of the last element of a path."""
    return next((tag for tag, _ in reversed(_STEP.findall(path))), "")


def kinds(table: Table, tag: str, attribute: str | None = None) -> tuple[str, ...]:
    """Return the kinds of parts that an attribute names, or, without one, the text of an element."""
    tag = tag.rpartition("}")[2]
    text = table.get(tag) if attribute is None else table.get(f"{tag}@{attribute}", table.get(f"*@{attribute}"))
    return tuple(text.split()) if text else ()


def content(text: str, table: Table, change: Text) -> str:
    """Return XML with all its texts and attributes changed."""
    from ..documents.xml import nodes as xml

    root = xml.subtree(text, None)
    changed = False
    for node in root.iter():
        if not xml.is_element(node):
            continue
        tag = str(node.tag)
        for name, value in node.attrib.items():
            new = change(kinds(table, tag, str(name)), str(value))
            if new != value:
                node.set(name, new)
                changed = True
        text_inside = (node.text or "").strip()
        if text_inside and (new := change(kinds(table, tag), text_inside)) != text_inside:
            node.text = new
            changed = True
    return xml.canonical(root, None) if changed else text


def outermost(text: str, table: Table, change: Text) -> None:
    """Call a function for every attribute of the outermost element."""
    from ..documents.xml import nodes as xml

    root = xml.subtree(text, None)
    for name, value in root.attrib.items():
        change(kinds(table, str(root.tag), str(name)), str(value))


def _step(tag: str, keys: str, table: Table, change: Text) -> str:
    def key(found: re.Match[str]) -> str:
        old = found.group(2) if found.group(2) is not None else found.group(3)
        names = kinds(table, tag, found.group(1))
        new = change(names, old) if names else old
        quote = '"' if "'" in new else "'"
        return f"[@{found.group(1)}={quote}{new}{quote}]"

    return tag + _KEY.sub(key, keys)
