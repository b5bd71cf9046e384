"""The start of the process: its limits, then OpenUSD."""

from __future__ import annotations

import json
import os

from robotfmt.processes.child import Asker, limit

from .refusal import Refused

_FILES = 1100
"""The number of open files: a layer keeps its own open."""


def main() -> None:
    """Open the requested stage."""
    asker = Asker()
    request = asker.listen()
    # A thread for each core would be refused by the limit of processes.
    os.environ["PXR_WORK_THREAD_LIMIT"] = "1"
    limit(request["seconds"], request["memory"], _FILES)
    try:
        from .composing import compose  # which imports OpenUSD

        found, arrays = compose(request)
    except Refused as error:
        asker.send({"kind": error.kind, "message": str(error)})
    except ImportError as error:
        asker.send({"kind": "unusable", "message": str(error)})
    except (RuntimeError, ValueError) as error:  # text in another encoding, and whatever else OpenUSD raises
        asker.send({"kind": "syntax", "message": " ".join(str(error).split())[:300]})
    except MemoryError:
        asker.send({"kind": "memory", "message": "the stage needs more memory than it may have"})
    else:
        text = json.dumps(found).encode()
        asker.send({"text": len(text)}, text + arrays)
