"""A body as a document: its mappings, the spelling of its keys, its unit of angles, its order and its places."""
