"""Which objects of a key go with which of a response.

`definition` is the manual's rule, to be read by itself; `comparison` says how fills, slots and objects
compare. `index` finds the same pairs without comparing each object with each, `incremental` keeps them
up while a document is edited. Tests hold both against the definition.
"""
