"""YAML documents: values with positions and a ledger of what was read, and composing and revising them.

Imports ``model`` and what reports; the formats that are YAML use it.
"""
