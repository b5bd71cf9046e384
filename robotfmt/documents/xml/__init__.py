"""XML documents: trees with positions and a ledger of what was read, and how they are composed and revised.

Imports ``model`` and what reports; the formats that are XML, and ``edit`` through foreign extensions, use it.
"""
