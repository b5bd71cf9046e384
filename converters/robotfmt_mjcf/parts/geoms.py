"""Geoms: the appearance and the contacts of a body."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from robotfmt.codes import BAD_NUMBER
from robotfmt.diagnostics import Severity
from robotfmt.documents import tokens
from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.model import (
    Box,
    Capsule,
    CollisionMask,
    Cylinder,
    Ellipsoid,
    Geometry,
    Heightmap,
    Link,
    Material,
    Mesh,
    Plane,
    Pose,
    Purpose,
    Robot,
    Shape,
    Sphere,
    Surface,
    Vector3,
    add,
    compose,
)
from robotfmt.model.pose import settled
from robotfmt.model.record import replace
from robotfmt.model.vectors import rounded

from ..codes import FITTED, ORIENTATION, UNKNOWN_NAME
from ..document.expansion import Part
from ..document.poses import of_direction, read_pose
from ..document.views import ORIENTATIONS, ClassedElement
from .assets import Assets, AssetWriter, with_heightmap, with_mesh
from .joint_rows import is_ground
from .notation import layout_of
from .pairs import is_default

TYPES = ("plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf")
HIDDEN = 3
"""The first group of geoms that MuJoCo's viewer does not show at first."""
GREY = (0.5, 0.5, 0.5, 1.0)
"""MuJoCo's default colour of a geom, with which a material is used."""
_COUNTS = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3, "plane": 3}
_LONG = ("capsule", "cylinder", "box", "ellipsoid")


@dataclass
class Geom:
    """A geom as it was read."""

    part: Part
    type: str
    geometry: Geometry
    is_seen: bool
    touches: bool
    group: int
    asset: str = ""
    """The name of its mesh or heightmap among the assets; empty without one."""

    @property
    def mark(self) -> str:
        """The purpose: ``v`` for visual, ``c`` for collision, ``b`` for both."""
        return "b" if self.is_seen and self.touches else "c" if self.touches else "v"


def read_geom(part: Part, assets: Assets) -> Geom:
    """Take a ``<geom>``; its pose is then in the body, also if it is inside a frame."""
    view = part.view
    view.element.take().attribute("name")
    kind = view.choice("type", TYPES, "sphere")
    shape, pose = _shape(view, kind)
    pose = compose(part.frame, pose) if part.frame is not None else pose
    is_touching = touches(view)
    group = _number(view, "group", 0)
    is_hidden = group >= HIDDEN
    geometry = Geometry(
        origin=view.home,
        shape=shape,
        pose=pose,
        name=part.name or None,
        visible=False if is_hidden and not is_touching else None,
        material=_material(view, assets),
        density=view.number("density"),
        mass=view.number("mass") or None,  # 0: it weighs nothing, as a geom of a link without a mass
        surface=_surface(view) if is_touching else None,
        collision_mask=_collision_mask(view) if is_touching else None,
    )
    if kind in ("mesh", "sdf"):
        geometry = with_mesh(geometry, part, assets)
    elif kind == "hfield":
        geometry = with_heightmap(geometry, part, assets)
    elif view.has("mesh"):
        give_kind_back(view)
        view.element.report(
            FITTED,
            f"a {kind} is fitted to the mesh '{view.peek('mesh')}' by MuJoCo; the mesh itself was read",
        )
        geometry = with_mesh(geometry, part, assets)
    is_seen = not is_touching or not is_hidden
    if kind == "sdf":
        give_kind_back(view)
    _canonical(view, is_touching, is_hidden, group)
    named = "mesh" if isinstance(geometry.shape, Mesh) else "hfield" if isinstance(geometry.shape, Heightmap) else None
    asset = f"{view.model.prefix}{view.peek(named)}" if named is not None else ""
    return Geom(part, kind, geometry, is_seen, is_touching, group, asset)


def give_kind_back(view: ClassedElement) -> None:
    """Leave the type in the ledger: the model does not store it."""
    from .joints import give_back

    give_back(view, "type")


def _canonical(view: ClassedElement, touches: bool, is_hidden: bool, group: int) -> None:
    """Take the masks and the group if they are those that the writer gives to a geom of this purpose."""
    for name in ("contype", "conaffinity"):
        if _is_whole(view.peek(name)):
            view.word(name)
    if group == default_group(touches, is_hidden):
        view.word("group")
    else:
        view.keep("group")
        view.kept.setdefault("group", str(group))


def _is_whole(text: str | None) -> bool:
    if not text:
        return True
    try:
        tokens.whole(text)
    except tokens.BadToken:
        return False
    return True


def _collision_mask(view: ClassedElement) -> CollisionMask | None:
    """Return the collision mask of a geom; None for the default one."""
    category, others = _mask(view, "contype"), _mask(view, "conaffinity")
    return None if (category, others) == (1, 1) else CollisionMask(category=category, collides_with=others)


def _surface(view: ClassedElement) -> Surface | None:
    """Take the friction; torsional and rolling friction are lengths, and are kept as they are."""
    _, *rest = (view.peek("friction") or "1").split() or [""]
    numbers = view.numbers("friction", 1, 3)
    if numbers is None:
        return None
    if rest:
        view.added["friction"] = " ".join(rest)
    return Surface(origin=view.origin, friction=numbers[0])


def default_group(touches: bool, is_hidden: bool) -> int:
    """Return the group that the writer gives to a geom."""
    return HIDDEN if is_hidden else 0 if touches else 2


def _mask(view: ClassedElement, name: str) -> int:
    return _number(view, name, 1)


def _number(view: ClassedElement, name: str, default: int) -> int:
    """Return a whole number, without taking it; another value is reported."""
    text = view.peek(name)
    if not text:
        return default
    try:
        return tokens.whole(text)
    except tokens.BadToken as error:
        holder = view.holder(name)
        if holder is not None:
            holder.report_token(error, name)
        return default


def touches(view: ClassedElement) -> bool:
    """Return True if a geom can touch others."""
    return bool(_mask(view, "contype") or _mask(view, "conaffinity"))


def _material(view: ClassedElement, assets: Assets) -> Material | None:
    rgba = view.numbers("rgba", 4, 4)
    name = view.peek("material")
    if name is not None and not assets.has_material(name) and name:
        view.element.report(UNKNOWN_NAME, f"material '{name}' is not among the assets", severity=Severity.WARNING)
        view.keep("material")
        name = None
    color = (rgba[0], rgba[1], rgba[2], rgba[3]) if rgba is not None else None
    if name and (color is None or color == GREY):
        view.word("material")
        return Material(origin=view.origin, name=f"{view.model.prefix}{name}")
    view.keep("material")
    return Material(origin=view.origin, color=color) if color is not None else None


def _shape(view: ClassedElement, kind: str) -> tuple[Shape | None, Pose | None]:
    if view.has("fromto") and kind in _LONG:
        return _between(view, kind)
    pose = read_pose(view)
    if kind in ("mesh", "sdf", "hfield"):
        return None, pose
    if view.has("mesh"):
        return None, pose
    if kind == "plane":
        return _plane(view), pose
    size = _size(view, _COUNTS[kind])
    return _sized(kind, size) if size is not None else None, pose


def _plane(view: ClassedElement) -> Plane:
    """Return a plane with its size; the spacing of its grid stays in the ledger, unless it is the default."""
    lines = (view.peek("size") or "").split()[2:]
    size = _size(view, 2) or (0.0, 0.0)
    drawn = (2 * size[0], 2 * size[1]) if all(size[:2]) else None
    if lines not in (["1"], ["1.0"]) or (drawn is None and any(size[:2])):
        from .joints import give_back

        give_back(view, "size")
    return Plane(size=drawn)


def _size(view: ClassedElement, count: int) -> tuple[float, ...] | None:
    """Take the size; superfluous numbers have no meaning."""
    if not view.has("size"):
        message = f"<{view.tag}> of type {view.peek('type') or 'sphere'} has no size"
        view.element.report(BAD_NUMBER, message)
        return None
    return view.numbers("size", count)


def _sized(kind: str, size: tuple[float, ...]) -> Shape:
    match kind:
        case "sphere":
            return Sphere(size[0])
        case "capsule":
            return Capsule(size[0], 2 * size[1])
        case "cylinder":
            return Cylinder(size[0], 2 * size[1])
        case "ellipsoid":
            return Ellipsoid((size[0], size[1], size[2]))
    return Box((2 * size[0], 2 * size[1], 2 * size[2]))


def _between(view: ClassedElement, kind: str) -> tuple[Shape | None, Pose | None]:
    """Return the pose between two points: its z axis points from the second to the first."""
    ends = view.numbers("fromto", 6, 6)
    for name in ORIENTATIONS:
        if view.has(name):
            message = f"<{view.tag}> gives its orientation by fromto and by {name}; MuJoCo takes fromto"
            view.element.report(ORIENTATION, message, name, severity=Severity.WARNING)
            view.word(name)
    size = _size(view, 1)
    if ends is None or size is None:
        return None, None
    first, second = (ends[0], ends[1], ends[2]), (ends[3], ends[4], ends[5])
    along: Vector3 = (first[0] - second[0], first[1] - second[1], first[2] - second[2])
    half = rounded(sum(rounded(each) ** 2 for each in along) ** 0.5) / 2
    x, y, z = settled(add(first, second), max(map(abs, ends)))
    pose = Pose((x / 2, y / 2, z / 2), of_direction(along))
    if kind in ("box", "ellipsoid"):
        across = (*size, *size)[1]  # a single number is used for both
        return _sized(kind, (size[0], across, half)), pose
    return _sized(kind, (size[0], half)), pose


def for_purpose(geom: Geom, purpose: Purpose) -> Geometry:
    """Return the geometry of a geom for one purpose; the appearance only of a visual one.

    Of a geom with both purposes, the collision shape has the mass.
    """
    changes: dict[str, object] = {"purpose": purpose}
    if purpose is Purpose.VISUAL:
        changes |= {"surface": None, "collision_mask": None}
        if geom.touches:
            changes |= {"density": None, "mass": None}
    elif geom.is_seen:
        changes["material"] = None
    return replace(geom.geometry, **changes)


_GROUPS: dict[str, dict[str, Content | None]] = {
    "v": {"contype": 0.0, "conaffinity": 0.0, "group": 2.0},
    "h": {"contype": 0.0, "conaffinity": 0.0, "group": 3.0},
    "c": {"group": 3.0},
    "b": {},
}
"""The contact masks and the group, which MuJoCo shows or hides, by the purpose of a geom; h: a hidden visual."""


class GeomWriter:
    """Writes the geoms of a robot.

    Args:
        robot: The robot, adapted.
        assets: Collects meshes and materials.
        mask: The collision mask of shapes that have none of their own.
    """

    def __init__(self, robot: Robot, assets: AssetWriter, mask: CollisionMask | None = None) -> None:
        self.robot, self.assets, self._mask = robot, assets, mask
        layout = layout_of(robot)
        self._marks = dict(layout.marks) if layout is not None else {}
        self._used = dict(layout.used) if layout is not None else {}
        self._weighs_itself = is_ground(robot) or (layout is not None and layout.inertia != "false")
        """True if MuJoCo computes masses that are not known here, or none counts, as in the world."""

    def _uses(self, link: Link) -> list[tuple[Geometry, str, str]]:
        """Return the geoms of a link, in the order of the source, with their purposes and meshes there."""
        visuals, collisions = list(link.visuals), list(link.collisions)
        marks, used = self._marks.get(link.name, ""), self._used.get(link.name, ())
        if not _fits(marks, link):
            marks, used = "v" * len(visuals) + "c" * len(collisions), ()
        found: list[tuple[Geometry, str, str]] = []
        for mark, asset in zip_longest(marks, used[: len(marks)], fillvalue=""):
            seen = visuals.pop(0) if mark in "vb" else None
            touching = collisions.pop(0) if mark in "cb" else None
            if seen is not None and touching is not None and not _is_same(seen, touching):
                found += [(seen, "v", asset), (touching, "c", asset)]
            elif seen is not None and touching is not None:
                found.append((_with_contact(seen, touching), mark, asset))
            elif seen is not None:
                found.append((seen, mark, asset))
            elif touching is not None:
                found.append((touching, mark, asset))
        return found

    def geoms(self, link: Link) -> Iterator[Node]:
        """Yield the geoms of a link."""
        for geometry, mark, asset in self._uses(link):
            group = _GROUPS["h" if mark == "v" and geometry.visible is False else mark]
            name, shape, look = (
                geometry.name or None,
                self.assets.shape(geometry, asset),
                self.assets.look(geometry, self.robot),
            )
            contact = {} if mark == "v" else _contact(geometry, self._mask)
            weightless = link.inertial is None and not self._weighs_itself
            filled = {"mass": 0.0} if weightless else {"mass": geometry.mass, "density": geometry.density}
            yield make("geom", {"name": name, **group, **shape, **look, **contact, **filled})


def _fits(marks: str, link: Link) -> bool:
    """Return True if marks give the purposes of the shapes that a link has."""
    counts = (marks.count("v") + marks.count("b"), marks.count("c") + marks.count("b"))
    return counts == (len(link.visuals), len(link.collisions))


def marks_of(robot: Robot, link: Link) -> str:
    """Return the purposes of the geoms of a link, in order: ``v`` for visual, ``c`` for collision, ``b`` for both."""
    layout = layout_of(robot)
    marks = layout.marks.get(link.name, "") if layout is not None else ""
    if not _fits(marks, link):
        return "v" * len(link.visuals) + "c" * len(link.collisions)
    visuals, collisions, found = list(link.visuals), list(link.collisions), ""
    for mark in marks:
        seen = visuals.pop(0) if mark in "vb" else None
        touching = collisions.pop(0) if mark in "cb" else None
        is_split = seen is not None and touching is not None and not _is_same(seen, touching)
        found += "vc" if is_split else mark
    return found


def geom_names(robot: Robot, link: Link) -> list[str | None]:
    """Return the names of the geoms of a link, in order."""
    visuals, collisions = list(link.visuals), list(link.collisions)
    found: list[str | None] = []
    for mark in marks_of(robot, link):
        seen = visuals.pop(0) if mark in "vb" else None
        touching = collisions.pop(0) if mark in "cb" else None
        both = seen if seen is not None else touching
        found.append(both.name if both is not None else None)
    return found


def _contact(geometry: Geometry, default: CollisionMask | None) -> dict[str, Content | None]:
    """Return the attributes of the contacts of a geom."""
    mask = geometry.collision_mask or default
    given: dict[str, Content | None] = {}
    if mask is not None and not is_default(mask):
        given = {"contype": str(mask.own_category), "conaffinity": str(mask.collides_with)}
    surface = geometry.surface
    return given | {"friction": surface.friction if surface is not None else None}


def _is_same(seen: Geometry, touching: Geometry) -> bool:
    """Return True if one geom can be both a visual and a collision shape."""
    alike = replace(touching, purpose=seen.purpose, material=seen.material, origin=seen.origin)
    return seen.density is None and seen.mass is None and _with_contact(seen, touching) == alike


def _with_contact(seen: Geometry, touching: Geometry) -> Geometry:
    """Return a visual shape with the contact properties and the mass of its collision shape."""
    more = {"density": touching.density, "mass": touching.mass}
    return replace(seen, surface=touching.surface, collision_mask=touching.collision_mask, **more)
