"""The changes that make a system's list of substitutes as the gold standard has it."""

from keytally.evaluations.interface import Mark
from keytally.evaluations.lexsub.formats.line import ParsedLine
from keytally.evaluations.presentation import Proposal
from keytally.findings.finding import Edit


def removed(line: ParsedLine, mark: Mark) -> Proposal | None:
    """The list without a guess that the gold standard lacks."""
    places = [(item.word_start, item.word_end) for item in line.items]
    if (mark.start, mark.end) not in places:
        return None
    at = places.index((mark.start, mark.end))
    if at > 0:
        start, end = line.items[at].start - 1, line.items[at].end
    else:
        start, end = mark.start, places[1][0] if len(places) > 1 else line.span("list").end
    return Proposal(f"Remove {line.stretch(mark.start, mark.end)}", Edit(start, end, ""), drops=True)


def added(line: ParsedLine, word: str) -> Proposal:
    """The list with a word of the gold standard behind its guesses; a blank before it would be part of it."""
    guesses = [item for item in line.items if item.word]
    if not guesses:
        edit = Edit(line.span("colons").end, line.span("list").end, f" {word}")
    else:
        place = guesses[-1].word_end
        edit = Edit(place, place, f";{word}")
    return Proposal(f"Insert {word}", edit)
