"""The two spellings of keys: ``joint_axis`` and ``jointAxis``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from robotfmt.documents.yaml.compose import Item, Tree

_WORD_END = re.compile(r"_([a-z0-9])")
_NEW_WORD = re.compile(r"(?<=[a-z0-9])([A-Z])")
_ONLY_SNAKE = (
    *("joint_name", "max_joint_effort", "optical_frame", "specular_exponent", "is_optional"),
    *("translation_in_link1", "rotation_in_link1", "translation_in_link2", "rotation_in_link2"),
    *("collision_detection_rules", "disabled_link_chain_level", "disabled_link_group", "disabled_links"),
    *("enabled_link_group", "enabled_links"),
)
"""Keys that Choreonoid knows in one spelling only."""


def camel(key: str) -> str:
    """Return a key in the spelling of format version 1: ``jointAxis``."""
    return _WORD_END.sub(lambda found: found.group(1).upper(), key)


def snake(key: str) -> str:
    """Return a key in the spelling of format version 2: ``joint_axis``."""
    return _NEW_WORD.sub(lambda found: f"_{found.group(1).lower()}", key)


def respelt(tree: Tree) -> Tree:
    """Return a writer's tree with its keys spelt as in version 1, but for those that it does not have."""
    match tree:
        case Item():
            return replace(tree, value=respelt(tree.value))
        case str():
            return tree
        case Mapping():
            return {key if key in _ONLY_SNAKE else camel(key): respelt(each) for key, each in tree.items()}
        case Sequence():
            return [respelt(each) for each in tree]
    return tree
