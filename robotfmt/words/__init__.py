"""The vocabulary of a format: tables from the fields of records to the words that a document has for them.

One table reads, writes, and decides what of a record the format has words for. Imports ``documents``, ``model`` and
below; ``gazebo`` and the formats use it.
"""
