# Written by tests/support/stubs.py from the table in __init__.py.

from .clients import CLIENTS, Client, setup

__all__ = ["CLIENTS", "Client", "setup"]
