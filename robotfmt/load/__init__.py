"""Load documents with the programs that read their formats, each in a process of its own.

What a program refuses is a finding; what it has of the robot is compared with what robotfmt read. Imports ``model`` and
``codes``; ``cli`` uses it.
"""
