"""The parts of a body: the nodes of ``links``, and the lists at the top. Each is read next to where it is written."""
