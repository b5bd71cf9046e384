"""The refusal of a stage."""

from __future__ import annotations


class Refused(Exception):
    """The stage is not opened."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
