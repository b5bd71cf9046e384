"""The sections of a configuration: what reads and what writes each stand together."""
