"""JSON schemas of what robotfmt writes for machines: ``report.json``, ``check.json``, ``diff.json``."""
