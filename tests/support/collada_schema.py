"""The order of children that COLLADA 1.5 asks for, row by row from its schema (``collada_schema_1_5.xsd``)."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

HOME = "{http://www.collada.org/2008/03/COLLADASchema}"

CHILDREN = {
    "COLLADA": "asset library scene extra",
    "asset": "contributor coverage created keywords modified revision subject title unit up_axis extra",
    "contributor": "author author_email author_website authoring_tool comments copyright source_data",
    "extra": "asset technique",
    # kinematics
    "kinematics_model": "asset technique_common technique extra",
    "kinematics_model/technique_common": "newparam joint|instance_joint link formula|instance_formula",
    "joint": "prismatic|revolute extra",
    "revolute": "axis limits",
    "prismatic": "axis limits",
    "limits": "min max",
    "link": "rotate|translate attachment_full|attachment_start|attachment_end",
    "attachment_full": "rotate|translate link",
    "attachment_start": "rotate|translate",
    "attachment_end": "rotate|translate",
    "formula": "newparam target technique_common technique",
    # articulated systems; an axis_info is of kinematics or of motion
    "articulated_system": "asset kinematics|motion extra",
    "kinematics": "instance_kinematics_model technique_common technique extra",
    "kinematics/technique_common": "axis_info frame_origin frame_tip frame_tcp frame_object",
    "motion": "instance_articulated_system technique_common technique extra",
    "motion/technique_common": "axis_info effector_info",
    "axis_info": "bind newparam setparam active locked index limits formula|instance_formula "
    "speed acceleration deceleration jerk",
    "instance_kinematics_model": "bind newparam setparam extra",
    "instance_articulated_system": "bind setparam newparam extra",
    "kinematics_scene": "asset instance_kinematics_model instance_articulated_system extra",
    # scenes
    "scene": "instance_physics_scene instance_visual_scene instance_kinematics_scene extra",
    "instance_kinematics_scene": "asset newparam setparam bind_kinematics_model bind_joint_axis extra",
    "bind_joint_axis": "axis value",
    "visual_scene": "asset node evaluate_scene extra",
    "node": "asset lookat|matrix|rotate|scale|skew|translate instance_camera instance_controller "
    "instance_geometry instance_light instance_node node extra",
    # geometries
    "geometry": "asset convex_mesh|mesh|spline|brep extra",
    "mesh": "source vertices lines|linestrips|polygons|polylist|triangles|trifans|tristrips extra",
    "source": "asset float_array|Name_array|IDREF_array|bool_array|int_array technique_common technique",
    "vertices": "input extra",
    "triangles": "input p extra",
    "bind_material": "param technique_common technique extra",
    # materials
    "image": "asset renderable init_from|create_2d|create_3d|create_cube extra",
    "material": "asset instance_effect extra",
    "effect": "asset annotate newparam profile_COMMON extra",
    "profile_COMMON": "asset newparam technique extra",
    "profile_COMMON/technique": "asset blinn|constant|lambert|phong extra",
    "phong": "emission ambient diffuse specular shininess reflective reflectivity transparent transparency "
    "index_of_refraction",
    # physics
    "physics_model": "asset rigid_body rigid_constraint instance_physics_model extra",
    "rigid_body": "technique_common technique extra",
    "rigid_body/technique_common": "dynamic mass mass_frame inertia instance_physics_material|physics_material shape",
    "mass_frame": "rotate|translate",
    "rigid_constraint": "ref_attachment attachment technique_common technique extra",
    "physics_scene": "asset instance_force_field instance_physics_model technique_common technique extra",
    "instance_physics_model": "instance_force_field instance_rigid_body instance_rigid_constraint extra",
    "instance_rigid_body": "technique_common technique extra",
}
"""By parent, or by its parent and itself: which children stand behind which; those on both sides of a bar mix."""


def slots(row: str) -> dict[str, int]:
    """Where each child of a row belongs."""
    return {tag: place for place, slot in enumerate(row.split()) for tag in slot.split("|")}


def misplaced(root: etree._Element) -> Iterator[str]:
    """Children that stand behind one that belongs behind them; none inside the techniques of extras is looked at."""
    for parent in core(root):
        row = slots(CHILDREN.get(_key(parent)) or CHILDREN.get(tag_of(parent), ""))
        tags = ["library" if tag.startswith("library_") else tag for tag in map(tag_of, parent)]
        places = [row[tag] for tag in tags if tag in row]
        if places != sorted(places):
            yield f"{_key(parent)}: {' '.join(tags)}"


def unlisted(root: etree._Element) -> set[str]:
    """Parents of different children that no row speaks of."""
    own = (each for each in core(root) if each.get("profile") is None)
    mixed = [each for each in own if len(set(map(tag_of, each))) > 1]
    return {_key(each) for each in mixed if _key(each) not in CHILDREN and tag_of(each) not in CHILDREN}


def core(root: etree._Element) -> Iterator[etree._Element]:
    """COLLADA's own elements: what the techniques of profiles hold is theirs, and formulas are MathML's."""
    pending = [root]
    while pending:
        element = pending.pop()
        yield element
        foreign = tag_of(element) == "technique" and element.get("profile") is not None
        pending += [] if foreign else [each for each in element if str(each.tag).startswith(HOME)]


def tag_of(element: etree._Element) -> str:
    """The name of an element, without its namespace if that is COLLADA's."""
    return str(element.tag).removeprefix(HOME)


def _key(element: etree._Element) -> str:
    parent = element.getparent()
    return f"{tag_of(parent)}/{tag_of(element)}" if parent is not None else tag_of(element)
