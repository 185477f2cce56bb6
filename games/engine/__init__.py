"""The rules of Bid Euchre. Standard library only: no Django, no clock, no hidden randomness."""

#: Stored with every hand and record; raised whenever a change could alter what a replay gives.
ENGINE_VERSION = "1"
