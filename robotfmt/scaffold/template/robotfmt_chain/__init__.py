"""Chain: links and joints in a row of elements."""

from __future__ import annotations

from robotfmt.documents.xml.prolog import root_name
from robotfmt.formats import Carries, Feature, Format


def _sniff(data: bytes) -> bool:
    return root_name(data) == "chain"


FORMAT = Format(
    name="chain",
    title="chains of links and joints",
    versions=("1",),
    suffixes=(".chain",),
    sniff=_sniff,
    carries={
        Feature.NAME: Carries.FULL,
        Feature.LINKS: Carries.FULL,
        Feature.JOINTS: Carries.FULL,
        Feature.SPECIAL_JOINTS: Carries.PARTIAL,
        Feature.LIMITS: Carries.FULL,
        Feature.EXTENSIONS: Carries.PARTIAL,
    },
    read="robotfmt_chain.reader:read",
    adapt="robotfmt_chain.writer:adapt",
    write="robotfmt_chain.writer:write",
    names={"link@name": "link", "joint@name": "joint", "joint@parent": "link", "joint@child": "link"},
    codes="robotfmt_chain.codes:CODES",
)
