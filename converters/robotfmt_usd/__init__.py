"""OpenUSD stages with UsdPhysics, which Isaac Sim, Isaac Lab, Newton and MuJoCo read. Read only."""

from __future__ import annotations

from robotfmt.formats import Format

_STARTS = (b"#usda ", b"PXR-USDC")


def _sniff(data: bytes) -> bool:
    return data.startswith(_STARTS) or (data.startswith(b"PK\x03\x04") and b".usd" in data[:200])


FORMAT = Format(
    name="usd",
    title="OpenUSD stages",
    versions=("1.0",),
    suffixes=(".usda", ".usd", ".usdc", ".usdz"),
    sniff=_sniff,
    carries={},
    read="robotfmt_usd.reader:read",
    read_world="robotfmt_usd.reader:read_world",
    read_mesh="robotfmt_usd.parts.meshes:read_mesh",
    check="robotfmt_usd.check:check",
    codes="robotfmt_usd.codes:CODES",
)
