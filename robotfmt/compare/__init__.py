"""What differs between two robots: fact by fact, in words, and in how they move.

Imports ``facts`` and below; ``hub`` proves conversions with it, ``cli`` shows differences, formats explain adaptations.
"""
