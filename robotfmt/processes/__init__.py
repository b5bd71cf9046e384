"""Child processes with limits of time and memory, for documents that programs by others open (xacro, OpenUSD).

``parent`` starts one and talks with it, ``child`` is the code at its other end. Imports nothing of robotfmt; what reads
such documents uses it.
"""
