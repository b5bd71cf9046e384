"""The parts of an SRDF, a concept a file: what reads and what writes it stand together."""
