"""``python -m robotfmt``."""

from .cli import main

raise SystemExit(main())
