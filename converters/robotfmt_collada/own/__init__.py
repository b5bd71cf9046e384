"""robotfmt's own technique, for data that COLLADA and OpenRAVE cannot store."""
