"""What happens to limits that no document gives: the choices of an option."""

from __future__ import annotations

LEFT_OUT, ASSUMED = "left-out", "assumed"
