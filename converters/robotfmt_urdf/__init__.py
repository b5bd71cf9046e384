"""urdf"""
