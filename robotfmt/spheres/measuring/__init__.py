"""Measuring: exact distances, winding numbers, and the inside of surfaces."""
