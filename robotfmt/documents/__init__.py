"""Documents: bytes in, a checked tree with positions and a ledger of what was read out."""
