"""Changes of documents, given as data: an operation, the place, and its values.

A place in an XML document is an XPath; its last step may be an attribute (``//mass/@value``), else the element's text
is meant. The prefix ``c:`` is the namespace of the document. A place in a YAML document is a path of keys and indices:
``cspace/joint_names/0``, or ``links/name=elbow/mass`` with the item of a list that has a value. Each operation applies
to the first element that the path selects.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import yaml
from lxml import etree

Change = Sequence[str]
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class ChangeError(Exception):
    """A change does not apply to its document."""


def changed(data: bytes, changes: Sequence[Change], names: Mapping[str, str]) -> bytes:
    """Return a document with changes, in whose words ``{link}`` and other names of the robot are replaced.

    Raises:
        ChangeError: A place is not in the document, or a name is unknown.
    """
    for operation, *words in changes:
        try:
            filled = [_filled(word, names) for word in words]
        except KeyError as missing:
            raise ChangeError(f"the robot has no name for {missing}") from missing
        if operation in TEXTS:
            data = TEXTS[operation](data, *filled)
        elif data.lstrip()[:1] == b"<":
            data = _changed_xml(data, operation, filled)
        else:
            data = _changed_yaml(data, operation, filled)
    return data


def _filled(word: str, names: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: names[found[1]], word)


# Text


def _replaced(data: bytes, old: str, new: str) -> bytes:
    """Replace the first match of a regular expression."""
    text, count = re.subn(old, new, data.decode(), count=1, flags=re.DOTALL)
    if not count:
        raise ChangeError(f"no match of {old!r}")
    return text.encode()


def _cut(data: bytes, share: str) -> bytes:
    """Keep a share of the bytes."""
    return data[: int(len(data) * float(share))]


def _appended(data: bytes, text: str) -> bytes:
    return data + text.encode()


TEXTS: Mapping[str, Callable[..., bytes]] = {"replace": _replaced, "cut": _cut, "append": _appended}
"""Operations on the text."""


# XML


def _changed_xml(data: bytes, operation: str, words: Sequence[str]) -> bytes:
    root = etree.fromstring(data)
    path, *values = words
    place, _, attribute = path.partition("/@") if "/@" in path.rpartition("]")[2] else (path, "", "")
    _found(XML, operation)(_element(root, place, path, operation == "set"), attribute, *values)
    return etree.tostring(root.getroottree(), encoding="utf-8", xml_declaration=True)


def _element(root: etree._Element, place: str, path: str, new: bool = False) -> etree._Element:
    """Return the first element at a place; if none is there and one may be new, add it to its parent."""
    space = root.nsmap.get(None)
    found = root.xpath(place, namespaces={"c": space or "none"})
    if isinstance(found, list) and found:
        first = found[0]
        assert isinstance(first, etree._Element)
        return first
    above, _, name = place.rpartition("/")
    tag = name.removeprefix("c:")
    if not new or not tag.isidentifier():
        raise ChangeError(f"no element at {path}")
    parent = _element(root, above, path)
    return etree.SubElement(parent, f"{{{space}}}{tag}" if name != tag else tag)


def _value(element: etree._Element, attribute: str) -> str:
    value = element.get(attribute) if attribute else element.text
    if value is None:
        raise ChangeError(f"<{etree.QName(element).localname}> has no {attribute or 'text'}")
    return str(value)


def _put(element: etree._Element, attribute: str, value: str) -> None:
    if attribute:
        element.set(attribute, value)
    else:
        element.text = value


def _scaled(element: etree._Element, attribute: str, factor: str) -> None:
    """Scale all numbers; without an attribute those of the text, or else of all attributes."""
    if not attribute and not (element.text or "").strip():
        for name in element.attrib:
            _scaled(element, str(name), factor)
        return
    scaled = _NUMBER.sub(lambda found: f"{float(found[0]) * float(factor):.9g}", _value(element, attribute))
    _put(element, attribute, scaled)


def _renamed(element: etree._Element, attribute: str, name: str) -> None:
    """Rename an attribute, or the element."""
    if attribute:
        value = _value(element, attribute)
        del element.attrib[attribute]
        element.set(name, value)
    else:
        element.tag = name


def _swapped(element: etree._Element, attribute: str, other: str) -> None:
    """Swap the values of two attributes, or of two children."""
    if attribute:
        one, two = _value(element, attribute), _value(element, other)
        element.set(attribute, two)
        element.set(other, one)
        return
    first, second = (element.find(f"{{*}}{name}") for name in other.split())
    if first is None or second is None:
        raise ChangeError(f"<{etree.QName(element).localname}> lacks one of {other}")
    first.text, second.text = second.text, first.text


def _deleted(element: etree._Element, attribute: str) -> None:
    if attribute:
        _value(element, attribute)
        del element.attrib[attribute]
        return
    parent = element.getparent()
    if parent is None:
        raise ChangeError("the root cannot be deleted")
    parent.remove(element)


def _copied(element: etree._Element, _: str, name: str = "") -> None:
    """Put a copy behind the element, optionally with another name."""
    twin = copy.deepcopy(element)
    if name:
        twin.set("name", name)
    element.addnext(twin)


def _inserted(element: etree._Element, _: str, text: str) -> None:
    """Append children, given as XML without namespace."""
    space = etree.QName(element).namespace
    start = f'<x xmlns="{space}">' if space else "<x>"
    for child in list(etree.fromstring(f"{start}{text}</x>")):
        element.append(child)


XML: Mapping[str, Callable[..., None]] = {
    "set": _put,
    "scale": _scaled,
    "rename": _renamed,
    "swap": _swapped,
    "delete": _deleted,
    "copy": _copied,
    "insert": _inserted,
}


# YAML


def _changed_yaml(data: bytes, operation: str, words: Sequence[str]) -> bytes:
    document = yaml.safe_load(data)
    path, *values = words
    *way, last = path.split("/")
    place = document
    try:
        for key in way:
            place = place[_key(place, key)]
        _found(YAML, operation)(place, _key(place, last), *(yaml.safe_load(value) for value in values))
    except (KeyError, IndexError, TypeError, StopIteration) as error:
        raise ChangeError(f"nothing at {path}") from error
    return yaml.safe_dump(document, sort_keys=False, width=120).encode()


def _key(place: Any, key: str) -> Any:
    """Return the key in a map, or the index in a list, which may be of the item with a value: ``name=elbow``."""
    if not isinstance(place, list):
        return key
    if key.isdigit():
        return int(key)
    name, _, value = key.partition("=")
    return next(index for index, each in enumerate(place) if each.get(name) == value)


def _set_key(place: Any, key: Any, value: Any) -> None:
    place[key] = value


def _scale_key(place: Any, key: Any, factor: float) -> None:
    value = place[key]
    place[key] = [each * factor for each in value] if isinstance(value, list) else value * factor


def _rename_key(place: Any, key: Any, name: Any) -> None:
    items = [(name if each == key else each, value) for each, value in place.items()]
    if key not in place:
        raise KeyError(key)
    place.clear()
    place.update(items)


def _delete_key(place: Any, key: Any) -> None:
    del place[key]


def _append_item(place: Any, key: Any, value: Any) -> None:
    place[key].append(value)


def _copy_item(place: Any, key: Any) -> None:
    place.insert(key, copy.deepcopy(place[key]))


YAML: Mapping[str, Callable[..., None]] = {
    "set": _set_key,
    "scale": _scale_key,
    "rename": _rename_key,
    "delete": _delete_key,
    "insert": _append_item,
    "copy": _copy_item,
}


def _found(operations: Mapping[str, Callable[..., None]], name: str) -> Callable[..., None]:
    if name not in operations:
        raise ChangeError(f"no operation {name!r}; there are {', '.join([*operations, *TEXTS])}")
    return operations[name]
