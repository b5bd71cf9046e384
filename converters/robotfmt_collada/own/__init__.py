"""robotfmt's own technique, for what COLLADA and OpenRAVE have no words for."""
