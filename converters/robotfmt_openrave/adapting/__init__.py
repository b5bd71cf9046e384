"""Steps that make a robot one that OpenRAVE's XML can hold."""
