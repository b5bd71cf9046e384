"""Documents: from bytes to a checked tree with positions, and a ledger of what was read.

Imports ``model`` and what reports (``diagnostics``, ``codes``, ``errors``), under the sizes of ``limits``; formats and
``mesh`` read and write through it.
"""
