"""Applies edits to a text."""

from collections.abc import Iterable

from keytally.findings.finding import Edit

Edits = tuple[Edit, ...]
"""Edits that are one change."""


def apply_edits(text: str, edits: Iterable[Edit], shift: int = 0) -> str:
    """`text` after edits that do not overlap, given in any order.

    Places refer to the text before all edits; `shift` is added to each. Insertions at one place keep the
    order in which they are given.
    """
    pieces, done = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        pieces += [text[done : edit.start + shift], edit.text]
        done = edit.end + shift
    return "".join([*pieces, text[done:]])


def in_order(*parts: Edits) -> Edits:
    """Edits of several kinds as one change; insertions at one place keep their order."""
    return tuple(sorted((edit for part in parts for edit in part), key=lambda edit: (edit.start, edit.end)))
