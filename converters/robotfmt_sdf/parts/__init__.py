"""The parts of an SDF, a concept a file: what reads and what writes it stand together."""
