"""How Choreonoid reads YAML: by libyaml, with merge keys, and of repeated keys the last."""

from __future__ import annotations

from robotfmt.documents.yaml.document import Rules

RULES = Rules(merges=True, last=True)
