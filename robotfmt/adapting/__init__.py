"""Steps from robot to robot, and from part to part, with which formats adapt a robot to what their documents can hold.

They report no changes: the format does. Names are imported on first use: a reader of SRDF needs only one. Imports
``kinematics`` and below; formats, ``edit`` and everything above use it.
"""

from __future__ import annotations

from ..lazy import export

_EXPORTS = {
    "appearance": "clamped_colors without_collision_materials without_contact_of_visuals",
    "arms": "with_manipulators",
    "bases": "assume_base hint_base with_static_base with_virtual_joint without_base without_world",
    "frames": "links_of_frames on_links with_frames_on_links with_tool_links",
    "holding": "lock_constants",
    "joints": (
        "ball_axes framed_at_child in_a_row in_order_of_links in_rows loops_in_rows planar_axes screw_axes "
        "turned_axis turned_round with_axes with_each_joint with_frames_at_children with_joints with_link_on_axis "
        "with_one_root with_sensors_at_ends with_types without_lumping without_pitch without_vacuum"
    ),
    "pairs": "pairs_once spell_out_pairs with_pairs_of_links",
    "wordless": "with_unique_names",
}
__getattr__, __dir__, __all__ = export(__name__, _EXPORTS)
