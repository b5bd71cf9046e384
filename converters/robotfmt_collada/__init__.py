"""collada"""
