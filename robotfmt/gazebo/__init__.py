"""Gazebo's elements for sensors: in SDF, and in the Gazebo blocks of a URDF.

The same object reads and writes a part of a record (:mod:`robotfmt.words.elements`). Imports ``documents``,
``kinematics`` and below; the formats with such elements use it.
"""
