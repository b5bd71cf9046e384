"""Measuring: exact distances, winding numbers, and what is inside."""
