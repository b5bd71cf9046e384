"""Find what MuJoCo 4.0 refuses in an MJCF document: unknown words, joints of the world, moving bodies without mass, and
ranges that need a word whether they limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from robotfmt.diagnostics import did_you_mean
from robotfmt.model import Robot
from robotfmt.validation.inertia import massless_links

from ..codes import MASSLESS, REFUSED_RANGE, UNKNOWN_WORD, WORLD_JOINT
from ..document.expansion import Body, Part
from ..document.keys import attributes_of, is_known, is_obsolete, tags_in
from ..document.model import Model
from ..document.tree import Item
from ..document.views import ClassedElement
from ..parts.robots import RobotReader

FLAGS = {
    "range": "limited",
    "actuatorfrcrange": "actuatorfrclimited",
    "ctrlrange": "ctrllimited",
    "forcerange": "forcelimited",
    "actrange": "actlimited",
}
"""The attributes with ranges, and those that make them limits."""
_ENDS = " MuJoCo refuses the document"


def check_words(model: Model) -> None:
    """Report elements and attributes that MJCF does not have; those of an older MuJoCo are reported by the reader."""
    for item in model.root.children:
        for parent, child in _nested(model.root, item):
            _words(parent, child)


def _nested(parent: Item, item: Item) -> Iterator[tuple[Item, Item]]:
    """Yield an element and those in it, each with its parent; not what is in an unknown one."""
    pending = [(parent, item)]
    while pending:
        above, each = pending.pop()
        yield above, each
        if is_known(above.tag, each.tag):
            pending.extend((each, child) for child in reversed(each.children))


def _words(parent: Item, item: Item) -> None:
    known = attributes_of(parent.tag, item.tag)
    if known is None:
        if not is_obsolete(item.tag):
            hint = did_you_mean(item.tag, tags_in(parent.tag))
            message = f"MJCF has no element <{item.tag}> in <{parent.tag}>{hint};{_ENDS}"
            item.element.report(UNKNOWN_WORD, message)
        return
    for name in item.element.attributes:
        if name not in known and not is_obsolete(item.tag, name) and ":" not in name:
            message = f"MJCF has no attribute '{name}' of <{item.tag}>{did_you_mean(name, known)};{_ENDS}"
            item.element.report(UNKNOWN_WORD, message, name)


def check_bodies(robots: Iterable[Robot], reader: RobotReader) -> None:
    """Report joints of the world, and moving bodies without mass."""
    for part in reader.world.of("joint", "freejoint"):
        name = f"'{part.name}'" if part.name else "without a name"
        part.view.element.report(WORLD_JOINT, f"the world has a joint {name};{_ENDS}")
    bodies = {body.name: body for body in reader.world.walk()}
    for robot in robots:
        for link, joint in massless_links(robot):
            body = bodies.get(link)
            if body is not None and body.view is not None and not _weighs(body):
                message = f"joint '{joint}' moves body '{link}', which has no mass;{_ENDS}"
                body.view.element.report(MASSLESS, message, subject=f"link/{link}")


def _weighs(body: Body) -> bool:
    """Return True if a body, or one that is welded to it, has geoms with a mass, also of meshes that are not opened."""
    pending = [body]
    while pending:
        each = pending.pop()
        assert each.view is not None
        given = bool(each.of("inertial")) and each.view.model.settings.inertia != "true"
        if not given and any(has_mass(part, each.view.model.settings.groups) for part in each.of("geom")):
            return True
        pending.extend(it for it in each.bodies if not it.of("joint", "freejoint"))
    return False


def has_mass(part: Part, groups: tuple[int, int]) -> bool:
    """Return True if MuJoCo gives a geom a mass, where it computes that of its body."""
    view = part.view
    if view.peek("mass") is not None:
        return view.peek("mass") != "0"
    group = view.peek("group") or "0"
    is_weighed = not group.isdecimal() or groups[0] <= int(group) <= groups[1]
    return view.peek("density") != "0" and view.peek("type") != "plane" and is_weighed


def check_ranges(views: Iterable[ClassedElement], model: Model) -> None:
    """Report ranges of joints, tendons and actuators that need a word whether they limit."""
    if model.settings.autolimits:
        return
    for view in views:
        for name, flag in FLAGS.items():
            holder = view.holder(name)
            if holder is None or view.peek(flag) not in (None, "auto") or not _limits(view, name):
                continue
            message = f"<{view.tag}> '{view.peek('name') or ''}' has '{name}' without '{flag}', and autolimits is off;"
            holder.report(REFUSED_RANGE, message + _ENDS, name)


def _limits(view: ClassedElement, name: str) -> bool:
    return any(token.strip("0.+-") for token in (view.peek(name) or "").split())
