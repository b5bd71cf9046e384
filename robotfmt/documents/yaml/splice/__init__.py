"""Changes of a YAML document in place: all that does not change keeps its bytes.

Imports ``documents.yaml``; its one door is :func:`.revision.revise`.
"""
