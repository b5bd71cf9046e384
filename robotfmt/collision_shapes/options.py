"""What collision shapes become, and within which bounds."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..codes import USAGE
from ..diagnostics import nearest_or_all
from ..errors import UsageError
from ..formats.libraries import FITTING, MEASURING, require
from ..spheres.lengths import Length, metres

KINDS: Mapping[str, tuple[str, ...]] = {
    "hull": ("within", "faces", "outside"),
    "simplify": ("within", "faces"),
    "decompose": ("within", "faces"),
    "primitives": ("within",),
    "spheres": (),
}
"""What a mesh can become, and the options that each kind takes."""
DECOMPOSING = ("coacd",)
# A tetrahedron is the closed mesh with the fewest faces.
FEWEST_FACES = 4
_WITHIN = {"simplify": 0.002, "primitives": 0.01}
"""The bounds in metres of kinds that always have one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeOptions:
    """What the meshes of a robot's collision shapes become."""

    kind: str
    within: float | None = None
    """The bound, in metres; its meaning depends on the kind (:func:`shape_options`)."""
    faces: int | None = None
    """The largest number of triangles of each mesh."""
    outside: bool = False
    """True if a hull with fewer faces must contain the mesh."""
    spheres: Mapping[str, Any] = field(default_factory=dict)
    """The options of :func:`robotfmt.spheres.fit`."""


def shape_options(
    kind: str, within: Length | None, faces: int | None, outside: bool, spheres: Mapping[str, Any]
) -> ShapeOptions:
    """Return the options, complete.

    Args:
        kind: One of :data:`KINDS`.
        within: For ``hull``, the largest distance between the convex hull and the one with fewer faces; for
            ``simplify``, between the mesh and the simpler one (by default 2 mm unless ``faces`` is given); for
            ``decompose``, the concavity that is left (CoACD; 8 % of the size); for ``primitives``, how far a shape
            protrudes (10 mm).
        faces: The largest number of triangles of each mesh.
        outside: True if a hull with fewer faces must contain the mesh.
        spheres: The options of a fit of spheres.

    Raises:
        UsageError: The kind does not exist, or an option has no effect or no meaning.
    """
    if kind not in KINDS:
        known = nearest_or_all(kind, tuple(KINDS))
        raise UsageError(USAGE, f"collision shapes cannot become '{kind}'{known}")
    given = {"within": within is not None, "faces": faces is not None, "outside": outside}
    for name, is_given in given.items():
        if is_given and name not in KINDS[kind]:
            raise UsageError(USAGE, f"'{name}' has no effect on collision shapes that become {kind}")
    if spheres and kind != "spheres":
        names = ", ".join(f"'{each}'" for each in spheres)
        raise UsageError(USAGE, f"{names} has no effect on collision shapes that become {kind}")
    bound = _checked_bound(metres("within", within))
    if bound is None and faces is None:
        bound = _WITHIN.get(kind)
    if faces is not None and faces < FEWEST_FACES:
        raise UsageError(USAGE, f"a closed mesh has at least {FEWEST_FACES} faces, not {faces}")
    if outside and bound is None and faces is None:
        raise UsageError(USAGE, "'outside' needs a bound too: a whole hull contains its mesh in any case")
    return ShapeOptions(kind=kind, within=bound, faces=faces, outside=outside, spheres=spheres)


def require_libraries(kind: str) -> None:
    """Raise an error unless the libraries are installed that collision shapes of a kind need.

    Raises:
        UsageError: One of them is not installed.
    """
    purpose = f"replacing collision shapes ({kind})"
    require(FITTING if kind == "spheres" else MEASURING, purpose)
    if kind == "decompose":
        require(DECOMPOSING, purpose, "decompose")


def _checked_bound(bound: float | None) -> float | None:
    if bound is not None and not (0 < bound < math.inf):
        raise UsageError(USAGE, f"within: the bound must be above 0, got {bound:g} m")
    return bound
