"""SMURF and SMURFS: URDFs with annotations in YAML, and scenes of them (Phobos, MARS, Rock, hyrodyn). Read only."""

from __future__ import annotations

import re

from robotfmt.formats import Format

from .codes import CODES

_SNIFFED = 20_000
_MODEL = re.compile(rb"""^[ \t{]*["']?modelname["']?[ \t]*:""", re.MULTILINE)
_SCENE = re.compile(rb"""^[ \t{]*["']?(?:entities|smurfs)["']?[ \t]*:""", re.MULTILINE)
_SECTIONS = re.compile(rb"""^[ \t{]*["']?(?:submechanisms|motors|poses)["']?[ \t]*:""", re.MULTILINE)


def _sniff(data: bytes) -> bool:
    head = data[:_SNIFFED]
    if b"\0" in head:
        return False
    files = b"files" in head and _MODEL.search(head) is not None
    return files or (_SCENE.search(head) is not None and b"smurf" in head)


def _sniff_annotations(data: bytes) -> bool:
    return _SECTIONS.search(data[:_SNIFFED]) is not None and not _sniff(data)


FORMAT = Format(
    name="smurf",
    title="SMURF models, SMURFS scenes",
    versions=("1",),
    suffixes=(".smurf", ".smurfs"),
    sniff=_sniff,
    carries={},
    read="robotfmt_smurf.reader:read",
    read_world="robotfmt_smurf.reader:read_world",
    codes=CODES,
)

ANNOTATIONS = Format(
    name="hyrodyn",
    title="annotations of SMURF and hyrodyn",
    versions=("1",),
    suffixes=(".yml", ".yaml"),
    sniff=_sniff_annotations,
    overlay=True,
    carries={},
    read="robotfmt_smurf.reader:read",
)
"""The sections of a SMURF model in a document of their own, which add to a URDF."""
