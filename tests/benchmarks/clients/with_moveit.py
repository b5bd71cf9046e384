"""The package for MoveIt, without MoveIt: its YAML is parsed, and its launch files are compiled."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from described import Findings, answer


def parse(folder: Path) -> Findings:
    """Return how many files were parsed."""
    yaml, count = import_module("yaml"), 0
    for path in (*folder.rglob("*.yaml"), folder / ".setup_assistant"):
        assert isinstance(yaml.safe_load(path.read_text(encoding="utf-8")), dict), path.name
        count += 1
    for path in folder.rglob("*.launch.py"):
        compile(path.read_text(encoding="utf-8"), path.name, "exec")
        count += 1
    return {"files": count}


if __name__ == "__main__":
    answer(parse)
