"""The parts of an MJCF, a concept a file: what reads and what writes it stand together."""
