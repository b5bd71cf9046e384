"""The contract of all formats, as tests, for formats of robotfmt and of third parties.

:func:`contract` gives the clauses, one test each; :func:`check_format` checks them all. It needs no pytest. Imports
``hub`` and below; only tests use it.
"""

from __future__ import annotations

from .bench import Bench, Sample, unfaithful
from .contract import BrokenContract, Clause, check_format, contract

__all__ = ["Bench", "BrokenContract", "Clause", "Sample", "check_format", "contract", "unfaithful"]


def __dir__() -> list[str]:
    return __all__
