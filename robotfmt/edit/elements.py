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
LISTED = "*"
"""What the kinds of parts end with in ``Format.names`` where a text is a list of names."""
_NONE: Mapping[str, str] = {}
PLACE_STEP = re.compile(r"""/(?:[^/\[{]|\{[^}]*\})+(?:\[@[\w:]+=(?:'[^']*'|"[^"]*")\])*(?:\[\d+\])?""")
"""One step of a path, with its keys."""
_KEY = re.compile(r"""\[@([\w:]+)=(?:'([^']*)'|"([^"]*)")\]""")


def renamed_path(path: str, table: Table, change: Text, above: str = "") -> str:
    """Return the path of an element with all its names changed; a path in another spelling stays as it is.

    Args:
        path: The path; ``above`` is the tag of the element in which it begins.
        table: The places of names.
        change: Changes a name.
        above: A tag, or an empty text.
    """
    if "[@" not in path:  # most elements of a document have no name
        return path
    steps = list(_STEP.finditer(path))
    if "".join(each.group() for each in steps) != path:
        return path
    tags = (above, *(each.group(1) for each in steps))
    return "".join(
        f"/{_step(each.group(1), each.group(2), table, change, tag)}" for each, tag in zip(steps, tags, strict=False)
    )


def is_root(path: str) -> bool:
    """Return True if a path is that of the root element."""
    return len(_STEP.findall(path)) == 1


def tags(path: str) -> list[str]:
    """Return the tags along a path of elements, without the attributes that identify them."""
    return [tag for tag, _ in _STEP.findall(path)]


def last(path: str) -> str:
    """Return the tag of the last element of a path."""
    return next(reversed(tags(path)), "")


def kinds(
    table: Table, tag: str, attribute: str | None = None, above: str = "", others: Mapping[str, str] = _NONE
) -> tuple[str, ...]:
    """Return the kinds of parts that an attribute names, or, without one, the text of an element.

    Args:
        table: The places of names.
        tag: The tag of the element.
        attribute: The name of the attribute.
        above: The tag of the element around it.
        others: All attributes of the element.
    """
    tag = tag.rpartition("}")[2]
    if attribute is None:
        return tuple(table.get(tag, "").split())
    ends = (f"{tag}@{attribute}", f"*@{attribute}")
    keys = (*(f"{above}/{end}" for end in ends), *ends) if above else ends
    text = next((table[key] for key in keys if key in table), "")
    if text.startswith("@"):
        text = table.get(f"{text}={others.get(text[1:], '')}", "")
    return tuple(text.split())


def content(text: str, table: Table, change: Text, above: str = "") -> str:
    """Return XML, inside an element with a tag, with all its texts and attributes changed."""
    from ..documents.xml import nodes as xml

    root = xml.subtree(text, None)
    changed = False
    for node in root.iter():
        if not xml.is_element(node):
            continue
        tag, parent = str(node.tag), node.getparent()
        around = str(parent.tag) if parent is not None else above
        given = {str(name): str(value) for name, value in node.attrib.items()}
        for name, value in given.items():
            new = _renamed(kinds(table, tag, name, around, given), value, change)
            if new != value:
                node.set(name, new)
                changed = True
        text_inside = (node.text or "").strip()
        if text_inside and (new := change(kinds(table, tag), text_inside)) != text_inside:
            node.text = new
            changed = True
    return xml.canonical(root, None) if changed else text


def _renamed(names: tuple[str, ...], text: str, change: Text) -> str:
    """Return a text with its name changed, or with each of its names, if it is a list of them."""
    if not any(each.endswith(LISTED) for each in names):
        return change(names, text)
    plain = tuple(each.removesuffix(LISTED) for each in names)
    return " ".join(change(plain, each) for each in text.split())


def outermost(text: str, table: Table, change: Text, above: str = "") -> None:
    """Call a function for every attribute of the outermost element, which is inside an element with a tag."""
    from ..documents.xml import nodes as xml

    root = xml.subtree(text, None)
    given = {str(name): str(value) for name, value in root.attrib.items()}
    for name, value in given.items():
        change(kinds(table, str(root.tag), name, above, given), value)


def _step(tag: str, keys: str, table: Table, change: Text, above: str) -> str:
    def key(found: re.Match[str]) -> str:
        old = found.group(2) if found.group(2) is not None else found.group(3)
        names = kinds(table, tag, found.group(1), above)
        new = change(names, old) if names else old
        quote = '"' if "'" in new else "'"
        return f"[@{found.group(1)}={quote}{new}{quote}]"

    return tag + _KEY.sub(key, keys)
