"""How long light commands take, against importing lxml and parsing the same document.

Run it by hand: ``python tests/benchmarks/start_up.py``. It prints processor time, the least of many runs of each taken
in turn, and the ratio to the peer. It wants the compiled files of an ordinary installation: without them (with
PYTHONDONTWRITEBYTECODE, say) every run compiles everything anew.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

ARM = Path(__file__).resolve().parents[2] / "fixtures" / "arm6" / "arm6.urdf"
RUNS = 20
ROBOTFMT = [sys.executable, "-c", "import sys; from robotfmt.cli import main; sys.exit(main(sys.argv[1:]))"]
PEER = [sys.executable, "-c", f"import lxml.etree; lxml.etree.parse({str(ARM)!r})"]
COMMANDS = {
    "import lxml, parse": PEER,
    "formats": [*ROBOTFMT, "formats"],
    "explain": [*ROBOTFMT, "explain", "robot.cycle"],
    "info": [*ROBOTFMT, "info", str(ARM)],
    "check": [*ROBOTFMT, "check", str(ARM)],
}


def seconds(command: list[str]) -> float:
    """Processor time of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, capture_output=True, check=False, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    """Print the table."""
    best = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(RUNS):
        for name, command in COMMANDS.items():
            best[name] = min(best[name], seconds(command))
    peer = best["import lxml, parse"]
    for name, least in best.items():
        print(f"{name:20} {1000 * least:6.1f} ms  {least / peer:5.2f}")


if __name__ == "__main__":
    main()
