"""The files of pyroki: a URDF with meshes, spheres by link, and pairs of links that are not checked."""

from __future__ import annotations

from ..model import Robot
from ..spheres.arrays import frames_of, sphere_set
from .description import Described
from .folder import Document, Folder, indented


def pyroki(robot: Described) -> Folder:
    """Return the contents of a folder for pyroki."""
    name, covered = robot.name, robot.spheres
    pairs = [[each.first, each.second] for each in covered.ignored_pairs]
    texts = {
        "spheres.json": indented(spheres_by_link(covered)),
        "ignored_pairs.json": indented(pairs),
        "home.json": indented(dict(robot.home)),
    }
    return Folder((Document(robot.robot, (f"{name}.urdf", f"{name}.srdf")),), texts)


def spheres_by_link(robot: Robot) -> dict[str, dict[str, list[object]]]:
    """Return the centres, in metres in the frame of the link, and the radii of the spheres of each link."""
    found: dict[str, dict[str, list[object]]] = {}
    for frame in frames_of(robot, sphere_set(robot, None)):
        rows = found.setdefault(frame.frame, {"centers": [], "radii": []})
        for each in frame.spheres:
            if each.center is not None and each.radius is not None and not each.disabled:
                rows["centers"].append(list(each.center))
                rows["radii"].append(each.radius)
    return found
