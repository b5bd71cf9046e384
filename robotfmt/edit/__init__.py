"""Functions from robot to robot, each named by a verb, and small ones from part to part.

Parts that are removed because they refer to removed ones, and possible references to these, are reported if a report is
given. Imports ``facts``, ``formats`` and below; ``hub``, ``planning``, formats and the verb ``edit`` use it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .appearance import clamped_colors, without_collision_materials, without_contact_of_visuals
    from .basing import assume_base, with_base, with_static_base, with_virtual_joint, without_base, without_world
    from .extracting import extract
    from .frames import links_of_frames, on_links
    from .joining import attach
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
    from .locking import lock, lock_constants
    from .lumping import merge_fixed_joints
    from .modifiers import apply_modifiers
    from .naming import prefix, rename, with_unique_names
    from .pairs import pairs_once, spell_out_pairs, with_pairs_of_links
    from .placement import fix_to_world
    from .removing import remove
    from .rooting import reroot
    from .splitting import split
    from .tools import with_tool_links

_HOMES = {
    "apply_modifiers": "modifiers",
    "assume_base": "basing",
    "attach": "joining",
    "ball_axes": "joints",
    "extract": "extracting",
    "fix_to_world": "placement",
    "framed_at_child": "joints",
    "in_a_row": "joints",
    "in_order_of_links": "joints",
    "in_rows": "joints",
    "links_of_frames": "frames",
    "lock": "locking",
    "lock_constants": "locking",
    "loops_in_rows": "joints",
    "merge_fixed_joints": "lumping",
    "on_links": "frames",
    "pairs_once": "pairs",
    "planar_axes": "joints",
    "prefix": "naming",
    "remove": "removing",
    "rename": "naming",
    "reroot": "rooting",
    "screw_axes": "joints",
    "spell_out_pairs": "pairs",
    "split": "splitting",
    "turned_axis": "joints",
    "turned_round": "joints",
    "with_each_joint": "joints",
    "with_frames_at_children": "joints",
    "with_joints": "joints",
    "with_link_on_axis": "joints",
    "with_axes": "joints",
    "with_base": "basing",
    "with_static_base": "basing",
    "with_virtual_joint": "basing",
    "without_base": "basing",
    "without_world": "basing",
    "with_pairs_of_links": "pairs",
    "with_sensors_at_ends": "joints",
    "with_tool_links": "tools",
    "with_types": "joints",
    "without_lumping": "joints",
    "with_unique_names": "naming",
    "clamped_colors": "appearance",
    "without_collision_materials": "appearance",
    "without_contact_of_visuals": "appearance",
    "without_pitch": "joints",
    "without_vacuum": "joints",
}

__all__ = [
    "apply_modifiers",
    "assume_base",
    "attach",
    "ball_axes",
    "clamped_colors",
    "extract",
    "fix_to_world",
    "framed_at_child",
    "in_a_row",
    "in_order_of_links",
    "in_rows",
    "links_of_frames",
    "lock",
    "lock_constants",
    "loops_in_rows",
    "merge_fixed_joints",
    "on_links",
    "pairs_once",
    "planar_axes",
    "prefix",
    "remove",
    "rename",
    "reroot",
    "screw_axes",
    "spell_out_pairs",
    "split",
    "turned_axis",
    "turned_round",
    "with_axes",
    "with_base",
    "with_each_joint",
    "with_frames_at_children",
    "with_joints",
    "with_link_on_axis",
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


def __getattr__(name: str) -> object:
    """Import names on first use: a reader of SRDF needs only one of them."""
    if name not in _HOMES:
        raise AttributeError(f"module 'robotfmt.edit' has no attribute '{name}'")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
