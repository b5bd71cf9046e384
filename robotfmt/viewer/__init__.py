"""A page that shows robots, and the server on this machine that saves what is changed there.

Imports ``render``, ``hub`` and below; the verbs ``view`` and ``convert --report`` and notebooks use it.
"""
