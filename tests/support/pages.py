"""Pages of robots for the tests, and what they do in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.model import Robot
from robotfmt.viewer.shown import Shown

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

_AROUND = """
const app = window.robotfmt, given = arguments, done = arguments[arguments.length - 1];
(async () => { SCRIPT })().then((found) => done(found ?? null), (error) => done(`failed: ${error.stack}`));
"""


def shown(robot: Robot, caption: str = "robot", report: Report | None = None) -> Shown:
    """A robot as the page shows it."""
    return Shown(robot=robot, caption=caption, report=report, context=Context())


class Page:
    """A page in the browser."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver

    def run(self, script: str, *arguments: object) -> Any:
        """What a script returns, in which ``app`` is the page's own; it may wait."""
        found = self.driver.execute_async_script(_AROUND.replace("SCRIPT", script), *arguments)
        assert not str(found).startswith("failed: "), found
        return found

    def pointer(self, *places: tuple[int, int], drag: bool = False) -> None:
        """Moves the pointer over places of the page; drags it from the first one to the last, or clicks there."""
        from selenium.webdriver import ActionChains

        chain: Any = ActionChains(self.driver, duration=30)
        pointer: Any = chain.w3c_actions.pointer_action
        for i, (x, y) in enumerate(places):
            pointer.move_to_location(x, y)
            if drag and i == 0:
                pointer.pointer_down()
        if drag:
            pointer.pointer_up()
        chain.perform()

    @property
    def complaints(self) -> list[str]:
        """What the browser said since this was asked last."""
        return [each["message"] for each in self.driver.get_log("browser")]  # type: ignore[no-untyped-call]


Open = Callable[..., Page]
