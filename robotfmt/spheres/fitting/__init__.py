"""Fit spheres to surfaces (spheres.md 3), and prove that they cover them (spheres.md 2); section 5 is a map."""
