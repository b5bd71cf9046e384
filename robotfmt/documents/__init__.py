"""Documents: bytes in, a checked tree with positions and a ledger of what was read out.

Imports ``model`` and what reports (``diagnostics``, ``codes``, ``errors``), under the sizes of ``limits``; formats and
``mesh`` read and write through it.
"""
