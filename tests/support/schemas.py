"""What machines are told, held against the schemas that come with robotfmt."""

from __future__ import annotations

import json
from importlib.resources import files


def check_record(record: object, name: str) -> None:
    """Hold a record against the schema of a name, and that against what schemas are."""
    import jsonschema

    schema = json.loads((files("robotfmt.schemas") / f"{name}.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(record, schema)
