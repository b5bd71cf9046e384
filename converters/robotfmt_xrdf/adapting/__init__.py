"""Steps from any robot to one that XRDF, in a version and for a program, has words for."""
