"""Resolve references between elements of a document, and into other documents."""
