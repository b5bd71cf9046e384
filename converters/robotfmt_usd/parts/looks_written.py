"""Write appearance: a material for each look, with a UsdPreviewSurface; and contact materials."""

from __future__ import annotations

from robotfmt.model import Geometry, Material, Rgba, Robot, Surface
from robotfmt.model.record import replace

from ..document.usda import Asset, Path, Spec
from .naming import Naming
from .shape_names import is_numbered

_SURFACE = (
    ("friction", ("physics:staticFriction", "physics:dynamicFriction")),
    ("restitution", ("physics:restitution",)),
    ("torsional_friction", ("newton:torsionalFriction",)),
    ("rolling_friction", ("newton:rollingFriction",)),
)
_WHITE = (1.0, 1.0, 1.0)


class Looks:
    """The materials of a robot, each once."""

    def __init__(self, robot: Robot, root: str, naming: Naming) -> None:
        self.robot, self.root, self.naming = robot, root, naming
        self.specs: list[Spec] = []
        self._paths: dict[Material, str] = {}
        self._contacts: dict[Surface, str] = {}
        self._taken: set[str] = set()

    def bind(self, spec: Spec, material: Material | None) -> None:
        """Bind the material of a shape."""
        if material is not None:
            spec.apply("MaterialBindingAPI").relate("material:binding", self.path(material))

    def path(self, material: Material) -> str:
        """Return the path of a material, which is written when it is first asked for."""
        material = replace(self.robot.resolved(material), origin=None)
        if material not in self._paths:
            name = self.naming.prim_name(material.name or f"material_{len(self.specs)}", self._taken)
            self._paths[material] = path = f"{self.root}/{name}"
            self.specs.append(_material(material, name, path))
        return self._paths[material]

    def bind_contact(self, spec: Spec, geometry: Geometry) -> None:
        """Bind the contact properties of a collider."""
        surface = geometry.surface
        if surface is None:
            return
        surface = replace(surface, origin=None)
        if surface not in self._contacts:
            name = self.naming.prim_name(f"contact_{len(self._contacts)}", self._taken)
            self._contacts[surface] = f"{self.root}/{name}"
            self.specs.append(_contact(surface, name))
        spec.apply("MaterialBindingAPI").relate("material:binding:physics", self._contacts[surface])


def _contact(surface: Surface, name: str) -> Spec:
    spec = Spec("Material", name).apply("PhysicsMaterialAPI")
    for field, names in _SURFACE:
        for each in names:
            spec.put("float", each, getattr(surface, field))
    if surface.torsional_friction is not None or surface.rolling_friction is not None:
        spec.apply("NewtonMaterialAPI")
    return spec


def _material(material: Material, name: str, path: str) -> Spec:
    spec = Spec("Material", name)
    if material.name is not None and (material.name != name or is_numbered(name)):
        spec.metadata["displayName"] = material.name
    spec.values.append(("token outputs:surface.connect", Path(f"{path}/shader.outputs:surface")))
    shader = Spec("Shader", "shader").put("uniform token", "info:id", "UsdPreviewSurface")
    spec.children.append(shader)
    image = material.texture.uri if material.texture is not None else None
    if material.color is not None:
        shader.put("color3f", "inputs:diffuseColor", material.color[:3] if image is None else None)
        shader.put("float", "inputs:opacity", material.color[3])
    if material.emission is not None:
        shader.put("color3f", "inputs:emissiveColor", material.emission[:3])
    shader.put("float", "inputs:metallic", material.metalness).put("float", "inputs:roughness", material.roughness)
    if image is not None:
        shader.values.append(("color3f inputs:diffuseColor.connect", Path(f"{path}/image.outputs:rgb")))
        spec.children += _image(image, path, material.color)
    shader.values.append(("token outputs:surface", None))
    return spec


def _image(uri: str, path: str, color: Rgba | None) -> list[Spec]:
    """Return the nodes of an image: the file with the colour that it is multiplied by, and its coordinates."""
    image = Spec("Shader", "image").put("uniform token", "info:id", "UsdUVTexture")
    image.values.append(("asset inputs:file", Asset(uri)))
    if color is not None and color[:3] != _WHITE:
        image.put("float4", "inputs:scale", (*color[:3], 1.0))  # the opacity is the shader's
    image.values.append(("float2 inputs:st.connect", Path(f"{path}/st.outputs:result")))
    image.values.append(("float3 outputs:rgb", None))
    reader = Spec("Shader", "st").put("uniform token", "info:id", "UsdPrimvarReader_float2")
    reader.put("string", "inputs:varname", "st")
    reader.values.append(("float2 outputs:result", None))
    return [image, reader]
