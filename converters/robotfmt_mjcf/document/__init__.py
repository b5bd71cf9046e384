"""A document with its included documents, and the values that elements inherit from default classes."""
