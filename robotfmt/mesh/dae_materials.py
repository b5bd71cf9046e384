"""The materials of COLLADA: an effect with a shading model, bound to surfaces by a symbol.

Opacity: ``transparent`` and ``transparency`` as in COLLADA 1.5 under "Determining Transparency", in all four modes;
without ``transparent`` it is ``transparency``, else the alpha of the diffuse colour. An opacity of 0 is taken for a
mistake, because robots are not invisible. Shading ``constant`` emits its colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..documents.tokens import BadToken, reals
from ..documents.xml.element import Element
from ..documents.xml.nodes import Node, make
from ..model import Material, Rgba, Texture
from ..model.record import replace
from .dae_geometry import Find

_SHADINGS = ("phong", "lambert", "blinn", "constant")
_COLORS = ("ambient", "specular", "emission")
# COLLADA 1.4.1, <transparent>: the modes RGB_ZERO and RGB_ONE weigh the colours by their luminance (ITU-R BT.709).
_LUMINANCE = (0.212671, 0.715160, 0.072169)
# A texture names a sampler, the sampler a surface, and the surface an image (COLLADA 1.4.1, <newparam>).
_LONGEST_CHAIN = 4
_WAY = ("newparam", "surface", "sampler2D", "source", "init_from", "instance_image")
"""The elements that lead from a texture to its image."""
TEXCOORD = "UV"
"""The name of the texture coordinates in written materials."""


@dataclass(slots=True)
class MaterialReader:
    """Reads the materials of a document.

    Args:
        find: Finds the targets of URLs.
    """

    find: Find
    used: list[Element] = field(default_factory=list)
    """The elements whose whole content is in a material, except wiring attributes."""
    bad: list[Element] = field(default_factory=list)
    """The elements with invalid numbers."""

    def bound(self, instance: Element) -> dict[str, Element]:
        """Return the ``material`` of each symbol that an instance of a geometry binds."""
        found: dict[str, Element] = {}
        for bound in _below(instance, "bind_material", "technique_common", "instance_material"):
            target = self.find(bound.peek("target") or "", bound, "material")
            symbol = bound.peek("symbol")
            if target is not None and target.local == "material" and symbol is not None:
                found[symbol] = target
        return found

    def read(self, element: Element) -> Material:
        """Return a ``material`` with its effect."""
        name = element.peek("name") or element.peek("id")
        effect = self._effect(element)
        for shading in _below(effect, "profile_COMMON", "technique") if effect is not None else ():
            for model in (each for each in shading.children if each.local in _SHADINGS):
                self._use(shading.parent, shading, model)
                return self._shaded(element, name, model.ancestors[2], model)
        return Material(origin=element.origin, name=name)

    def _effect(self, material: Element) -> Element | None:
        for instance in _below(material, "instance_effect"):
            target = self.find(instance.peek("url") or "", instance, "effect")
            if target is not None and target.local == "effect":
                self._use(instance, target)
                return target
        return None

    def _use(self, *elements: Element | None) -> None:
        self.used += [each for each in elements if each is not None]

    def _shaded(self, material: Element, name: str | None, effect: Element, model: Element) -> Material:
        colors = {tag: self._color(effect, model, tag) for tag in _COLORS}
        diffuse = self._color(effect, model, "diffuse")
        if diffuse is None and model.local == "constant":
            diffuse = colors["emission"]
        plain = Material(
            origin=material.origin,
            name=name,
            color=self._seen(effect, model, diffuse),
            shininess=self._number(effect, model, "shininess"),
            texture=self._texture(effect, model),
        )
        return replace(plain, **colors)

    def _color(self, effect: Element, model: Element, tag: str) -> Rgba | None:
        for element in self._values(effect, model, tag, "color", "float4", "float3"):
            values = self._numbers(element)
            if values is not None and len(values) in (3, 4):
                self._use(element.parent, element)
                return (values[0], values[1], values[2], values[3] if len(values) == 4 else 1.0)
        return None

    def _number(self, effect: Element, model: Element, tag: str) -> float | None:
        for element in self._values(effect, model, tag, "float"):
            values = self._numbers(element)
            if values is not None and len(values) == 1:
                self._use(element.parent, element)
                return values[0]
        return None

    def _numbers(self, element: Element) -> tuple[float, ...] | None:
        try:
            return reals(element.text)
        except BadToken:
            self.bad.append(element)
            return None

    def _values(self, effect: Element, model: Element, tag: str, *kinds: str) -> Iterator[Element]:
        """Yield the properties given by value, or by the name of a parameter."""
        for each in (each for child in _below(model, tag) for each in child.children):
            if each.local in kinds:
                yield each
            elif each.local == "param":
                parameter = _parameter(effect, each.peek("ref") or "")
                inner = [] if parameter is None else [it for it in parameter.children if it.local in kinds]
                if inner:
                    self._use(each.parent, each)
                    yield inner[0]

    def _seen(self, effect: Element, model: Element, color: Rgba | None) -> Rgba | None:
        """Return the diffuse colour with the overall opacity."""
        clear = self._color(effect, model, "transparent")
        factor = self._number(effect, model, "transparency")
        if color is None:
            return None
        alpha = color[3] if factor is None else factor
        if clear is not None:
            mode = next(_below(model, "transparent")).peek("opaque") or "A_ONE"
            alpha = _opacity(mode, clear, 1.0 if factor is None else factor)
        return (*color[:3], alpha if 0 < alpha <= 1 else 1.0)

    def _texture(self, effect: Element, model: Element) -> Texture | None:
        """Return the image of the diffuse texture: through a sampler and a surface to an ``image``."""
        for element in _below(model, "diffuse", "texture"):
            image = self._image(effect, element.peek("texture") or "")
            if image is None:
                return None
            for init in _below(image, "init_from"):
                reference = next(_below(init, "ref"), init)
                self._use(element.parent, element, image, init, reference)
                return Texture(origin=element.origin, uri=reference.text.strip() or None)
        return None

    def _image(self, effect: Element, name: str) -> Element | None:
        for _ in range(_LONGEST_CHAIN):
            parameter = _parameter(effect, name)
            if parameter is None:
                break
            for each in (it for it in parameter.iter() if it.local in _WAY):
                self.used.append(each)
                if each.local in ("source", "init_from") and each.text.strip():
                    name = each.text.strip()
                elif each.local == "instance_image":
                    return self._named(each.peek("url") or "", each)
        return self._named(f"#{name}", effect)

    def _named(self, url: str, at: Element) -> Element | None:
        image = self.find(url, at, "image")
        return image if image is not None and image.local == "image" else None


def _opacity(mode: str, clear: Rgba, factor: float) -> float:
    red, green, blue, alpha = clear
    if mode.startswith("RGB"):
        alpha = sum(part * weight for part, weight in zip((red, green, blue), _LUMINANCE, strict=True))
    return 1 - alpha * factor if mode.endswith("ZERO") else alpha * factor


def _parameter(effect: Element, name: str) -> Element | None:
    return next((each for each in effect.iter() if each.local == "newparam" and each.peek("sid") == name), None)


def _below(element: Element, name: str, *further: str) -> Iterator[Element]:
    """Yield the elements at a path of names below an element."""
    for each in element.children:
        if each.local == name:
            if further:
                yield from _below(each, *further)
            else:
                yield each


def write_effect(material: Material, name: str, image: str | None, *, version: str) -> Node:
    """Return the ``effect`` of a material.

    Args:
        name: The id of the effect.
        image: The id of the image of its texture.
        version: The version of COLLADA, ``1.4`` or ``1.5``: they refer to images differently.
    """
    sampler = _sampler(image, version) if image is not None else []
    diffuse = (
        make("diffuse", None, make("texture", {"texture": "sampler", "texcoord": TEXCOORD}))
        if image is not None
        else _write_color("diffuse", material.color)
    )
    phong = make(
        "phong",
        None,
        _write_color("emission", material.emission),
        _write_color("ambient", material.ambient),
        diffuse,
        _write_color("specular", material.specular),
        _write_float("shininess", material.shininess),
        _write_opacity(material.color[3], version) if material.color is not None else None,
    )
    common = make("profile_COMMON", None, *sampler, make("technique", {"sid": "common"}, phong))
    return make("effect", {"id": name}, common)


def _sampler(image: str, version: str) -> list[Node]:
    if version != "1.4":
        instance = make("instance_image", {"url": f"#{image}"})
        return [make("newparam", {"sid": "sampler"}, make("sampler2D", None, instance))]
    surface = make("surface", {"type": "2D"}, make("init_from", text=image))
    sampler = make("sampler2D", None, make("source", text="surface"))
    return [make("newparam", {"sid": "surface"}, surface), make("newparam", {"sid": "sampler"}, sampler)]


def write_image(name: str, uri: str | None, *, version: str) -> Node:
    """Return the ``image`` of a file."""
    if version == "1.4":
        return make("image", {"id": name}, make("init_from", text=uri))
    return make("image", {"id": name}, make("init_from", None, make("ref", text=uri)))


def write_binding(materials: list[tuple[str, str, bool]]) -> Node | None:
    """Return the ``bind_material`` for symbols and ids of materials, with texture coordinates if needed; None without
    any.
    """
    bound = [
        make(
            "instance_material",
            {"symbol": symbol, "target": f"#{name}"},
            _coordinates() if textured else None,
        )
        for symbol, name, textured in materials
    ]
    return make("bind_material", None, make("technique_common", None, *bound)) if bound else None


def _coordinates() -> Node:
    return make("bind_vertex_input", {"semantic": TEXCOORD, "input_semantic": "TEXCOORD", "input_set": "0"})


def _write_opacity(alpha: float, version: str) -> Node | None:
    """Write the opacity: OpenRAVE reads only ``transparency``; most readers of 1.4 need a colour too."""
    if version != "1.4":
        return _write_float("transparency", alpha)
    color = make("color", text=(1.0, 1.0, 1.0, alpha))
    return make("transparent", {"opaque": "A_ONE"}, color) if alpha < 1 else None


def _write_color(tag: str, color: Rgba | None) -> Node | None:
    return make(tag, None, make("color", text=color)) if color is not None else None


def _write_float(tag: str, value: float | None) -> Node | None:
    return make(tag, None, make("float", text=value)) if value is not None else None
