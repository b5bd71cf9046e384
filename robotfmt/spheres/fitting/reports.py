"""Reports about the spheres of a link."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ...codes import spheres as codes
from ...diagnostics import Code, Report, Severity
from ...mesh.repair import Repaired, Solidity
from ...mesh.triangles import Floats
from ...model import Link, Mesh
from .budget import tolerance_for
from .job import ROUNDING, Fitted
from .options import FitOptions, Plane

_SPARE = 1e-6
"""A length in metres."""
_HAIR = 1e-9
_RESTING = 1e-3
"""The height in metres above a plane up to which a surface rests on it."""
_MUCH = 0.2
"""The uncovered share of a surface above which a warning is reported."""
_FROM = {
    Solidity.AS_READ: "",
    Solidity.REPAIRED: " from the repaired solid",
    Solidity.SURFACE_ONLY: " from the surface",
}


def report_on(
    link: Link, found: Fitted, options: FitOptions, pinned: int, report: Report, requested: int | None = None
) -> None:
    """Report deviations from the options, and other findings.

    Args:
        link: The link.
        found: Its spheres.
        options: Those of the fit.
        pinned: The number of spheres that it keeps.
        report: Where the findings go.
        requested: The number of spheres that is asked for; None if it follows from that of the robot.
    """

    def say(code: Code, message: str, help: str | None = None) -> None:
        report.add(code, message, link.origin, subject=f"link/{link.name}", help=help)

    geometries, count = len(link.geometries), len(found.spheres) + pinned
    if not count:
        say(*_none(link, found, options))
        return
    if found.missing:
        say(
            codes.PARTLY,
            f"{found.missing} of {geometries} geometries of the link '{link.name}' have no surface",
            _remedy(link),
        )
    if _protrudes(found, options):
        say(codes.TOLERANCE, f"the spheres of link '{link.name}' protrude by up to {mm(found.protrusion)}")
    if found.iou is not None:
        say(codes.APPROXIMATED, _approximated(link, found, count))
    elif options.approximate and found.surface is not None and len(found.surface.kept) and len(found.spheres):
        say(
            codes.NO_VOLUME,
            f"the link '{link.name}' has no volume to approximate: its spheres cover its surface",
        )
    if requested is not None and count < requested:
        say(codes.FEWER, f"the link '{link.name}' got {count} spheres instead of {requested}")
    _report_solid(link, found, report)


def _protrudes(found: Fitted, options: FitOptions) -> bool:
    """Return True if spheres protrude by more than the requested tolerance, though they need not fill a volume."""
    is_bounded = options.count is None and not options.inside and not found.fills
    return is_bounded and found.protrusion > options.tolerance + _SPARE


def _approximated(link: Link, found: Fitted, count: int) -> str:
    """Return what is known of spheres that approximate a link."""
    what = f"the link '{link.name}' and its {count} spheres share {100 * (found.iou or 0):.0f} % of their volume"
    covered = f"{100 * found.coverage:.0f} % of the surface is covered"
    bounds = f"the rest lies outside by {mm(found.depth or 0)} at most"
    return f"{what}; {covered}, {bounds}; spheres protrude by {mm(found.protrusion)} at most"


def report_whole(found: Mapping[str, Fitted], counts: Mapping[str, int], report: Report) -> None:
    """Report what the spheres of all links mean together.

    Args:
        found: The spheres of links.
        counts: Their numbers, with those that links keep.
        report: Gets the note.
    """
    those = {name: each for name, each in found.items() if len(each.spheres)}
    if not those:
        return
    volume = sum(each.volume for each in those.values())
    excess = sum(each.excess for each in those.values())
    more = f" and add about {100 * excess / volume:.0f} % to its volume" if volume else ""
    protrusion = max(max(each.protrusion for each in those.values()), 0.0)
    total = f"{sum(counts.values())} spheres on {len(those)} links"
    report.add(codes.FITTED, f"{total} {_proved(those)}, protrude by up to {mm(protrusion)}{more}")


def _proved(found: Mapping[str, Fitted]) -> str:
    """Return what is proved about the coverage of all links."""
    left = [name for name, each in found.items() if each.depth != 0]
    if not left:
        return "cover its shapes (proved)"
    if len(left) < len(found):
        names = ", ".join(f"'{name}'" for name in left)
        return f"cover its shapes (proved) but for {names}"
    deepest = max((each.depth for each in found.values() if each.depth is not None), default=None)
    return "do not cover its shapes" if deepest is None else f"leave its surface uncovered by up to {mm(deepest)}"


def report_divided(needed: Mapping[str, Floats], found: Mapping[str, Fitted], report: Report) -> None:
    """Report how far spheres protrude after a division of a budget by volume, and after one by protrusion.

    Args:
        needed: The estimated numbers of spheres of each link for the tolerances of a budget.
        found: Their spheres.
        report: Gets the note.
    """
    total, most = sum(len(found[name].spheres) for name in needed), max(found[name].protrusion for name in needed)
    if not total:
        return
    tolerance = tolerance_for(list(needed.values()), total)
    message = (
        f"the spheres protrude by up to {mm(most)}; with --share protrusion it would be about "
        f"{mm(tolerance)}, with more excess volume, so that planners refuse more poses"
    )
    report.add(codes.DIVIDED, message)


def _none(link: Link, found: Fitted, options: FitOptions) -> tuple[Code, str, str | None]:
    """Return the diagnostic for a link with a shape that has no sphere, and its help."""
    if found.missing == len(link.geometries):
        message = f"no geometry of the link '{link.name}' has a surface; it gets no spheres"
        return codes.NO_SURFACE, message, _remedy(link)
    if options.plane is not None:
        why = f"it does not rise above {options.plane.name}"
    else:
        why = "none fits inside it" if options.inside else "none was found"
    return codes.NONE, f"link '{link.name}' gets no sphere: {why}", None


def _remedy(link: Link) -> str | None:
    """Return the help for a link whose geometry is no mesh that could be missing; None for one with meshes."""
    if any(isinstance(each.shape, Mesh) for each in link.geometries):
        return None
    if any(each.shape is None for each in link.geometries):
        return f"Replace the shapes of '{link.name}' that are not read by a box, cylinder, sphere, capsule or mesh."
    return f"Give '{link.name}' a box, cylinder, sphere, capsule or mesh: its shapes have no size or no end."


def report_planes(
    links: Sequence[Link], found: Mapping[str, Fitted], options: Mapping[str, FitOptions], report: Report
) -> None:
    """Report the planes at which spheres end, and the thickness of the uncovered layer above each, once for each
    plane.
    """
    planes: dict[str, list[Link]] = {}
    for link in links:
        plane = options[link.name].plane
        fitted = found[link.name]
        if plane is not None and len(fitted.spheres) and fitted.iou is None:
            planes.setdefault(plane.name, []).append(link)
    for name, those in planes.items():
        names = ", ".join(f"'{each.name}'" for each in those)
        layer = mm(max(found[each.name].foot for each in those))
        most = max(share_near(options[each.name].plane, found[each.name]) for each in those)
        of = "the surface" if len(those) == 1 else "the surface of one of them"
        share = f", up to {100 * most:.0f} % of {of}," if most else ""
        message = f"spheres of {names} end at {name}; a layer of up to {layer} above it{share} stays uncovered"
        severity = Severity.WARNING if most > _MUCH else None
        origin, subject = those[0].origin, f"link/{those[0].name}"
        report.add(codes.CLIPPED, message, origin, subject=subject, severity=severity)


def share_near(plane: Plane | None, found: Fitted) -> float:
    """Return the share of a link's surface that spheres may leave uncovered: near its plane, and not resting on it."""
    if plane is None or found.surface is None:
        return 0.0
    corners = found.surface.triangles.corners
    heights = corners.mean(axis=1) @ np.array(plane.normal) - plane.offset
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    near = (heights > _RESTING) & (heights <= found.foot)
    return float(areas[near].sum() / max(areas.sum(), _HAIR**2))


def _report_solid(link: Link, found: Fitted, report: Report) -> None:
    """Report the object of the proof, if it is not the solid as it was read."""
    surface = found.surface
    if surface is None or found.solidity is Solidity.AS_READ:
        return
    what, repairs = f"the surface of the link '{link.name}'", _repairs(surface)
    if found.solidity is Solidity.REPAIRED:
        code, message, help = codes.REPAIRED, f"{what} was repaired: {repairs}", None
    else:
        code, message, help = _open(found, surface)
        message = f"{what} {message}{f'; repaired: {repairs}' if repairs else ''}"
    report.add(code, message, link.origin, subject=f"link/{link.name}", help=help)


def _open(found: Fitted, surface: Repaired) -> tuple[Code, str, str | None]:
    """Return the diagnostic for an open surface, and the help."""
    what = f"is open ({100 * surface.open_share:.3g} % of it)"
    if found.hollow:
        return codes.HOLLOW, f"{what}, with free space on both sides: it is covered as a thin wall", None
    if not found.fills:
        return (
            codes.SURFACE_ONLY,
            f"{what}: the coverage is proved for the surface, not for a solid",
            None,
        )
    message = f"{what}: spheres fill the enclosed volume, and protrude from the surface by {mm(found.protrusion)}"
    if found.closing is None:
        return codes.FILLED, message, None
    width = f"{math.ceil(1000 * found.closing):g}mm"
    help = (
        f"--fill {width} treats its openings as closed, and the enclosed volume as solid; --fill 1mm follows the wall."
    )
    return codes.FILLED, message, help


def _repairs(surface: Repaired) -> str:
    """Return the number of removed and reversed faces as text; an empty text if there are none."""
    faces = len(surface.kept)
    done = {
        "duplicated and left out": int((~surface.kept).sum()),
        "flipped": int(surface.turned.sum()),
    }
    return ", ".join(f"{count} of {faces} faces {what}" for what, count in done.items() if count)


def remark(found: Fitted, options: FitOptions, has_pinned: bool) -> str:
    """Return a short text about the proved properties of the written spheres."""
    others = "only pinned spheres protrude" if has_pinned else "nothing protrudes"
    protrusion = found.protrusion + ROUNDING
    by = f" by more than {mm(protrusion)}" if protrusion > 0 else ""
    return f"proved: {_cover(found, options)}{others}{_from(found, options)}{by}"


def _from(found: Fitted, options: FitOptions) -> str:
    """Return the object of the proof as text, if it is not the solid as it was read."""
    if found.solidity is Solidity.SURFACE_ONLY and options.fill:
        return f" from the surface with its openings up to {mm(options.fill)} closed"
    return _FROM[found.solidity]


def _cover(found: Fitted, options: FitOptions) -> str:
    if found.depth is None:
        return ""
    surface = "the surface" if not found.missing else "the surface of the loaded geometry"
    if options.plane is not None and found.iou is None:
        surface += f" farther than {mm(found.foot)} from {options.plane.name}"
    where = "is covered" if found.depth == 0 else f"is outside by {mm(found.depth)} at most"
    return f"{surface} {where}, "


def mm(length: float) -> str:
    """Return a length in millimetres, rounded up: the proof must be true for the rounded number."""
    return f"{math.ceil(1e4 * length - _HAIR) / 10:g} mm"
