"""Xacro documents: they are programs, and run only on request.

A xacro file can read files, and with some skill run any code: nothing here makes it safe to run an untrusted one. It
is run by the ``xacro`` package (``pip install 'robotfmt[xacro]'``) in a separate process, with limits on time, memory
and output, without the caller's environment, and behind an audit hook that refuses programs, connections, and files
outside the document's package and the packages that it finds (:mod:`robotfmt.xacro.child`). The hook is hardening,
not a sandbox: Python cannot confine Python. If the system has no resource limits, as on Windows, only time and output
are limited.

Imports ``context`` and below; ``hub`` expands documents with it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..model.record import Options, field


class Xacro(Options):
    """The permission to run documents that use xacro, and their arguments."""

    arguments: Mapping[str, str] = field(default_factory=dict)
    """The values of ``$(arg NAME)``."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """The only variables available to ``$(env NAME)``."""
