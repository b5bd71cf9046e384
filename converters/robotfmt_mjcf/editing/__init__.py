"""What editing needs to know of MJCF: names, default classes, keyframes, and places of bodies."""
