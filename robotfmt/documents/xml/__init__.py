"""XML documents: trees with positions and a ledger of what was read, and composing and revising them.

Imports ``model`` and what reports; the formats that are XML, and ``edit`` through foreign extensions, use it.
"""
