"""Simulated annealing of balls that cover a surface."""
