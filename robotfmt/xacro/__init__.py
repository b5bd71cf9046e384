"""Xacro: documents that are programs, and are run only when that is asked for.

A xacro file can read files, and with some skill run any code: nothing here makes running one safe that is not trusted.
It is run by the ``xacro`` package (``pip install 'robotfmt[xacro]'``) in a process of its own, with limits on time,
memory and output, without the caller's environment, and behind an audit hook that refuses programs, connections, and
files outside of the document's package and of those that it finds (:mod:`robotfmt.xacro.child`). The hook is a
hardening, not a sandbox: Python cannot confine Python. Where the system has no resource limits, as on Windows, only
time and output are limited.

Imports ``context`` and below; ``hub`` expands documents with it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..model.record import Options, field


class Xacro(Options):
    """That documents which use xacro may be run, and what they are given."""

    arguments: Mapping[str, str] = field(default_factory=dict)
    """What ``$(arg NAME)`` stands for."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """The only variables that ``$(env NAME)`` knows."""
