"""The parts of a URDF, a concept a file: what reads, writes and adapts it stand together."""
