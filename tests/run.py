"""Everything that must hold before a change lands: lint, types, tests. Ends with the first failure's exit code.

The programs by others that the results are compared with are installed where that is possible: those from the
package index come with the extra ``test``, and tests that need them fail without them; those of Debian are
installed here where apt is there and may be used, and tests that need them are skipped elsewhere.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEBIAN = (
    "chromium",
    "chromium-driver",
    "collada-urdf-tools",
    "g++",
    "libcollada-parser-dev",
    "libsdformat-dev",
    "liburdfdom-tools",
    "pkg-config",
)
CHECKS = (
    ("-m", "ruff", "check", "."),
    ("-m", "ruff", "format", "--check", "."),
    ("-m", "mypy"),
    ("-m", "pyright", "--pythonpath", sys.executable),
    ("tests/support/warm.py",),
)
ALONE = {"LOKY_MAX_CPU_COUNT": "1", "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
"""Each process works alone: there are as many of them as cores."""
TESTS = ("-m", "pytest", "-q", "-n", str(os.cpu_count() or 1), "--dist", "worksteal")
"""One process more would do the same in more time: each collects the tests and loads the libraries for itself."""

COVERAGE = ("--cov", "--cov-report=term")


def install_oracles() -> None:
    """Install Debian's programs, saying so, as far as that is possible without asking."""
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        print("No system packages are installed: this needs apt-get and root. Some tests skip without them.")
        return
    print("$ apt-get install", *DEBIAN, "(leave out with --no-system-packages)", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (("update",), ("install", "-y", "--no-install-recommends", *DEBIAN)):
        subprocess.run([apt, "-qq", *command], env=environment, capture_output=True, check=False)


def main() -> int:
    """Run lint and types side by side, then the tests."""
    parser = argparse.ArgumentParser(description="Run lint and types, and if they pass, the tests.")
    parser.add_argument(
        "--no-system-packages",
        action="store_true",
        help="install no Debian packages; the tests that compare with them are skipped",
    )
    parser.add_argument("--quick", action="store_true", help='leave out the tests that are marked "slow"')
    parser.add_argument("--coverage", action="store_true", help="show the branches that no test takes (takes longer)")
    options = parser.parse_args()
    if not options.no_system_packages:
        install_oracles()
    environment = {**os.environ, **ALONE, "CI": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of tests start Python: each would compile everything
    quick = ("-m", "not slow") if options.quick else ()
    coverage = COVERAGE if options.coverage else ()
    return run_together(CHECKS, environment) or run_together([(*TESTS, *quick, *coverage)], environment)


def run_together(commands: Sequence[Sequence[str]], environment: Mapping[str, str]) -> int:
    """Run commands of Python side by side; return the exit code of the first that fails."""
    with ExitStack() as stack:
        started = [
            stack.enter_context(subprocess.Popen([sys.executable, *each], cwd=ROOT, env=environment))
            for each in commands
        ]
        for each in commands:
            print("$ python", *each, flush=True)
        return next((code for each in started if (code := each.wait())), 0)


if __name__ == "__main__":
    sys.exit(main())
