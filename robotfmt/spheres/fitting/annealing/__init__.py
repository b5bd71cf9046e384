"""Simulated annealing of spheres that cover a surface."""
