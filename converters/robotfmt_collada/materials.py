"""Materials: an effect with a shading model, bound to the primitives of a geometry by a symbol.

Opacity follows what the producers of robots mean: ``transparency`` if it is given, else the alpha of the diffuse
colour, and an opacity of 0 means that nobody thought of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from robotfmt.documents.element import Element
from robotfmt.documents.tokens import written, written_all
from robotfmt.documents.xml import Node, make
from robotfmt.model import Material, Rgba, Texture

from .claims import claim, claim_below
from .extension import find_extra, make_extra
from .index import Index

_SHADINGS = ("phong", "lambert", "blinn", "constant")
_COLORS = {"ambient": "ambient", "specular": "specular", "emission": "emission"}


def read_binding(index: Index, instance: Element) -> dict[str, Material]:
    """The materials of an ``instance_geometry`` by symbol."""
    bind = instance.child("bind_material")
    common = bind.child("technique_common") if bind is not None else None
    found: dict[str, Material] = {}
    for each in common.children_of("instance_material") if common is not None else []:
        claim(each)
        target = index.url(each.peek("target"), each, "material")
        symbol = each.peek("symbol")
        if target is not None and symbol is not None:
            found[symbol] = read_material(index, target)
    return found


def read_material(index: Index, element: Element) -> Material:
    """A ``material`` with its effect."""
    claim(element)
    instance = element.child("instance_effect")
    effect = index.instanced(claim(instance)) if instance is not None else None
    name = element.peek("name") or element.peek("id")
    shading = _shading(effect) if effect is not None else None
    if shading is None:
        return Material(origin=element.origin, name=name)
    own, seen = _read_own_color(element), _diffuse(shading)
    return Material(
        origin=element.origin,
        name=name,
        color=own if own is not None else seen,
        ambient=_color(shading, "ambient"),
        specular=_color(shading, "specular"),
        emission=_color(shading, "emission"),
        shininess=_number(shading, "shininess"),
        texture=_texture(index, effect, shading),
    )


def _shading(effect: Element | None) -> Element | None:
    profile = claim(effect).child("profile_COMMON") if effect is not None else None
    technique = profile.child("technique") if profile is not None else None
    if technique is None:
        return None
    claim(technique)
    return next((claim(child) for child in technique.children if child.tag in _SHADINGS), None)


def _color(shading: Element, tag: str) -> Rgba | None:
    parent = shading.child(tag)
    element = parent.child("color") if parent is not None else None
    if element is None:
        return None
    claim(element)
    values = element.text_numbers()
    if values is None or len(values) not in (3, 4):
        return None
    return (values[0], values[1], values[2], values[3] if len(values) == 4 else 1.0)


def _read_own_color(element: Element) -> Rgba | None:
    """The colour of what has a texture too, or cannot be seen: the shading has no words for these."""
    extra = find_extra(element, "color")
    color = extra.child("color") if extra is not None else None
    values = color.numbers("rgba", 4) if color is not None else None
    return (values[0], values[1], values[2], values[3]) if values is not None else None


def _number(shading: Element, tag: str) -> float | None:
    parent = shading.child(tag)
    element = parent.child("float") if parent is not None else None
    return claim(element).text_number() if element is not None else None


def _diffuse(shading: Element) -> Rgba | None:
    color = _color(shading, "diffuse")
    opacity = _number(shading, "transparency")
    if color is None:
        return None
    alpha = color[3] if opacity is None else opacity
    return (*color[:3], alpha if 0 < alpha <= 1 else 1.0)


def _texture(index: Index, effect: Element | None, shading: Element) -> Texture | None:
    """The image of the diffuse texture: through a sampler and a surface to ``library_images``."""
    diffuse = shading.child("diffuse")
    element = diffuse.child("texture") if diffuse is not None else None
    if element is None or effect is None:
        return None
    for name in ("texture", "texcoord"):
        element.attribute(name)
    image = _image(index, effect, element.peek("texture") or "")
    init = image.child("init_from") if image is not None else None
    if image is None or init is None:
        return None
    claim(image)
    reference = init.child("ref")
    uri = reference.take_text() if reference is not None else init.take_text()
    return Texture(origin=element.origin, uri=uri or None)


def _image(index: Index, effect: Element, name: str) -> Element | None:
    for _ in range(4):
        named = index.named(name, effect.document)
        if named is not None and named.tag == "image":
            return named
        parameter = next((each for each in effect.iter() if each.peek("sid") == name), None)
        if parameter is None:
            return None
        claim_below(parameter, "surface", "sampler2D", "source", "init_from", "instance_image")
        for child in parameter.iter():
            if child.tag in ("source", "init_from") and child.text.strip():
                name = child.take_text()
            elif child.tag == "instance_image":
                name = (child.peek("url") or "").removeprefix("#")
    return None


# Writing


@dataclass(slots=True)
class Materials:
    """Collects the materials of a document; equal ones are written once."""

    materials: list[Node] = field(default_factory=list)
    effects: list[Node] = field(default_factory=list)
    images: list[Node] = field(default_factory=list)
    _ids: dict[Material, str] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)

    def use(self, material: Material, wanted: str) -> str:
        """The id of a material, which is written if it is new."""
        if material not in self._ids:
            name = wanted
            while name in self._taken:
                name += "_"
            self._taken.add(name)
            self._ids[material] = name
            self.materials.append(_write_material(material, name))
            self.effects.append(self._write_effect(material, name))
        return self._ids[material]

    def libraries(self) -> list[Node]:
        """The three libraries, as far as there is anything in them."""
        return [
            make(f"library_{name}", {"id": name}, *nodes)
            for name, nodes in (
                ("images", self.images),
                ("effects", self.effects),
                ("materials", self.materials),
            )
            if nodes
        ]

    def _write_effect(self, material: Material, name: str) -> Node:
        alpha = material.color[3] if material.color is not None else 1.0
        phong = make(
            "phong",
            None,
            _write_color("emission", material.emission),
            _write_color("ambient", material.ambient),
            self._write_texture(material, name)
            if _is_textured(material)
            else _write_color("diffuse", material.color),
            _write_color("specular", material.specular),
            _write_float("shininess", material.shininess),
            _write_float("transparency", alpha) if material.color is not None else None,
        )
        common = make("profile_COMMON", None, make("technique", {"sid": "common"}, phong))
        return make("effect", {"id": f"{name}_eff"}, common)

    def _write_texture(self, material: Material, name: str) -> Node:
        assert material.texture is not None
        image = f"{name}_img"
        source = make("init_from", None, make("ref", text=material.texture.uri))
        self.images.append(make("image", {"id": image}, source))
        return make("diffuse", None, make("texture", {"texture": image, "texcoord": "UV"}))


def _is_textured(material: Material) -> bool:
    return material.texture is not None and bool(material.texture.uri)


def _write_material(material: Material, name: str) -> Node:
    instance = make("instance_effect", {"url": f"#{name}_eff"})
    color: Node | None = None
    if material.color is not None and (_is_textured(material) or not 0 < material.color[3] <= 1):
        color = make_extra("color", make("color", {"rgba": written_all(material.color)}))
    return make("material", {"id": name, "name": material.name}, instance, color)


def _write_color(tag: str, color: Rgba | None) -> Node | None:
    return make(tag, None, make("color", text=written_all(color))) if color is not None else None


def _write_float(tag: str, value: float | None) -> Node | None:
    return make(tag, None, make("float", text=written(value))) if value is not None else None
