"""The keeper: what a document has no words for, in one sidecar next to it that makes the way back lossless.

A sidecar has the changes from the robot that the documents alone describe to the robot that they were written from.
Each change names what it replaces by a digest, so that a change that no longer fits the document is recognised; the
document then wins. No format has code for it. Imports ``facts`` and below; ``hub`` uses it.
"""
