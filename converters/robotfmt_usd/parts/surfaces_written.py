"""Write meshes: the points of each once, in a prim that others refer to, with subsets for its materials."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from robotfmt.assets.locations import located
from robotfmt.context import Context
from robotfmt.mesh import Triangles
from robotfmt.model import Geometry, Material, Mesh, Texture
from robotfmt.model.record import replace
from robotfmt.surfaces.loading import surface

from ..document.usda import Path as PrimPath
from ..document.usda import Spec
from .corners import put_normals
from .looks_written import Looks


class Surfaces:
    """The meshes of a robot."""

    def __init__(self, context: Context, looks: Looks, root: str) -> None:
        self.context, self.looks, self.root = context, looks, root
        self.specs: list[Spec] = []
        self._known: dict[object, str] = {}
        self._taken: set[str] = set()

    def mesh(self, geometry: Geometry, name: str) -> Spec | None:
        """Return a prim that refers to the points of a mesh; None if it cannot be read."""
        assert isinstance(geometry.shape, Mesh)
        shape = geometry.shape
        is_seen = geometry.purpose.value == "visual" and geometry.material is None
        key = (_points(geometry), is_seen)
        if key not in self._known:
            triangles = surface(geometry, self.context, appearance=is_seen)
            if triangles is None:
                return None
            stem = (shape.submesh or (shape.uri or "").rstrip("/").rpartition("/")[2].rpartition(".")[0]) or "mesh"
            made = self.looks.naming.prim_name(stem, self._taken)
            self._known[key] = f"{self.root}/{made}"
            self.specs.append(self._mesh(triangles, made, is_seen))
        spec = Spec("Mesh", name)
        spec.metadata["prepend references"] = PrimPath(self._known[key])
        return spec

    @staticmethod
    def place(geometry: Geometry) -> tuple[object, ...] | None:
        """Return what two shapes have in common that are the same mesh at the same place; None for other shapes."""
        return (_points(geometry), geometry.pose) if isinstance(geometry.shape, Mesh) else None

    def _mesh(self, triangles: Triangles, name: str, is_seen: bool) -> Spec:
        spec = Spec("Mesh", name)
        points = triangles.vertices.astype(np.float32)
        box = [tuple(map(float, each)) for each in (points.min(axis=0), points.max(axis=0))]
        spec.put("float3[]", "extent", box)
        spec.put("int[]", "faceVertexCounts", np.full(len(triangles), 3))
        spec.put("int[]", "faceVertexIndices", triangles.faces.ravel())
        spec.put("point3f[]", "points", points)
        spec.put("uniform token", "subdivisionScheme", "none")
        put_normals(spec, triangles)
        if is_seen:
            self._put_appearance(spec, triangles)
        return spec

    def _put_appearance(self, spec: Spec, triangles: Triangles) -> None:
        if triangles.texcoords is not None:
            spec.values.append(("texCoord2f[] primvars:st", triangles.texcoords.reshape(-1, 2)))
            spec.metadata_of["primvars:st"] = {"interpolation": "faceVarying"}
        if triangles.material_indices is None:
            return
        spec.put("uniform token", "subsetFamily:materialBind:familyType", "nonOverlapping")
        for index, material in enumerate(triangles.materials):
            faces = np.flatnonzero(triangles.material_indices == index)
            if len(faces):
                subset = Spec("GeomSubset", f"subset_{index}")
                subset.put("uniform token", "elementType", "face").put("uniform token", "familyName", "materialBind")
                subset.put("int[]", "indices", faces)
                self.looks.bind(subset, self._placed(material))
                spec.children.append(subset)

    def _placed(self, material: Material) -> Material:
        """Return a material of a mesh file with the path of its image from the folder of the stage."""
        image = material.texture
        place = (
            located(image.uri or "", image.origin.document) if image is not None and image.origin is not None else None
        )
        if image is None or place is None:
            return material
        folder = Path(self.context.output).absolute().parent
        return replace(material, texture=Texture(uri=Path(os.path.relpath(place, folder)).as_posix()))


def _points(geometry: Geometry) -> tuple[object, ...]:
    """Return what two shapes with the same points have in common."""
    shape = geometry.shape
    assert isinstance(shape, Mesh)
    document = geometry.origin.document if geometry.origin is not None else None
    return shape.uri, shape.scale, shape.submesh, shape.centered, shape.stretch, document
