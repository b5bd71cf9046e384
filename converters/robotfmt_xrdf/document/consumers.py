"""The programs that read XRDF, and the versions that each reads completely; ``PORTABLE`` represents all of them.

Their reactions to findings are in :mod:`robotfmt.targets.nvidia`; other deviations are in ``for_consumer``.
"""

from __future__ import annotations

PORTABLE = "portable"
CUMOTION, CUROBO, ISAACSIM = "cumotion", "curobo", "isaacsim"
CONSUMERS = {CUMOTION: ("1.0", "2.0"), CUROBO: ("1.0",), ISAACSIM: ("1.0", "2.0")}
