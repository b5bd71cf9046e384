# Written by tests/support/stubs.py from the table in __init__.py.

from .asking import GivenPlan, prepare
from .describing import describe, renew_pairs
from .plan import Plan, PlanOptions

__all__ = ["GivenPlan", "Plan", "PlanOptions", "describe", "prepare", "renew_pairs"]
