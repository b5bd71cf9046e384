"""Steps from any robot to one that SDF has words for."""
