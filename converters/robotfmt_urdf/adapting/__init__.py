"""Steps from any robot to one that URDF has words for."""
