"""Checks of materials: Gazebo's requirements for scripts and shaders."""

from __future__ import annotations

from robotfmt.documents.xml.element import Element

from ..codes import MATERIAL

_SHADERS = ("vertex", "pixel", "normal_map_object_space", "normal_map_tangent_space")


def check_material(material: Element) -> None:
    """Report a script without an address or a name, and a shader that lacks something."""
    for script in material.findall("script"):
        for tag in ("uri", "name"):
            leaf = script.find(tag)
            if leaf is None or not leaf.text.strip():
                script.report(MATERIAL, f"<script> has no <{tag}>; Gazebo refuses the document")
    for shader in material.findall("shader"):
        _check_shader(shader)


def _check_shader(shader: Element) -> None:
    kind = (shader.peek("type") or "pixel").strip()
    if kind not in _SHADERS:
        shader.report(MATERIAL, f"<shader> has the type '{kind}', which SDF does not have", "type")
    elif kind.startswith("normal_map") and shader.find("normal_map") is None:
        shader.report(MATERIAL, f"<shader type='{kind}'> has no <normal_map>")
