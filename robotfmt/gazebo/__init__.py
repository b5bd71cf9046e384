"""Gazebo's words for sensors: those that stand in SDF, and in the blocks for Gazebo of a URDF.

One part of a record is read and written by the same object (:mod:`robotfmt.documents.xml.parts`). Imports
``documents``, ``kinematics`` and below; the formats that say such things use it.
"""
