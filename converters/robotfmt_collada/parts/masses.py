"""Physics: the masses of the links, in rigid bodies that are bound to their nodes.

A rigid body gives three principal moments in its ``mass_frame``. That frame is relative to the node that
``instance_physics_model`` names as ``parent``; some programs name the node around the robot but mean the first link.
Inertia is not scaled by the unit of length, because no consumer scales it.
"""

from __future__ import annotations

from collections.abc import Collection

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.kinematics.tree import poses_at_zero
from robotfmt.model import (
    IDENTITY3,
    Inertia,
    Inertial,
    Link,
    Matrix3,
    Pose,
    Robot,
    Rotation,
    RotationMatrix,
    Vector3,
    compose,
    cross,
    inverse,
    multiply,
)
from robotfmt.model.record import replace

from ..codes import MASS_FRAME, NO_MASS, UNRESOLVED
from ..document.claims import claim, claim_below
from ..document.producer import MASSES_FROM_ROOT_LINK, ROBOTFMT
from ..document.transforms import TAGS, full_pose, read_pose, relative
from .body import Body, Ids, LinkDraft
from .nodes import NodeDraft, node_id, within
from .scene import Scene

_NO_MASS = 1e-10
"""The mass in kilograms that OpenRAVE writes for a link without a body."""


def read_physics(body: Body, scene: Scene, above: NodeDraft | None) -> None:
    """Read the masses of the links of a body.

    Args:
        above: The node with the frame of the body.
    """
    links = {link.node: link for link in body.links.values() if link.node is not None}
    for instance in (child for each in scene.physics for child in each.children):
        if instance.tag == "instance_physics_model":
            for root in _concerned(body, scene, instance, links):
                _read_model(body, scene, instance, links, above, root)


def _concerned(body: Body, scene: Scene, instance: Element, links: dict[Element, LinkDraft]) -> list[LinkDraft]:
    """Return the roots of the models of an instance; the first root if it names no nodes."""
    found: dict[LinkDraft, None] = {}
    for near in body.roots if scene.is_inner(instance) else body.roots[:1]:
        targets = [scene.target(each, "target", near.node) for each in instance.children]
        mine = [links[target] for target in targets if target in links]
        if mine or not any(targets):
            found[body.root_of(mine[0]) if mine else body.roots[0]] = None
    return list(found)


def _read_model(
    body: Body,
    scene: Scene,
    instance: Element,
    links: dict[Element, LinkDraft],
    above: NodeDraft | None,
    root: LinkDraft,
) -> None:
    """Read the rigid bodies of a physics model into the links that their nodes belong to, or that have their names."""
    claim(instance)
    model = body.index.instanced(instance)
    if model is None:
        body.index.report_missing(instance, "physics model")
        return
    claim(model)
    rigid = {each.peek("sid"): each for each in model.children_of("rigid_body")}
    base = _base(body, scene, instance, above, root)
    for bound in instance.children_of("instance_rigid_body"):
        claim(bound)
        element = rigid.get(bound.peek("body"))
        link = links.get(scene.target(bound, "target", root.node) or bound)
        if link is None and element is not None:
            link = body.links.get(element.peek("name") or "")
        if link is None or element is None:
            bound.report(UNRESOLVED, f"the rigid body '{bound.peek('body')}' belongs to no link")
            continue
        body.rigid[bound] = link.name
        _read_body(body, link, element, bound, compose(inverse(link.frame), base))


def _base(body: Body, scene: Scene, instance: Element, above: NodeDraft | None, root: LinkDraft) -> Pose:
    """Return the reference frame of mass frames, in the body."""
    parent = scene.nodes.get(scene.target(instance, "parent", root.node) or instance)
    producer = body.producer(instance)
    if parent is None or producer.mass_frame == "root_link":
        return root.frame
    if producer.mass_frame == "auto" and parent.owner is None and producer.tool in MASSES_FROM_ROOT_LINK:
        message = f"mass frames are relative to link '{root.name}', as in files by '{producer.tool}'"
        instance.report(MASS_FRAME, message, "parent")
        return root.frame
    return within(parent, above)


def _read_body(body: Body, link: LinkDraft, element: Element, bound: Element, base: Pose) -> None:
    claim(element)
    common = element.child("technique_common")
    instanced = bound.child("technique_common")
    if common is None:
        return
    # OpenRAVE reads <dynamic> of the rigid body; its specification (Notes/Usage) has it in the instance.
    for part in (common, instanced, bound):
        dynamic = part.child("dynamic") if part is not None else None
        moves = dynamic.text_boolean() if dynamic is not None else None
        if moves is not None:
            link.static = True if not moves else link.static
    mass, inertia, frame = (common.child(tag) for tag in ("mass", "inertia", "mass_frame"))
    moments = inertia.text_numbers(3) if inertia is not None else None
    pose = read_pose(frame, body.index.unit(frame)) if frame is not None else None
    _claim_shapes(common)
    weight = mass.text_number() if mass is not None else None
    if weight == _NO_MASS and body.producer(element).tool != ROBOTFMT:
        element.report(NO_MASS, f"the mass of '{link.name}' is OpenRAVE's placeholder for no mass")
        return
    if mass is None and inertia is None:
        return
    link.inertial = Inertial(
        origin=element.origin,
        mass=weight,
        pose=relative(inverse(base), pose or Pose()),
        inertia=_diagonal(moments, element) if moments is not None else None,
    )


def _claim_shapes(common: Element) -> None:
    """Claim the shapes, which repeat the geometry of the node for simulators that read them here."""
    for shape in common.children_of("shape"):
        claim_below(shape, "instance_geometry", *TAGS)
        for child in shape.children:
            if child.tag in TAGS:
                child.take_text()


def _diagonal(moments: tuple[float, ...], element: Element) -> Inertia:
    xx, yy, zz = moments
    return Inertia(origin=element.origin, ixx=xx, ixy=0.0, ixz=0.0, iyy=yy, iyz=0.0, izz=zz)


# Writing


def write_physics(
    robot: Robot, ids: Ids, shapes: dict[str, list[str]], grabbed: Collection[str]
) -> tuple[Node, Node] | None:
    """Return the physics model of a robot and its instance; None for one without masses.

    Args:
        shapes: The ids of the geometries of each link.
        grabbed: The links at which other robots of the scene grab this one.
    """
    frames = poses_at_zero(robot)
    named = {name for grab in robot.grabs for name in (grab.link, *grab.ignored_links)} | {*grabbed}
    massive = [link for link in robot.links if link.inertial is not None or link.static or link.name in named]
    bodies = [_write_body(link, ids, frames.get(link.name, Pose()), shapes.get(link.name, [])) for link in massive]
    if not massive:
        return None
    model = make("physics_model", {"id": ids.physics, "name": robot.name}, *bodies)
    bound = [_write_bound(link, ids) for link in massive]
    root = next(iter(frames), None)
    parent = f"#{node_id(ids, root)}" if root is not None else None
    attributes = {"url": f"#{ids.physics}", "sid": f"{ids.physics}_inst", "parent": parent}
    return model, make("instance_physics_model", attributes, *bound)


def _write_bound(link: Link, ids: Ids) -> Node:
    name = rigid_sid(ids, link.name)
    attributes: dict[str, str | None] = {"body": name, "sid": name, "target": f"#{node_id(ids, link.name)}"}
    return make("instance_rigid_body", attributes, make("technique_common"))


def rigid_reference(ids: Ids, link: str) -> str:
    """Return the reference to the rigid body of a link in the scene."""
    return f"{ids.physics}_inst/{rigid_sid(ids, link)}"


def rigid_sid(ids: Ids, link: str) -> str:
    """Return the sid of the rigid body of a link, and of its instance."""
    return "rigid" + ids.links[link].removeprefix("link")


def _write_body(link: Link, ids: Ids, frame: Pose, shapes: list[str]) -> Node:
    inertial = link.inertial or Inertial()
    moments, turn = principal(inertial)
    pose = Pose(inertial.pose.position if inertial.pose is not None else None, turn)
    common = make(
        "technique_common",
        None,
        make("dynamic", text="false" if link.static else "true"),
        make("mass", text=inertial.mass) if inertial.mass is not None else None,
        make("mass_frame", None, *full_pose(compose(frame, pose))),
        make("inertia", text=moments) if moments is not None else None,
        *(make("shape", None, make("instance_geometry", {"url": f"#{each}"})) for each in shapes),
    )
    return make("rigid_body", {"sid": rigid_sid(ids, link.name), "name": link.name}, common)


def principal(inertial: Inertial) -> tuple[Vector3 | None, Rotation | None]:
    """Return the principal moments of an inertia, and the rotation of their axes in the link."""
    rotation = inertial.pose.rotation if inertial.pose is not None else None
    rows = inertial.inertia.rows if inertial.inertia is not None else None
    if rows is None:
        return None, rotation
    if not any((rows[0][1], rows[0][2], rows[1][2])):
        return (rows[0][0], rows[1][1], rows[2][2]), rotation
    moments, axes = eigen(rows)
    frame = inertial.pose.matrix if inertial.pose is not None else IDENTITY3
    return moments, RotationMatrix(multiply(frame, axes))


def eigen(rows: Matrix3) -> tuple[Vector3, Matrix3]:
    """Return the eigenvalues of a symmetric matrix, and its eigenvectors as the columns of a rotation."""
    import numpy as np

    values, vectors = np.linalg.eigh(np.array(rows))
    first, second = ((float(vectors[0, i]), float(vectors[1, i]), float(vectors[2, i])) for i in (0, 1))
    third = cross(first, second)
    columns = tuple(zip(first, second, third, strict=True))
    return (float(values[0]), float(values[1]), float(values[2])), (columns[0], columns[1], columns[2])


def without_mass(link: Link) -> Link:
    """Return the link; an inertia with unknown entries, and the pose of an empty inertial, are removed."""
    inertial = link.inertial
    if inertial is None:
        return link
    inertia = inertial.inertia if inertial.inertia is not None and inertial.inertia.rows is not None else None
    if inertia is None and inertial.mass is None:
        return replace(link, inertial=None)
    return link if inertia is inertial.inertia else replace(link, inertial=replace(inertial, inertia=inertia))
