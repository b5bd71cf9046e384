# Written by tests/support/stubs.py from the table in __init__.py.

from .clients import CLIENTS, Client, setup
from .description import Described, described
from .folder import Document, Folder

__all__ = ["CLIENTS", "Client", "Described", "Document", "Folder", "described", "setup"]
