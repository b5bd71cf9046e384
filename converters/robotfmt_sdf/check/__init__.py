"""The findings of `check` about an SDF document besides those of reading: content that Gazebo refuses or ignores."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.documents.xml.element import Element
from robotfmt.model import Robot

from ..document.undefined import document_of
from ..document.versions import version_of
from .parts import check_inertia, check_material, check_mimics, check_plugins
from .structure import check_include, check_model, check_own_config, check_places, check_root, check_world
from .values import check_limits, check_names, check_turns, check_values, check_words

_OF_TAGS: dict[str, Callable[[Element], None]] = {
    "world": check_world,
    "model": check_model,
    "joint": check_limits,
    "material": check_material,
}


def check(source: Source, robot: Robot, context: Context) -> None:
    """Report faults of an SDF document that its robot does not show."""
    # What is wrong with the document as XML was reported when it was read.
    document = document_of(source.data, source.name, Report(), context.limits)
    document.report = context.report
    elements = list(_known(document.root))
    check_root(document.root)
    for each in elements:
        rule = _OF_TAGS.get(each.tag)
        if rule is not None:
            rule(each)
        if each.tag == "include":
            check_include(each, context)
        elif each.tag == "link":
            check_inertia(each, context.report)
        elif each.tag == "model":
            check_mimics(each)
    version = version_of(document.root)
    check_words(document.root, version)
    check_names(document.root, version)
    check_values(document.root, version)
    check_places(document.root)
    check_turns(elements)
    check_plugins(document.root, robot)
    check_own_config(source.name, context.report)


def _known(root: Element) -> Iterator[Element]:
    """Yield all elements of SDF, without the content of plugins."""
    pending = [root]
    while pending:
        element = pending.pop()
        yield element
        if element.tag != "plugin":
            pending.extend(reversed(element.children))
