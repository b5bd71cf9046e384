"""OpenUSD's modules, each imported when it is first used: ``pxr.UsdGeom``. They have no types."""

from __future__ import annotations

from typing import Any

from programs import oracle


class _Modules:
    """The modules as attributes."""

    def __getattr__(self, name: str) -> Any:
        return oracle(f"pxr.{name}")


pxr = _Modules()
