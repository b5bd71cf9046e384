"""Write sets of collision spheres: those of a link in a scope named after the set."""

from __future__ import annotations

from collections.abc import Mapping

from robotfmt.model import FrameSpheres, Pose, SphereSet

from ..document.usda import Spec
from .links_written import put_pose
from .naming import Naming
from .spheres import START


def put_spheres(sets: tuple[SphereSet, ...], specs: Mapping[str, Spec], naming: Naming) -> None:
    """Add sets of spheres to the prims of links and frames, given by their names."""
    for spheres in sets:
        for frame in spheres.frames:
            specs[frame.frame].children.append(_scope(spheres.name, frame, specs[frame.frame], naming))


def _scope(name: str, frame: FrameSpheres, spec: Spec, naming: Naming) -> Spec:
    scope = Spec("Scope", naming.prim_name(f"{START}{name}", {each.name for each in spec.children}))
    if scope.name != f"{START}{name}":
        scope.metadata["displayName"] = name
    for index, each in enumerate(frame.spheres):
        sphere = Spec("Sphere", f"sphere_{index}").put("uniform token", "purpose", "guide")
        put_pose(sphere.put("double", "radius", each.radius), Pose(each.center))
        scope.children.append(sphere)
    return scope
