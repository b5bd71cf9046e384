"""Functions from robot to robot, each named by a verb, and small ones from part to part.

Parts that are removed because they refer to removed ones, and possible references to these, are reported if a report is
given. Names are imported on first use: a reader of SRDF needs only one. Imports ``facts``, ``formats`` and below;
``hub``, ``planning``, formats and the verb ``edit`` use it.
"""

from __future__ import annotations

from ..lazy import export

_EXPORTS = {
    "appearance": "clamped_colors without_collision_materials without_contact_of_visuals",
    "basing": "assume_base with_base with_static_base with_virtual_joint without_base without_world",
    "extracting": "extract",
    "frames": "links_of_frames on_links",
    "joining": "attach",
    "joints": (
        "ball_axes framed_at_child in_a_row in_order_of_links in_rows loops_in_rows planar_axes screw_axes turned_axis "
        "turned_round with_axes with_each_joint with_frames_at_children with_joints with_link_on_axis "
        "with_sensors_at_ends with_types without_lumping without_pitch without_vacuum"
    ),
    "locking": "lock lock_constants",
    "lumping": "merge_fixed_joints",
    "modifiers": "apply_modifiers",
    "naming": "prefix rename with_unique_names",
    "pairs": "pairs_once spell_out_pairs with_pairs_of_links",
    "placement": "fix_to_world",
    "removing": "remove",
    "rooting": "reroot",
    "splitting": "split",
    "tools": "with_tool_links",
}
__getattr__, __dir__, __all__ = export(__name__, _EXPORTS)
