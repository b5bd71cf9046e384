"""Spheres that approximate a solid as well as a number of them can, with bounds on what they leave out."""
