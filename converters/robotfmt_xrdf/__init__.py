"""xrdf"""
