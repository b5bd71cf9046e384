"""Files next to a document: finding meshes and packages, reporting missing ones, and writing output files.

Imports ``documents`` and below; ``context`` hands a resolver to readers and writers, ``mesh`` loads what it finds.
"""
