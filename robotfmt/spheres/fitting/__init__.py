"""Fitting spheres to surfaces (spheres.md 4), and the proof that they cover them."""
