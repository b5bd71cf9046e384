"""The parts of a body, a concept a file."""
