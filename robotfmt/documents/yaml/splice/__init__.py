"""Update a YAML document in place: unchanged parts keep their bytes.

Imports ``documents.yaml``; its one door is :func:`.revision.revise`.
"""
