"""Fitting spheres to surfaces (spheres.md 3), and the proof that they cover them (spheres.md 2); 5 is a map."""
