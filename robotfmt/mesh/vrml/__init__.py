"""VRML 2.0 (ISO/IEC 14772-1), VRML 1.0 and Open Inventor 1.0 to 2.1 as mesh files: text, also compressed with gzip."""

from __future__ import annotations

from .reader import read_vrml

__all__ = ["read_vrml"]
