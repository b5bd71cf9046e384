"""OpenUSD's own modules, for the others here. It counts its threads when it is imported: the process may have one.

Its bindings are made in C++ and have no types.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

Sdf: Any = import_module("pxr.Sdf")
Tf: Any = import_module("pxr.Tf")
Usd: Any = import_module("pxr.Usd")
UsdGeom: Any = import_module("pxr.UsdGeom")
UsdPhysics: Any = import_module("pxr.UsdPhysics")
UsdShade: Any = import_module("pxr.UsdShade")
UsdUtils: Any = import_module("pxr.UsdUtils")
