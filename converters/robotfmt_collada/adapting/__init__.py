"""The single steps of adapting a robot to COLLADA."""
