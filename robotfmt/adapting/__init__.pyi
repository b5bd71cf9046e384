# Written by tests/support/stubs.py from the table in __init__.py.

from .appearance import clamped_colors, without_collision_materials, without_contact_of_visuals
from .arms import with_manipulators
from .bases import assume_base, hint_base, with_static_base, with_virtual_joint, without_base, without_world
from .frames import links_of_frames, on_links, with_tool_links
from .holding import lock_constants
from .joints import (
    ball_axes,
    framed_at_child,
    in_a_row,
    in_order_of_links,
    in_rows,
    loops_in_rows,
    planar_axes,
    screw_axes,
    turned_axis,
    turned_round,
    with_axes,
    with_each_joint,
    with_frames_at_children,
    with_joints,
    with_link_on_axis,
    with_sensors_at_ends,
    with_types,
    without_lumping,
    without_pitch,
    without_vacuum,
)
from .pairs import pairs_once, spell_out_pairs, with_pairs_of_links
from .wordless import with_unique_names

__all__ = [
    "assume_base",
    "ball_axes",
    "clamped_colors",
    "framed_at_child",
    "hint_base",
    "in_a_row",
    "in_order_of_links",
    "in_rows",
    "links_of_frames",
    "lock_constants",
    "loops_in_rows",
    "on_links",
    "pairs_once",
    "planar_axes",
    "screw_axes",
    "spell_out_pairs",
    "turned_axis",
    "turned_round",
    "with_axes",
    "with_each_joint",
    "with_frames_at_children",
    "with_joints",
    "with_link_on_axis",
    "with_manipulators",
    "with_pairs_of_links",
    "with_sensors_at_ends",
    "with_static_base",
    "with_tool_links",
    "with_types",
    "with_unique_names",
    "with_virtual_joint",
    "without_base",
    "without_collision_materials",
    "without_contact_of_visuals",
    "without_lumping",
    "without_pitch",
    "without_vacuum",
    "without_world",
]
