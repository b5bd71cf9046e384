"""The order of siblings that COLLADA's schema requires.

It is the same order wherever two elements meet, so one list suffices (``collada_schema_1_5.xsd``; elements on the
same line here have no order). Readers generated from the schema drop elements that are out of order.
"""

from __future__ import annotations

_LINES = (
    "asset",
    # asset, and contributor in it
    *("contributor", "coverage", "created", "keywords", "modified", "revision", "subject", "title"),
    *("unit", "up_axis"),
    *("author", "author_email", "author_website", "authoring_tool", "comments", "copyright", "source_data"),
    # parameters
    *("annotate", "bind", "newparam setparam"),
    # the document
    "library_animation_clips library_animations library_articulated_systems library_cameras library_controllers "
    "library_effects library_force_fields library_formulas library_geometries library_images library_joints "
    "library_kinematics_models library_kinematics_scenes library_lights library_materials library_nodes "
    "library_physics_materials library_physics_models library_physics_scenes library_visual_scenes",
    "scene",
    *("instance_physics_scene", "instance_visual_scene", "instance_kinematics_scene"),
    # nodes and links
    "lookat matrix rotate scale skew translate",
    "attachment_full attachment_start attachment_end",
    *("instance_camera", "instance_controller", "instance_geometry", "instance_light", "instance_node"),
    *("node", "evaluate_scene"),
    # kinematics
    *("active", "locked", "index"),
    *("prismatic revolute", "axis", "value", "limits", "min", "max"),
    *("joint instance_joint", "link", "target", "formula instance_formula"),
    *("instance_kinematics_model", "instance_articulated_system", "bind_kinematics_model", "bind_joint_axis"),
    *("axis_info", "frame_origin", "frame_tip", "frame_tcp", "frame_object", "effector_info"),
    *("speed", "acceleration", "deceleration", "jerk"),
    # physics
    *("dynamic", "mass", "mass_frame", "inertia", "instance_physics_material physics_material", "shape"),
    *("rigid_body", "ref_attachment", "attachment", "rigid_constraint"),
    *("instance_force_field", "instance_physics_model", "instance_rigid_body", "instance_rigid_constraint"),
    # meshes and materials
    "token_array IDREF_array Name_array bool_array float_array int_array SIDREF_array",
    *("source", "vertices", "input", "p"),
    "lines linestrips polygons polylist triangles trifans tristrips",
    "convex_mesh mesh spline brep",
    *("instance_effect", "profile_COMMON", "renderable", "init_from create_2d create_3d create_cube"),
    *("emission", "ambient", "diffuse", "specular", "shininess", "reflective", "reflectivity"),
    *("transparent", "transparency", "index_of_refraction"),
    # everywhere
    *("technique_common", "technique", "extra"),
)
ORDER = {tag: place for place, line in enumerate(_LINES) for tag in line.split()}
