"""Update a YAML document in place: unchanged parts keep their bytes.

Imports ``documents.yaml``; its only entry point is :func:`.text.revise`.
"""
