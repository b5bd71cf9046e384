"""Make the pictures of the front page: an arm with the spheres that ``robotfmt xrdf`` gives it, and the page in the
browser.

Run ``python docs/make_front_pictures.py`` with the extra ``test``, which brings the robot and selenium, and with
Chromium installed. It writes to ``fixtures/pictures``; on other machines spheres may differ in their last digits.
"""

from __future__ import annotations

import base64
import re
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from robotfmt.cli import main

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "fixtures" / "pictures"
ROBOTS = Path(sysconfig.get_path("purelib")) / "cmeel.prefix" / "share" / "example-robot-data" / "robots"
PANDA = str(ROBOTS / "panda_description" / "urdf" / "panda.urdf")
POSITIONS = (0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785)
"""The pose that Franka calls ready."""
POSE = ",".join(
    [*(f"panda_joint{number}={value}" for number, value in enumerate(POSITIONS, 1)), "panda_finger_joint1=0.03"]
)
SIZE, SECONDS = (1280, 800), 25


def arm(spheres: str) -> None:
    """Draw the arm as it is, and with its spheres."""
    shown = ["--pose", POSE, "--size", "800x500", "--background", "white", "--camera", "35,12"]
    out = ["-o", str(PICTURES / "panda.png"), "--overwrite", "-q"]
    assert main(["render", PANDA, "--beside", PANDA, spheres, *out, *shown]) == 0


def page(spheres: str, folder: Path) -> None:
    """Draw the page of ``robotfmt view`` when it has measured the spheres."""
    sys.path.insert(0, str(ROOT / "tests" / "support"))
    from browser import opened  # the browser of the tests

    command = [sys.executable, "-m", "robotfmt", "view", PANDA, spheres, "--no-browser", "--pose", POSE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            addresses = (re.search(r"http://\S+", line) for line in server.stdout or ())
            address = next(found.group() for found in addresses if found is not None)
            with opened(folder, SIZE) as browser:
                browser.get(address)
                time.sleep(SECONDS)
                shot = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "jpeg", "quality": 80})
                (PICTURES / "view.jpg").write_bytes(base64.b64decode(shot["data"]))
        finally:
            server.terminate()


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        made = str(Path(temporary) / "panda.xrdf")
        assert main(["xrdf", PANDA, "-o", made, "--budget", "60", "-q"]) == 0
        arm(made)
        page(made, Path(temporary) / "browser")
