"""A document with all that it includes, and the values that its elements have from their classes."""
