"""Limits on the size of inputs, any of which may be malicious."""

from __future__ import annotations

from .model.record import Options

MEGABYTE = 1_000_000


class Limits(Options):
    """Bounds on inputs; raise one with ``Limits(NAME=VALUE)`` or ``--limit NAME=VALUE``."""

    xml_bytes: int = 256 * MEGABYTE
    xml_elements: int = 2_000_000
    """The number of start tags, comments and the like, counted before parsing."""
    xml_depth: int = 256
    xml_attributes: int = 256
    """The number of attributes of one element."""
    yaml_bytes: int = 16 * MEGABYTE
    yaml_line: int = 65_536
    yaml_scalar: int = 65_536
    yaml_depth: int = 64
    yaml_nodes: int = 2_000_000
    yaml_expanded_nodes: int = 1_000_000
    """The number of nodes after replacing every alias by its target."""
    zip_members: int = 4096
    zip_bytes: int = 1000 * MEGABYTE
    zip_ratio: int = 200
    """The compression ratio of an archive, if it unpacks to more than 10 MB."""
    mesh_bytes: int = 1000 * MEGABYTE
    mesh_triangles: int = 20_000_000
    instances: int = 100_000
    """The number of nodes of a COLLADA scene after expanding every instance."""
    references: int = 100
    """The number of references of a COLLADA document to other documents, including repeated ones."""
    includes: int = 2000
    """The number of models that an SDF document includes, directly or indirectly."""
    xacro_seconds: int = 60
    """The time for expanding one document, in seconds."""
    xacro_memory: int = 1000 * MEGABYTE
    """The memory of the expanding process in bytes, if the system can limit it (not on Windows)."""
    xacro_bytes: int = 64 * MEGABYTE
    """The size of the expanded document in bytes."""
    usd_seconds: int = 60
    """The time for opening one stage, in seconds."""
    usd_memory: int = 4000 * MEGABYTE
    """The memory of the process that opens it in bytes, if the system can limit it (not on Windows)."""
    usd_bytes: int = 1000 * MEGABYTE
    """The size of its answer in bytes."""
    usd_prims: int = 200_000
    """The number of prims of a stage, with those of every instance."""
    usd_layers: int = 1000
    usd_asset_bytes: int = 100 * MEGABYTE
    """The size of one layer that a stage refers to."""
