"""The sections of an XRDF: what reads and what writes each stand together."""
