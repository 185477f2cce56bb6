"""Hypothesis for the engine's tests: no deadline, since a busy machine is no fault of the rules."""

from hypothesis import settings

settings.register_profile("engine", deadline=None)
settings.load_profile("engine")
