"""Checks of the parts of models: what Gazebo requires of inertias, materials, mimics and plugins."""

from __future__ import annotations

import math

from robotfmt.codes import BAD_WORD
from robotfmt.diagnostics import Report
from robotfmt.documents.xml.element import Element
from robotfmt.model import Inertia, Inertial, Link, Robot
from robotfmt.validation.inertia import check_inertial

from ..codes import AUTO_INERTIA, MATERIAL, PLUGIN_NAME
from ..document.keys import NAMES
from .values import number

TRUE = ("true", "1")
_ASSUMED = {"ixx": 1.0, "ixy": 0.0, "ixz": 0.0, "iyy": 1.0, "iyz": 0.0, "izz": 1.0}
"""The entries, in kg m^2, of a tensor that does not give them."""
# The default of <mass> in SDF, in kg.
_ASSUMED_MASS = 1.0
_WITH_VOLUME = ("box", "capsule", "cone", "cylinder", "ellipsoid", "sphere", "mesh")


def check_inertia(link: Element, report: Report) -> None:
    """Report an inertia that is impossible with what SDF assumes, or that Gazebo cannot compute."""
    inertial = link.find("inertial")
    if inertial is None:
        return
    if (inertial.peek("auto") or "").strip().lower() in TRUE:
        _check_computed(link, inertial)
    else:
        _check_assumed(link, inertial, report)


def _check_computed(link: Element, inertial: Element) -> None:
    name, shapes = link.peek("name"), link.findall("collision")
    what = f"the inertia of link '{name}' is to be computed from its shapes"
    if not shapes:
        inertial.report(AUTO_INERTIA, f"{what}, and it has no <collision>; Gazebo refuses the document")
    for each in shapes:
        geometry = each.find("geometry")
        if geometry is None or not any(inner.tag in _WITH_VOLUME for inner in geometry.children):
            message = f"{what}, and the collision '{each.peek('name')}' has no volume"
            each.report(AUTO_INERTIA, f"{message}; Gazebo refuses the document")


def _check_assumed(link: Element, inertial: Element, report: Report) -> None:
    """Check a tensor of which entries or the mass are not given; others are checked in the robot."""
    tensor, mass = inertial.find("inertia"), number(inertial.find("mass"))
    if tensor is None:
        return
    given = {tag: number(tensor.find(tag)) for tag in _ASSUMED}
    if mass is None or None in given.values():
        entries = {tag: _ASSUMED[tag] if value is None else value for tag, value in given.items()}
        whole = Inertial(
            mass=_ASSUMED_MASS if mass is None else mass,
            inertia=Inertia(origin=tensor.origin, **entries),
        )
        check_inertial(Link(name=link.peek("name") or ""), whole, math.inf, report)


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


_AXES = ("axis", "axis2")


def check_mimics(model: Element) -> None:
    """Report axes that joints of a model mimic and that the joints of these names do not have."""
    joints = {each.peek("name"): each for each in model.findall("joint")}
    for joint in joints.values():
        for axis in (joint.find(tag) for tag in _AXES):
            mimic = axis.find("mimic") if axis is not None else None
            leader = joints.get(mimic.peek("joint")) if mimic is not None else None
            if mimic is not None and leader is not None and leader.peek("type") != "fixed":
                _check(joint, mimic, leader)


def _check(joint: Element, mimic: Element, leader: Element) -> None:
    word = mimic.peek("axis") or "axis"
    found = [tag for tag in _AXES if leader.find(tag) is not None]
    if word not in found:
        mimic.report(
            BAD_WORD,
            f"joint '{joint.peek('name')}' mimics the axis '{word}' of joint '{leader.peek('name')}'; "
            f"expected {' or '.join(found) or 'a joint with an axis'}; Gazebo refuses the document",
            "axis" if mimic.peek("axis") is not None else None,
        )


_KINDS = {
    tag: kind
    for tag, kind in NAMES.items()
    if tag.endswith(("joint", "Joint", "joint_name", "jointName", "link_name", "linkName", "bodyName"))
    and "@" not in tag
}


def check_plugins(root: Element, robot: Robot) -> None:
    """Report joints and links that plugins name and that the document does not have.

    A document that includes others is not examined: its parts are not all known here.
    """
    if any(each.tag == "include" for each in root.iter()):
        return
    known = {(each.tag, each.peek("name") or "") for each in root.iter() if each.tag in ("link", "joint")}
    known |= {("link", name) for name in robot.link_by_name} | {("joint", name) for name in robot.joint_by_name}
    for plugin in root.iter():
        if plugin.tag == "plugin":
            _check_plugin(plugin, known)


def _check_plugin(plugin: Element, known: set[tuple[str, str]]) -> None:
    for leaf in plugin.iter():
        kind, name = _KINDS.get(leaf.tag), leaf.text.strip()
        plain = name.rpartition("::")[2]
        if kind is not None and plain and not leaf.children and (kind, plain) not in known:
            called = plugin.peek("name") or plugin.peek("filename")
            leaf.report(PLUGIN_NAME, f"plugin '{called}' names the {kind} '{name}', which does not exist")
