# Written by tests/support/stubs.py from the table in __init__.py.

from .loading import link_surface, surface, with_digests

__all__ = ["link_surface", "surface", "with_digests"]
