"""Compare the motion of two robots link by link, and explain an adaptation's changes fact by fact.

Imports ``edit``, ``facts`` and below; ``cli`` shows how robots move, formats explain their adaptations.
"""
