"""The parts of a body, a concept a file: what reads and what writes it stand together."""
