"""Materials of visuals whose mesh files have their own: these win, as in RViz and in robotfmt's pictures."""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.mesh.save import has_own_appearance
from robotfmt.model import Geometry, Link, Mesh, Robot
from robotfmt.model.record import replace
from robotfmt.surfaces.loading import surface


def with_colors_of_meshes(robot: Robot, context: Context) -> Robot:
    """Return the robot without the materials of visuals that none of their triangles shows."""

    def is_hidden(geometry: Geometry) -> bool:
        if geometry.material is None or not isinstance(geometry.shape, Mesh):
            return False
        triangles = surface(geometry, context, appearance=True)
        return triangles is not None and has_own_appearance(triangles)

    def change(link: Link) -> Link:
        hidden = [is_hidden(each) for each in link.visuals]
        if not any(hidden):
            return link
        rows = zip(link.visuals, hidden, strict=True)
        return replace(link, visuals=tuple(replace(each, material=None) if gone else each for each, gone in rows))

    links = tuple(map(change, robot.links))
    return robot if all(a is b for a, b in zip(links, robot.links, strict=True)) else replace(robot, links=links)
