"""The code in the guide to formats is that of the example, which is tested."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
GUIDE = (HERE.parents[1] / "converters" / "README.md").read_text(encoding="utf-8")


def test_the_modules_in_the_guide_are_those_of_the_example() -> None:
    found = re.findall(r"`(robotfmt_chain/\w+\.py)`:\n\n```python\n(.*?)```", GUIDE, re.DOTALL)
    assert {name for name, _ in found} == {
        f"robotfmt_chain/{each.name}" for each in (HERE / "robotfmt_chain").glob("*.py")
    }
    for name, text in found:
        assert (HERE / name).read_text(encoding="utf-8") == text, name


def test_so_are_its_tests() -> None:
    text = GUIDE[GUIDE.index("For the example:") :].split("```python\n")[1].split("```")[0]
    assert (HERE / "test_chain.py").read_text(encoding="utf-8") == text
