"""Generic walks over the model's records."""

from __future__ import annotations

from collections.abc import Iterator

from .record import Record


def fields_said(it: object) -> Iterator[tuple[str, object]]:
    """Yield the fields of a record that have a value (neither None nor empty) and take part in comparisons."""
    assert isinstance(it, Record)
    for name in it.compared_fields:
        value = getattr(it, name)
        if value is not None and value != ():
            yield name, value
