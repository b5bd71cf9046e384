"""The refusal of a stage."""

from __future__ import annotations


class Refused(Exception):
    """The stage is not opened."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(kind, message)
        self.kind, self.message = kind, message

    def __str__(self) -> str:
        return self.message
