"""The records of a world as JSON."""
