"""Steps from any robot to one that MJCF has words for."""
