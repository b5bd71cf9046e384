"""Steps from any robot to one that a model has words for."""
