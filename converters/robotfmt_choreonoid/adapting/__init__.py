"""Steps from any robot to one that a body has words for."""
