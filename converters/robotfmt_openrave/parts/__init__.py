"""The parts of a robot in OpenRAVE's XML, a concept a file: what reads and what writes it stand together."""
