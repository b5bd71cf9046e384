"""Reading, checking, converting with proof, and updating documents in place.

Imports everything below it, and no format: these are found as plugins. ``cli``, ``render`` and ``viewer`` call it.
"""
