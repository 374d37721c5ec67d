"""Names that are an entity in one place and none in another: found, and tagged the same way."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.model import Entity
from keytally.evaluations.columns.scoring.entities import entities
from keytally.evaluations.columns.scoring.relabelling import relabelled
from keytally.findings.edits import Edits
from keytally.findings.finding import Edit
from keytally.findings.spelling import shown
from keytally_server.answers.code_action import CodeAction, CodeActionKind
from keytally_server.answers.stop import Candidate
from keytally_server.formats.columns.lines import chosen_tokens, entity_around
from keytally_server.formats.columns.surroundings import scheme_at
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording.quoted import quoted

MOST_EQUAL = 500

Words = tuple[str, ...]


class Name(NamedTuple):
    """The words of an entity, and its type."""

    words: Words
    type: str


class Names:
    """The names that are entities in some sentences, each with how often it has which type."""

    def __init__(self, units: Iterable[SentenceUnit]) -> None:
        self._by_first: dict[str, dict[Words, Counter[str]]] = {}
        for unit in units:
            tokens = unit.tokens()
            for each in entities(unit.labels()):
                self.add(Name(tuple(tokens[each.start : each.end]), each.type))

    def add(self, name: Name) -> None:
        """Count a name."""
        self._by_first.setdefault(name.words[0], {}).setdefault(name.words, Counter())[name.type] += 1

    def untagged(self, unit: SentenceUnit) -> Iterator[Entity]:
        """The entities that a sentence would have where the tokens of a name are free, the longest first."""
        tokens, free = unit.tokens(), _free(unit)
        at = 0
        while at < len(tokens):
            found = self._longest(tokens, free, at)
            if found is not None:
                yield found
            at = found.end if found is not None else at + 1

    def _longest(self, tokens: Sequence[str], free: Sequence[bool], at: int) -> Entity | None:
        names = self._by_first.get(tokens[at], {}) if free[at] else {}
        fitting = [words for words in names if _stands(words, tokens, free, at)]
        if not fitting:
            return None
        words = max(fitting, key=len)
        counts = names[words]
        return Entity(at, at + len(words), min(counts, key=lambda name: (-counts[name], name)))


def candidates_of(names: Names, unit: SentenceUnit) -> Iterator[Candidate]:
    """The free tokens of a sentence that are an entity elsewhere."""
    tokens = unit.tokens()
    for each in names.untagged(unit):
        name, rows = shown(each.type), unit.lines().rows
        words = " ".join(tokens[each.start : each.end])
        message = f"{quoted(words)} is tagged {name} elsewhere"
        place = rows[each.start].start, rows[each.end - 1].end
        yield Candidate(*place, message, f"{CodeActionKind.TAG.value}.{each.type}")


def tag_equal(snapshot: Snapshot, at: UnitAt) -> Iterator[CodeAction]:
    """Tag what reads like the entity at a place the same way in the whole file."""
    name = _name_at(at)
    if name is None:
        return
    edits = _tagged(snapshot, at, name)
    if edits:
        words, type_ = quoted(" ".join(name.words)), shown(name.type)
        title = f"Tag all others that read {words} in this file as {type_}"
        yield CodeAction(CodeActionKind.TAG_IDENTICAL, title, edits)


def _tagged(snapshot: Snapshot, at: UnitAt, name: Name) -> Edits:
    """The edits that tag a name wherever its tokens are free, by the places of the unit at hand."""
    scheme, names, edits = scheme_at(snapshot, at), Names(()), list[Edit]()
    names.add(name)
    count = 0
    for unit, offset in snapshot.reading.units.between(0, len(snapshot.buffer)):
        new = [*names.untagged(unit)] if name.words[0] in unit.text else []
        if new and count < MOST_EQUAL:
            count += len(new)
            wanted = sorted([*entities(unit.labels()), *new])
            shift = offset - at.offset
            found = relabelled(unit, wanted, scheme) or ()
            edits += (Edit(edit.start + shift, edit.end + shift, edit.text) for edit in found)
    return tuple(edits)


def _name_at(at: UnitAt) -> Name | None:
    unit: SentenceUnit = at.unit
    start, end = chosen_tokens(unit, at.place, at.place)
    entity = entity_around(entities(unit.labels()), start, end) if start < end else None
    return Name(tuple(unit.tokens()[entity.start : entity.end]), entity.type) if entity else None


def _free(unit: SentenceUnit) -> Sequence[bool]:
    """Whether each token is outside of any entity."""
    free = [True] * len(unit.labels())
    for each in entities(unit.labels()):
        free[each.start : each.end] = [False] * (each.end - each.start)
    return free


def _stands(words: Words, tokens: Sequence[str], free: Sequence[bool], at: int) -> bool:
    end = at + len(words)
    return tuple(tokens[at:end]) == words and all(free[at:end])
