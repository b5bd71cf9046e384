"""Everything that must hold before a change lands: lint, types, tests. Ends with the first failure's exit code.

The programs by others that the results are compared with are installed where that is possible: those from the
package index come with the extra ``test``, and tests that need them fail without them; those of Debian are
installed here where apt is there and may be used, and tests that need them are skipped elsewhere.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEBIAN = (
    "chromium",
    "chromium-driver",
    "collada-urdf-tools",
    "g++",
    "libcollada-parser-dev",
    "liburdfdom-tools",
)
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("pyright", "--pythonpath", sys.executable),
    ("pytest", "-q", "-n", "auto", "--dist", "worksteal"),
)


def install_oracles() -> None:
    """Install Debian's programs, as far as that is possible without asking."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (("update",), ("install", "-y", "--no-install-recommends", *DEBIAN)):
        subprocess.run([apt, "-qq", *command], env=environment, capture_output=True, check=False)


def main() -> int:
    """Run every check; the first that fails ends it."""
    install_oracles()
    environment = {**os.environ, "CI": "1"}
    for check in CHECKS:
        print("$", *check, flush=True)
        code = subprocess.run(
            [sys.executable, "-m", *check], cwd=ROOT, env=environment, check=False
        ).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
