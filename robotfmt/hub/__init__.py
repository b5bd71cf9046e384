"""From document to document: reading, checking, converting with proof, updating in place.

Imports everything below it, and no format: these are found as plugins. ``cli``, ``render`` and ``viewer`` call it.
"""
