"""Options for fitting spheres, and the arguments of :func:`robotfmt.spheres.fit` that they form."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from .. import codes
from ..errors import UsageError
from .helping import SPHERES_IN_DETAIL
from .needs import Idle, Need, both, needing
from .options import length, pair


def add_seed(group: argparse._ArgumentGroup, *needs: Need) -> None:
    """Add the option for the seed, which needs one of some things."""
    seed = group.add_argument("--seed", type=int, default=0, help="seed of the random numbers (default 0)")
    needing(seed, *needs)


def fitting(options: argparse.Namespace) -> Idle | None:
    """Return None if spheres are fitted."""
    if asks_for_spheres(options):
        return None
    return Idle("no spheres are fitted", "Add --fit-spheres, or leave it out.")


def add_spheres(parser: argparse.ArgumentParser, *needs: Need, single: bool = True, seeded: Need | None = None) -> None:
    """Add the options of a fit, which need one of some things.

    Args:
        parser: The parser of the verb.
        needs: What they need.
        single: True to add those for single links.
        seeded: What the seed needs, for verbs that use random numbers elsewhere too.
    """
    group, detail = map(parser.add_argument_group, ("spheres", SPHERES_IN_DETAIL))
    _add_number(group, detail)
    _add_surface(group, detail)
    parser.set_defaults(clip_plane=[], no_clip_base=False, pin=[], single=[])
    if single:
        _add_single(detail)
    detail.add_argument(
        "--twins", action="store_true", help="give links with the same or a mirrored mesh the same spheres"
    )
    detail.add_argument(
        "--effort",
        type=float,
        metavar="N",
        help="search N times longer for a tighter fit (with --per-link or --budget; default 1; 0.1 gives a draft)",
    )
    for action in (*group._group_actions, *detail._group_actions):
        needing(action, *needs)
    add_seed(detail, *([seeded] if seeded is not None else [both(need, fitting) for need in needs]))


def _add_number(group: argparse._ArgumentGroup, detail: argparse._ArgumentGroup) -> None:
    """Add the options for the number of spheres."""
    number = group.add_mutually_exclusive_group()
    number.add_argument("--per-link", type=int, metavar="N", help="fit at most this many spheres to each link")
    number.add_argument(
        "--tolerance",
        type=length,
        metavar="LENGTH",
        help="fit as few spheres as protrude by at most this, such as 10mm",
    )
    number.add_argument(
        "--budget",
        "--spheres",
        "--max-spheres",
        type=int,
        metavar="N",
        help="fit at most this many spheres to the whole robot (default: 8 for each moving link, fewer for small ones)",
    )
    detail.add_argument(
        "--share",
        choices=("volume", "protrusion"),
        help="with --budget: divide the spheres among links for the least excess volume, or for the least protrusion "
        "(default volume)",
    )


def _add_surface(group: argparse._ArgumentGroup, detail: argparse._ArgumentGroup) -> None:
    """Add the options for the coverage of the surface."""
    group.add_argument(
        "--approximate",
        action="store_true",
        help="fit spheres as much like the link as possible, which need not cover it (with --per-link or --budget)",
    )
    detail.add_argument(
        "--depth",
        type=length,
        metavar="LENGTH",
        help="let the surface lie outside the spheres by up to this depth (default 0)",
    )
    detail.add_argument(
        "--favour",
        type=favour,
        metavar="cover|clearance|WEIGHT",
        help="with --approximate: weight of uncovered against excess volume (cover 4, clearance 0.25; default 1)",
    )
    detail.add_argument(
        "--inside",
        action="store_true",
        help="keep all spheres inside the surface; --tolerance bounds the uncovered depth",
    )
    detail.add_argument("--min-radius", type=length, metavar="LENGTH", help="smallest radius (default 0)")
    detail.add_argument(
        "--fill",
        type=length,
        metavar="WIDTH",
        help="treat openings up to WIDTH as closed (default 2%% of the link's diagonal)",
    )


def _add_single(group: argparse._ArgumentGroup) -> None:
    """Add the options for single links."""
    group.add_argument(
        "--clip-plane",
        nargs=3,
        action="append",
        default=[],
        metavar=("LINK", "AXIS", "OFFSET"),
        help="keep the spheres of a link on one side of a plane: 'base_link z 0.0' above it, '-z' below it",
    )
    group.add_argument(
        "--no-clip-base",
        action="store_true",
        help="let spheres of the base extend past the mounting plane (default: they end there)",
    )
    group.add_argument(
        "--pin",
        action="append",
        default=[],
        metavar="LINK",
        help="keep the existing spheres of this link, and add spheres for the rest",
    )
    group.add_argument(
        "--for",
        dest="single",
        action="append",
        default=[],
        metavar="LINK:NAME=VALUE,...",
        help="options for one link: per-link, tolerance, depth, min-radius, fill, favour, effort, inside=yes, "
        "approximate=yes",
    )


def favour(text: str) -> float | str:
    """Return a weight, or the name of one."""
    if text in ("cover", "clearance"):
        return text
    try:
        return float(text)
    except ValueError:
        message = f"'{text}' is not 'cover', 'clearance' or a number"
        raise argparse.ArgumentTypeError(message) from None


_COMMON = ("per_link", "tolerance", "budget", "share", "depth", "min_radius", "fill", "favour", "effort")


def asks_for_spheres(options: argparse.Namespace) -> bool:
    """Return True if any option requests or affects the fitting of spheres; verbs without them request none."""
    if not hasattr(options, "budget"):
        return False
    given = [getattr(options, name) for name in (*_COMMON, "clip_plane", "pin", "single")]
    return (
        options.fit_spheres
        or options.inside
        or options.approximate
        or options.twins
        or options.no_clip_base
        or any(each is not None and each != [] for each in given)
    )


def fit_arguments(options: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments of ``fit`` that the options form.

    Raises:
        UsageError: An option is invalid.
    """
    found = {name: getattr(options, name) for name in _COMMON}
    return {
        **{name: value for name, value in found.items() if value is not None},
        "inside": options.inside,
        "approximate": options.approximate,
        "twins": options.twins,
        "clip_base": not options.no_clip_base,
        "pinned": tuple(options.pin),
        "overrides": _overrides(options),
        "seed": options.seed,
    }


def _overrides(options: argparse.Namespace) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for text in options.single:
        link, colon, settings = text.partition(":")
        if not link or not colon:
            raise UsageError(codes.USAGE, f"'{text}' must be of the form LINK:NAME=VALUE,...")
        found.setdefault(link, {}).update(map(_setting, settings.split(",")))
    for link, axis, offset in options.clip_plane:
        found.setdefault(link, {})["clip"] = _clip(axis, offset)
    return found


def _setting(text: str) -> tuple[str, Any]:
    name, value = pair(text)
    key = name.strip().replace("-", "_")
    if key not in _SETTINGS:
        known = ", ".join(each.replace("_", "-") for each in _SETTINGS)
        raise UsageError(codes.USAGE, f"'{name}' cannot be set for one link; choose from {known}")
    try:
        return key, _SETTINGS[key](value)
    except (ValueError, argparse.ArgumentTypeError):
        raise UsageError(codes.USAGE, f"{name} cannot be '{value}'") from None


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(text)
    return text == "yes"


_SETTINGS: dict[str, Callable[[str], Any]] = {
    "per_link": int,
    "tolerance": length,
    "depth": length,
    "min_radius": length,
    "fill": length,
    "approximate": _yes,
    "favour": favour,
    "effort": float,
    "inside": _yes,
}


def _clip(axis: str, offset: str) -> Any:
    from ..spheres import Clip

    try:
        return Clip(axis, float(offset))
    except ValueError:
        raise UsageError(codes.USAGE, f"a plane cannot be at '{offset}'; write a number in metres") from None
