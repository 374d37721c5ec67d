"""The alignment of the objects of a key with those of a response.

`definition` is the manual's rule, readable on its own; `comparison` defines how fills, slots and objects
compare. `index` finds the same pairs without comparing every object with every other, `incremental` updates
them while a document is edited. Tests check both against the definition.
"""
