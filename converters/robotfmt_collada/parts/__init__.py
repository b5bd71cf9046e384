"""The parts of a COLLADA robot, a concept a file: what reads and what writes it stand together."""
