"""The tag that the key has at the cursor, around the text that it holds there."""

from collections.abc import Iterator

from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally.findings.edits import apply_edits
from keytally_server.answers.code_action import CodeActionKind
from keytally_server.answers.inline_completion import InlineCompletion
from keytally_server.formats.sgml.edit_check import changes_only_tags
from keytally_server.formats.sgml.key_actions import KeyActions
from keytally_server.session.snapshot import Snapshot, UnitAt


def tags_in_key(snapshot: Snapshot, at: UnitAt, language: SgmlLanguage) -> Iterator[InlineCompletion]:
    """The missing tags that begin at a place and end in its line, the narrowest first."""
    found = []
    for attempt in KeyActions(snapshot, at, at.place, language).from_key():
        if attempt.kind is not CodeActionKind.INSERT_MISSING or attempt.added != 1:
            continue
        start, end = attempt.edits[0].start, attempt.edits[-1].end
        text = at.unit.text[start:end]
        is_here = start == at.place and len(text.splitlines()) == 1
        if is_here and changes_only_tags(at.unit, language, attempt.edits, 1):
            written = apply_edits(text, attempt.edits, -start)
            found.append(InlineCompletion(written, at.offset + start, at.offset + end))
    yield from sorted(found, key=lambda each: each.end)
