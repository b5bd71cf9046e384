"""The content of a picture: surfaces and spheres with colours, in world coordinates."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from itertools import cycle

import numpy as np
from numpy.typing import ArrayLike

from ..codes import USAGE
from ..context import Context
from ..diagnostics import Report
from ..errors import UsageError
from ..kinematics.forward import matrix, poses_of_links
from ..kinematics.joint_values import first_pose
from ..mesh.shapes import tessellate
from ..mesh.triangles import Floats, Triangles, join
from ..model import AddFrame, Cylinder, FrameSpheres, Geometry, Robot
from ..settings import Settings, context_of
from ..spheres.arrays import Spheres, buffers_for, frames_of, from_rows, sphere_set
from ..surfaces.loading import placed, surface

# The axes of a frame

_THICKNESS = 0.03
_COLORS = np.array(((0.85, 0.12, 0.12, 1.0), (0.10, 0.60, 0.10, 1.0), (0.15, 0.25, 0.90, 1.0)))


def triad(length: float) -> tuple[Triangles, Floats]:
    """Return the axes of a frame of some length in metres; and the colours of the triangles."""
    radius = _THICKNESS * length
    rod = tessellate(Cylinder(radius, length), radius)
    assert rod is not None
    rod = rod.moved(np.eye(3), (0.0, 0.0, length / 2))
    turns = np.eye(3)[[[2, 0, 1], [1, 2, 0], [0, 1, 2]]]
    return join([rod.moved(turn, (0, 0, 0)) for turn in turns]), np.repeat(_COLORS, len(rod), axis=0)


# Scenes

SHOWN = ("visual", "collision", "spheres", "frames")
"""The parts of a robot that can be shown."""
_GREY = (0.72, 0.73, 0.75, 1.0)
"""The colour of parts without one."""
_PALETTE = ("e69f00", "56b4e9", "009e73", "cc79a7", "0072b2", "d55e00", "f0e442")
"""Colours that people with colour blindness can distinguish (Okabe and Ito, 2008)."""
_VEIL = 0.5
"""The opacity of outer layers."""
_PALE, _FADED = np.array((0.84, 0.85, 0.86)), 0.65
"""The colour that surfaces fade to under spheres, and the share: the colours of spheres identify the links."""
_TRIAD = 0.07
"""The length of the axes of a frame, relative to the robot."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A surface, or spheres, drawn as one body: only its nearest point at each pixel is visible."""

    shape: Triangles | Spheres
    colors: Floats
    """An array (n, 4), for each triangle or sphere: red, green, blue and opacity, from 0 to 1."""


@dataclass(slots=True, eq=False)
class Scene:
    """The content of a picture."""

    surfaces: list[Part] = field(default_factory=list)
    """Opaque surfaces."""
    veils: list[Part] = field(default_factory=list)
    """Translucent bodies; each is one layer, with any number of surfaces."""
    frames: list[Part] = field(default_factory=list)
    """Surfaces that are drawn over everything."""

    def joined(self) -> Scene:
        """Return the scene with its opaque surfaces joined to one; translucent bodies stay separate."""
        return replace(self, surfaces=[_joined(self.surfaces)] if self.surfaces else [])

    def add_surface(self, surface: Triangles, colors: Floats) -> None:
        """Add a surface: its opaque part is solid, and the rest one translucent body."""
        opaque = colors[:, 3] >= 1
        clear = ~opaque & (colors[:, 3] > 0)
        for group, which in ((self.surfaces, opaque), (self.veils, clear)):
            if which.any():
                group.append(Part(Triangles(surface.vertices, surface.faces[which]), colors[which]))

    def fade(self) -> None:
        """Fade the colours of all surfaces, so that those of spheres over them can be distinguished."""
        for part in (*self.surfaces, *self.veils):
            part.colors[:, :3] += _FADED * (_PALE - part.colors[:, :3])

    def add_spheres(self, spheres: Spheres, color: Floats) -> None:
        """Add spheres of one colour as one body."""
        self.veils.append(Part(spheres, np.tile(color, (len(spheres), 1))))

    @property
    def extent(self) -> Floats:
        """Return (n, 4): points and radii of spheres that contain everything."""
        return np.concatenate(
            [np.zeros((0, 4)), *(_extent(part.shape) for part in (*self.surfaces, *self.veils, *self.frames))]
        )

    @property
    def counts(self) -> tuple[int, int]:
        """Return the number of triangles and spheres."""
        shapes = [part.shape for part in (*self.surfaces, *self.veils, *self.frames)]
        spheres = sum(len(each) for each in shapes if isinstance(each, Spheres))
        return sum(map(len, shapes)) - spheres, spheres


def _extent(shape: Triangles | Spheres) -> Floats:
    if isinstance(shape, Spheres):
        return np.column_stack([shape.centers, shape.radii])
    is_used = np.zeros(len(shape.vertices), dtype=np.bool_)
    is_used[shape.faces] = True
    return np.pad(shape.vertices[is_used], ((0, 0), (0, 1)))


def _joined(parts: list[Part]) -> Part:
    shape = join([part.shape for part in parts if isinstance(part.shape, Triangles)])
    return Part(shape, np.concatenate([part.colors for part in parts]))


def make_scene(
    robot: Robot,
    positions: Mapping[str, ArrayLike] | None = None,
    show: Collection[str] | None = None,
    spheres: str | None = None,
    *,
    report: Report | None = None,
    settings: Settings | None = None,
    bare: bool = False,
) -> Scene:
    """Return the scene of a robot, in the frame of its root.

    Meshes that cannot be loaded are reported, and not drawn.

    Args:
        positions: The values of joints, in radians and metres; the others are at zero. Without any the robot
            is in its default pose, if a document gives one.
        show: Some of ``visual``, ``collision``, ``spheres``, ``frames``; by default the visual geometry, or that for
            collisions if there is no other, and the spheres. Collision geometry and spheres are translucent over it.
        spheres: The name of the set of spheres; by default the one for collisions with the world, or the only one.
        report, settings: Where the findings go; where meshes are, limits.
        bare: True to leave out the buffers that planners add to the radii of spheres.

    Raises:
        UsageError: A name in ``show`` or a joint is unknown, or the choice of spheres is ambiguous.
    """
    show = _shown(robot, show)
    context, scene = context_of(report, settings), Scene()
    poses = frame_poses(robot, positions or first_pose(robot))
    colors = dict(zip(poses, cycle(map(_color, _PALETTE)), strict=False))
    if "visual" in show:
        _add_visuals(scene, robot, poses, context)
    if "collision" in show:
        _add_collisions(scene, robot, poses, colors, context)
    if "spheres" in show and (robot.sphere_sets or spheres is not None):
        scene.fade()
        _add_spheres(scene, robot, spheres, poses, colors, bare)
    if "frames" in show:
        _add_frames(scene, poses)
    return scene


def _shown(robot: Robot, show: Collection[str] | None) -> Collection[str]:
    if show is None:
        show = ("visual" if any(link.visuals for link in robot.links) else "collision", "spheres")
    unknown = set(show) - set(SHOWN)
    if unknown:
        raise UsageError(USAGE, f"'{min(unknown)}' cannot be shown; choose from {', '.join(SHOWN)}")
    return show


def frame_poses(robot: Robot, positions: Mapping[str, ArrayLike] | None = None) -> dict[str, Floats]:
    """Return the pose (4, 4) in the root link of every link and of every frame on a link."""
    poses = {name: pose[0] for name, pose in poses_of_links(robot, positions).items()}
    added = [(each.frame, each.parent, each.pose) for each in robot.modifiers if isinstance(each, AddFrame)]
    waiting = [(each.name, each.parent, each.pose) for each in robot.frames] + added
    while True:
        ready = [each for each in waiting if each[1] in poses and each[0] not in poses]
        if not ready:
            return poses
        poses.update((name, poses[parent] @ matrix(pose)) for name, parent, pose in ready)


def _color(code: str, opacity: float = 1.0) -> Floats:
    return np.array([*(each / 255 for each in bytes.fromhex(code)), opacity])


def _add_visuals(scene: Scene, robot: Robot, poses: Mapping[str, Floats], context: Context) -> None:
    for link in robot.links:
        for geometry in link.visuals:
            hidden = geometry.visible is False or link.visible is False
            triangles = _placed(geometry, poses.get(link.name), context) if not hidden else None
            if triangles is not None:
                scene.add_surface(triangles, _colors(triangles, geometry, robot))


def _colors(triangles: Triangles, geometry: Geometry, robot: Robot) -> Floats:
    """Return the colours of a mesh file itself, else those of the material."""
    material = robot.resolved(geometry.material) if geometry.material is not None else None
    plain = np.array(material.color if material is not None and material.color is not None else _GREY)
    if triangles.material_indices is None:
        return np.tile(plain, (len(triangles), 1))
    by_material = [each.color if each.color is not None else plain for each in triangles.materials]
    # The last colour is for triangles without a material, whose index is -1.
    colors: Floats = np.array([*by_material, plain])[triangles.material_indices]
    return colors


def _add_collisions(
    scene: Scene, robot: Robot, poses: Mapping[str, Floats], colors: Mapping[str, Floats], context: Context
) -> None:
    is_veil = bool(scene.surfaces or scene.veils)
    for link in robot.links:
        for geometry in link.collisions:
            triangles = _placed(geometry, poses.get(link.name), context)
            if triangles is not None and is_veil:
                color = np.append(colors[link.name][:3], _VEIL)
                scene.add_surface(triangles, np.tile(color, (len(triangles), 1)))
            elif triangles is not None:
                scene.add_surface(triangles, _colors(triangles, geometry, robot))


def _placed(geometry: Geometry, pose: Floats | None, context: Context) -> Triangles | None:
    """Return the surface of a geometry in the world, with welded vertices; None without a surface."""
    triangles = surface(geometry, context, appearance=True) if pose is not None else None
    if triangles is None or pose is None:
        return None
    return placed(triangles.welded(), geometry).moved(pose[:3, :3], pose[:3, 3])


def _add_spheres(
    scene: Scene,
    robot: Robot,
    name: str | None,
    poses: Mapping[str, Floats],
    colors: Mapping[str, Floats],
    bare: bool,
) -> None:
    """Add the spheres of a set, at the poses of their frames; they are transparent if there are surfaces."""
    opacity = _VEIL if scene.surfaces or scene.veils else 1.0
    buffers = {} if bare else buffers_for(robot, name)
    for frame in frames_of(robot, sphere_set(robot, name)):
        rows = _rows(frame, buffers.get(frame.frame, 0.0))
        pose = poses.get(frame.frame)
        if rows and pose is not None:
            spheres = from_rows(np.array(rows)).moved(pose[:3, :3], pose[:3, 3])
            scene.add_spheres(spheres, np.append(colors[frame.frame][:3], opacity))


def _rows(frame: FrameSpheres, buffer: float) -> list[tuple[float, ...]]:
    """Return the centres and radii of a frame's spheres, with a buffer added."""
    return [
        (*each.center, each.radius + buffer)
        for each in frame.spheres
        if not each.disabled and each.center is not None and each.radius is not None and each.radius + buffer > 0
    ]


def _add_frames(scene: Scene, poses: Mapping[str, Floats]) -> None:
    origins = np.array([[*pose[:3, 3], 0.0] for pose in poses.values()])
    points = np.concatenate([scene.extent, origins])[:, :3]
    length = _TRIAD * float((points.max(axis=0) - points.min(axis=0)).max()) if len(points) else 0.0
    surface, colors = triad(length if length > 0 else 1.0)
    parts = [surface.moved(pose[:3, :3], pose[:3, 3]) for pose in poses.values()]
    if parts:
        scene.frames.append(Part(join(parts), np.tile(colors, (len(parts), 1))))
