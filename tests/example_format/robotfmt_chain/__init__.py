"""Chain: links and joints in a row of elements."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity
from robotfmt.documents.xml.prolog import root_name
from robotfmt.formats import Carries, Feature, Format

NOT_CHAIN = Code("chain.not-a-chain", Severity.ERROR, "The root element is not <chain>.")
STIFF = Code("chain.stiff", Severity.WARNING, "Chain has no such joint; it is fixed.", fate=Fate.APPROXIMATED)


def _sniff(data: bytes) -> bool:
    return root_name(data) == "chain"


FORMAT = Format(
    name="chain",
    title="Links and joints in a row",
    versions=("1",),
    suffixes=(".chain",),
    sniff=_sniff,
    carries={
        Feature.NAME: Carries.FULL,
        Feature.LINKS: Carries.FULL,
        Feature.JOINTS: Carries.PARTIAL,
        Feature.LIMITS: Carries.PARTIAL,
        Feature.EXTENSIONS: Carries.FULL,
    },
    read="robotfmt_chain.reader:read",
    adapt="robotfmt_chain.writer:adapt",
    write="robotfmt_chain.writer:write",
    codes=(NOT_CHAIN, STIFF),
)
