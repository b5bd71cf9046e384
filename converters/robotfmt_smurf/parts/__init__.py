"""The parts of a model, a concept a file: what reads and what writes it stand together."""
