"""Geoms: the appearance and the contacts of a body."""

from __future__ import annotations

from dataclasses import dataclass

from robotfmt.codes import BAD_NUMBER
from robotfmt.diagnostics import Severity
from robotfmt.documents import tokens
from robotfmt.model import (
    Box,
    Capsule,
    CollisionMask,
    Cylinder,
    Ellipsoid,
    Geometry,
    Heightmap,
    Material,
    Mesh,
    Plane,
    Pose,
    Purpose,
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
from ..document.views import ORIENTATIONS, View
from .assets import Assets, with_heightmap, with_mesh

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
    """Take a ``<geom>``."""
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


def give_kind_back(view: View) -> None:
    """Leave the type in the ledger: the model does not store it."""
    from .joints import give_back

    give_back(view, "type")


def _canonical(view: View, touches: bool, is_hidden: bool, group: int) -> None:
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


def _collision_mask(view: View) -> CollisionMask | None:
    """Return the collision mask of a geom; None for the default one."""
    category, others = _mask(view, "contype"), _mask(view, "conaffinity")
    return None if (category, others) == (1, 1) else CollisionMask(category=category, collides_with=others)


def _surface(view: View) -> Surface | None:
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


def _mask(view: View, name: str) -> int:
    return _number(view, name, 1)


def _number(view: View, name: str, default: int) -> int:
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


def touches(view: View) -> bool:
    """Return True if a geom can touch others."""
    return bool(_mask(view, "contype") or _mask(view, "conaffinity"))


def _material(view: View, assets: Assets) -> Material | None:
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


def _shape(view: View, kind: str) -> tuple[Shape | None, Pose | None]:
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


def _plane(view: View) -> Plane:
    """Return a plane with its size; the spacing of its grid stays in the ledger, unless it is the default."""
    lines = (view.peek("size") or "").split()[2:]
    size = _size(view, 2) or (0.0, 0.0)
    drawn = (2 * size[0], 2 * size[1]) if all(size[:2]) else None
    if lines not in (["1"], ["1.0"]) or (drawn is None and any(size[:2])):
        from .joints import give_back

        give_back(view, "size")
    return Plane(size=drawn)


def _size(view: View, count: int) -> tuple[float, ...] | None:
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


def _between(view: View, kind: str) -> tuple[Shape | None, Pose | None]:
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
