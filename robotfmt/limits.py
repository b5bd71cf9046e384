"""How much of anything an input may hold. Every input may be hostile."""

from __future__ import annotations

from .model.record import Options

MEGABYTE = 1_000_000


class Limits(Options):
    """Bounds on inputs; raise one with ``Limits(NAME=VALUE)`` or ``--limit NAME=VALUE``."""

    xml_bytes: int = 256 * MEGABYTE
    xml_elements: int = 2_000_000
    """Start tags, comments and the like, counted before parsing."""
    xml_depth: int = 256
    xml_attributes: int = 256
    """Of one element."""
    yaml_bytes: int = 16 * MEGABYTE
    yaml_line: int = 65_536
    yaml_scalar: int = 65_536
    yaml_depth: int = 64
    yaml_nodes: int = 2_000_000
    yaml_expanded_nodes: int = 1_000_000
    """After every alias is replaced by what it stands for."""
    zip_members: int = 4096
    zip_bytes: int = 1000 * MEGABYTE
    zip_ratio: int = 200
    """Of one archive, once it unpacks to more than 10 MB."""
    mesh_bytes: int = 1000 * MEGABYTE
    mesh_triangles: int = 20_000_000
    instances: int = 100_000
    """Nodes of a COLLADA scene after every instance is replaced by what it stands for."""
    references: int = 100
    """Other documents that a COLLADA document leads to, however many times each."""
    includes: int = 2000
    """Models that an SDF document includes, those in included ones too."""
    xacro_seconds: int = 60
    """For expanding one document."""
    xacro_memory: int = 1000 * MEGABYTE
    """Of the process that expands, where the system can limit it (not on Windows)."""
    xacro_bytes: int = 64 * MEGABYTE
    """Of the expansion."""
