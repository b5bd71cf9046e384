"""Steps that adapt a robot to what OpenRAVE's XML can store."""
