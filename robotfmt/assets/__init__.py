"""Files beside a document: where meshes and packages are, what is missing, and where files are written.

Imports ``documents`` and below; ``context`` hands a resolver to readers and writers, ``mesh`` loads what it finds.
"""
