"""Compiling functions at their first use is seen; loading them is not."""

from __future__ import annotations

import numba
import pytest

from robotfmt.mesh.compiled import watching_compilation


def test_compiling_is_seen_once() -> None:
    begun: list[str] = []
    double = numba.njit(lambda number: 2 * number)  # kept nowhere, so that each process compiles it
    with watching_compilation(lambda: begun.append("double")):
        assert double(2) == 4
        assert begun == ["double"]
        assert double(3) == 6
    assert begun == ["double"]


def test_nothing_is_seen_afterwards() -> None:
    with watching_compilation(lambda: pytest.fail("compiled while nothing was watched")):
        pass
    assert numba.njit(lambda number: 3 * number)(2) == 6
