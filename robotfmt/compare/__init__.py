"""How two robots move, link by link, and what an adaptation changed, fact by fact.

Imports ``edit``, ``facts`` and below; ``cli`` shows how robots move, formats explain their adaptations.
"""
