"""Spheres of a number that move all at once, so that least of them is outside and every sample stays covered."""
