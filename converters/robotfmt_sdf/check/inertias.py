"""Checks of inertias: entries that are not given, which SDF assumes, and inertia that Gazebo cannot compute."""

from __future__ import annotations

import math

from robotfmt.diagnostics import Report
from robotfmt.documents.xml.element import Element
from robotfmt.model import Inertia, Inertial, Link
from robotfmt.validation.inertia import check_inertial

from ..codes import AUTO_INERTIA
from .numbers import number

TRUE = ("true", "1")
_ASSUMED = {"ixx": 1.0, "ixy": 0.0, "ixz": 0.0, "iyy": 1.0, "iyz": 0.0, "izz": 1.0}
"""The entries, in kg m^2, of a tensor that does not give them."""
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
