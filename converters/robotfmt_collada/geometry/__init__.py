"""Geometry of links: meshes, materials, shapes."""
