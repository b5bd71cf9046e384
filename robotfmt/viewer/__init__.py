"""A page that shows robots, and the local server that saves changes.

Imports ``render``, ``hub`` and below; the verbs ``view`` and ``convert --report`` and notebooks use it.
"""
