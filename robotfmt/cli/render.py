"""``robotfmt render``: render a picture of a robot, or of several side by side."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .. import codes
from ..assets.files import check_outputs
from ..diagnostics import Report
from ..errors import UsageError
from ..hub.worlds import read_as_one
from ..model import Robot
from ..settings import Settings
from ..validation import check_structure
from .console import is_stream, print_message, put, show_report
from .needs import Idle, needing
from .options import add_common, settings

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ..model.geometry import Rgba
    from ..render import Camera, Scene

_EXAMPLES = """\
examples:
  robotfmt render arm.urdf -o arm.png
  robotfmt render arm.urdf arm.xrdf -o spheres.png --pose "shoulder=-45deg,elbow=1.2"
  robotfmt render arm.urdf arm.srdf -o home.png --pose home --camera 90,10 --show visual,frames
  robotfmt render old.dae --beside new.urdf -o both.png --size 1600x800

outer layers are translucent: spheres over meshes, collision geometry over visual geometry
"""
_COLORS = {"white": "ffffff", "black": "000000", "none": "00000000"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.epilog = _EXAMPLES
    parser.add_argument("files", nargs="+", metavar="FILE", help="documents of one robot")
    parser.add_argument("-o", "--output", required=True, metavar="FILE.png", help="output file (.png)")
    parser.add_argument("--overwrite", action="store_true", help="replace an existing file")
    parser.add_argument(
        "--beside",
        nargs="+",
        action="append",
        default=[],
        metavar="FILE",
        help="documents of another robot, to draw with the same camera",
    )
    _add_picture(parser.add_argument_group("picture"))
    add_common(parser)
    parser.set_defaults(run=run)


def _add_picture(group: argparse._ArgumentGroup) -> None:
    """Add the options for the size of a picture and the things that are drawn."""
    group.add_argument("--size", type=_size, default=(800, 600), metavar="WxH", help="size in pixels (default 800x600)")
    group.add_argument(
        "--show",
        metavar="WHAT",
        help="comma-separated visual, collision, spheres, frames (default: spheres, and visual "
        "geometry, or collision geometry if there is none)",
    )
    named = group.add_argument("--set", metavar="NAME", help="name of the sphere set (default: the first one)")
    bare = group.add_argument("--bare", action="store_true", help="draw spheres without the buffers that planners add")
    for each in (named, bare):
        needing(each, _spheres_shown)
    group.add_argument(
        "--pose",
        default="",
        metavar="POSE",
        help="joint positions as JOINT=VALUE,... (0.3, 15deg, 30mm), or the name of a state (default: the "
        "default pose of the robot)",
    )
    _add_camera(group)
    group.add_argument("--background", type=_color, metavar="COLOR", help="background: RRGGBB, white, black or none")


def _add_camera(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--camera",
        type=_numbers,
        default=(),
        metavar="A,E[,D]",
        help="azimuth and elevation in degrees (40,20), distance in metres; --camera=-30,20 if it begins with -",
    )
    group.add_argument("--look-at", type=_numbers, metavar="X,Y,Z", help="point that the camera looks at, in metres")
    group.add_argument("--parallel", action="store_true", help="use a parallel projection")


def _spheres_shown(options: argparse.Namespace) -> Idle | None:
    """Return None unless spheres are left out."""
    if options.show is None or "spheres" in options.show:
        return None
    return Idle("--show leaves out spheres", "Add spheres to --show, or leave it out.")


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code."""
    from ..render import draw_figure, png_bytes
    from ..render.picture import BACKGROUND

    documents, path = [options.files, *options.beside], Path(options.output)
    if is_stream(path) and options.json:
        raise UsageError(codes.USAGE, "--json writes to standard output, as the output '-' does")
    if path.suffix.lower() != ".png" and not is_stream(path):
        raise UsageError(codes.USAGE, f"'{path}' must end with .png: no other picture format is supported")
    camera = _camera(options)
    check_outputs([path], [each for of_one in documents for each in of_one], options.overwrite)
    report, chosen = Report(), settings(options)
    scenes = _scenes([_robot(each, chosen, report) for each in documents], options, chosen, report)
    captions = [" + ".join(Path(each).name for each in of_one) for of_one in documents]
    picture = draw_figure(
        scenes,
        captions if len(scenes) > 1 else None,
        size=options.size,
        camera=camera,
        background=options.background or BACKGROUND,
    )
    data = png_bytes(picture)
    put([(path, data)])
    _report(options, documents, scenes, report, len(data))
    return 0


def _robot(documents: list[str], chosen: Settings, report: Report) -> Robot:
    robot = read_as_one(documents, chosen, report).robot
    check_structure(robot, report)
    return robot


def _scenes(robots: list[Robot], options: argparse.Namespace, chosen: Settings, report: Report) -> list[Scene]:
    from ..kinematics.joint_values import configurations, first_poses
    from ..render import make_scene

    show = [each.strip() for each in options.show.split(",")] if options.show is not None else None
    poses: Sequence[Mapping[str, ArrayLike]] = first_poses(robots)
    if options.pose:
        poses = configurations(robots, options.pose)
    return [
        make_scene(robot, pose, show, options.set, report=report, settings=chosen, bare=options.bare)
        for robot, pose in zip(robots, poses, strict=True)
    ]


def _report(
    options: argparse.Namespace, documents: list[list[str]], scenes: list[Scene], report: Report, size: int
) -> None:
    """Print the size of the picture and of each robot in it, as JSON or as a line."""
    counts = [scene.counts for scene in scenes]
    width, height = options.size
    if options.json:
        robots = [
            {"documents": names, "triangles": triangles, "spheres": spheres}
            for names, (triangles, spheres) in zip(documents, counts, strict=True)
        ]
        diagnostics = [each.record() for each in report]
        record = {"picture": options.output, "width": width, "height": height, "robots": robots}
        print(json.dumps({**record, "diagnostics": diagnostics}, indent=2))
        return
    show_report(report, verbose=options.verbose, quiet=options.quiet)
    drawn = f"{sum(each for each, _ in counts)} triangles, {sum(each for _, each in counts)} spheres"
    print_message(f"{drawn} -> {options.output} ({width} x {height}, {size / 1000:.0f} kB)", options.quiet)


# Values


def _camera(options: argparse.Namespace) -> Camera:
    from ..render import Camera

    given, look_at = options.camera, options.look_at
    if len(given) not in (0, 2, 3) or (len(given) == 3 and given[2] <= 0):
        raise UsageError(codes.USAGE, "--camera requires AZIMUTH,ELEVATION or AZIMUTH,ELEVATION,DISTANCE")
    if look_at is not None and len(look_at) != 3:
        raise UsageError(codes.USAGE, "--look-at requires X,Y,Z")
    names = ("azimuth", "elevation", "distance")
    return Camera(look_at=look_at, parallel=options.parallel, **dict(zip(names, given, strict=False)))


def _numbers(text: str) -> tuple[float, ...]:
    from ..documents.tokens import BadToken, reals

    try:
        return reals(text.replace(",", " "))
    except BadToken as error:
        raise argparse.ArgumentTypeError(f"'{text}' {error}") from error


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,6})x(\d{1,6})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"'{text}' is not a size; write 800x600")
    return int(match.group(1)), int(match.group(2))


def _color(text: str) -> Rgba:
    code = _COLORS.get(text, text.removeprefix("#"))
    if re.fullmatch(r"[0-9a-fA-F]{6}([0-9a-fA-F]{2})?", code) is None:
        raise argparse.ArgumentTypeError(f"'{text}' is not a colour; write background: RRGGBB, white, black or none")
    red, green, blue, opacity = (each / 255 for each in bytes.fromhex(code.ljust(8, "f")))
    return red, green, blue, opacity
