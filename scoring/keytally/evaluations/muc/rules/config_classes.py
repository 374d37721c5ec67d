"""Rules for the classes of a MUC configuration: all are declared, and in order."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from keytally.evaluations.muc.formats.config.document import ConfigUnit, DefinitionRow, Word
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.messages import Message, TypedRule
from keytally.findings.spelling import Speller, hint, shown
from keytally.findings.table.config import (
    CLASS_AFTER_POINTER,
    CLASS_AFTER_POINTERS,
    CLASS_ORDER,
    SELF_POINTER,
    UNDEFINED_CLASS,
    ClassOrder,
)

Targets = Mapping[tuple[str, str], Collection[str]]
"""The classes that a BNF allows each slot to point to, by class and slot; all in lower case."""

_POINTER_TASKS = ("template_relation", "scenario_template")
_SIXTH = 5
_MOST_CLASSES = 200
_MOST_LISTED = 5


def declared_classes(unit: ConfigUnit) -> list[str]:
    """The classes of `class_defs` as written, in order."""
    return [row.words[0].text for row in unit.definitions("class_defs") if row.words]


def undefined_classes(unit: ConfigUnit, speller: Speller) -> Iterator[Finding]:
    """A class that `class_defs` does not declare; no findings without `class_defs`.

    Each such class has one finding, at its first use; the fix changes every use.
    """
    classes = declared_classes(unit)
    known = {name.lower() for name in classes}
    named: dict[str, list[Word]] = {}
    for word in _named_classes(unit) if known else ():
        if word.text.lower() not in known:
            named.setdefault(word.text.lower(), []).append(word)
    for words in named.values():
        first = words[0]
        nearest = speller.nearest(first.text, classes)
        edits = tuple(Edit(word.start, word.end, nearest) for word in words) if nearest else ()
        yield UNDEFINED_CLASS.finding(
            first.start,
            first.end,
            {"name": shown(first.text), "hint": hint(nearest), "nearest": nearest or ""},
            edits,
        )


def class_order(unit: ConfigUnit, targets: Targets) -> Iterator[Finding]:
    """A class before one that it points to (manual, "Calculation of Scores", TR and ST).

    A class that is out of order with several others has one finding.
    """
    if _task(unit) not in _POINTER_TASKS:
        return
    rows = _first_rows(unit.definitions("class_defs"))
    pointers = _pointers(unit, list(rows), targets)
    places = {name: place for place, name in enumerate(rows)}
    wrong = [(one, other) for one, other in pointers if places[one] <= places[other]]
    edits = _reordering(unit, rows, pointers) if wrong else ()
    for name, pairs in _grouped(wrong):
        declared = {each: rows[each].words[0] for pair in pairs for each in pair}
        yield _misplaced(unit, declared, name, pairs, edits)


def _task(unit: ConfigUnit) -> str:
    value = unit.last_value("scoring_task")
    return value.content.strip().lower() if value else ""


def _named_classes(unit: ConfigUnit) -> Iterator[Word]:
    """The words that name classes; in a row with a word too few the class may be the missing one."""
    for option, length in (("slot_defs", _SIXTH + 1), ("ne_subtask_names", 3)):
        for row in unit.definitions(option):
            if len(row.words) >= length:
                yield row.words[0]
    for value in unit.values_of("equatable_objects"):
        yield from value.words()
    template = unit.last_value("template_name")
    if template and _task(unit) == "scenario_template":
        yield from template.words()


def _first_rows(definitions: Sequence[DefinitionRow]) -> dict[str, DefinitionRow]:
    """The definition of each class, by lower-case name, in order; the first of equal names."""
    rows: dict[str, DefinitionRow] = {}
    for row in definitions:
        if row.words:
            rows.setdefault(row.words[0].text.lower(), row)
    return rows


def _pointers(unit: ConfigUnit, classes: Sequence[str], targets: Targets) -> list[tuple[str, str]]:
    """Which declared class points to which, each pair once, in the order of the slots."""
    known = set(classes)
    pairs: dict[tuple[str, str], None] = {}
    for row in unit.definitions("slot_defs"):
        words = [word.text.lower() for word in row.words]
        if len(words) > _SIXTH and words[0] in known:
            pairs.update(((words[0], target), None) for target in _targets(words, known, targets))
    return list(pairs)


def _targets(words: Sequence[str], known: Collection[str], targets: Targets) -> list[str]:
    kind = words[_SIXTH]
    if kind in ("set", "string"):
        return []
    if kind in known:
        return [kind]
    return sorted({name.lower() for name in targets.get((words[0], words[1]), ())} & set(known))


def _grouped(wrong: Sequence[tuple[str, str]]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """An approximately smallest set of classes that covers every wrong pair, each class with its pairs.

    The class with most pairs comes first; of equals the one that points, then file order. If there are very
    many pairs, each counts for the class that points.
    """
    left = list(wrong)
    if len(left) > _MOST_CLASSES:
        yield from ((one, [(one, other)]) for one, other in dict(reversed(left)).items())
        return
    while left:
        counts = Counter([one for one, _ in left])
        counts.update(other for one, other in left if other != one)
        name = max([one for one, _ in left] + [other for _, other in left], key=lambda each: counts[each])
        yield name, [pair for pair in left if name in pair]
        left = [pair for pair in left if name not in pair]


def _misplaced(
    unit: ConfigUnit,
    declared: Mapping[str, Word],
    name: str,
    pairs: Sequence[tuple[str, str]],
    edits: tuple[Edit, ...],
) -> Finding:
    """The finding at a class, given its wrong pairs and where their classes are declared."""
    place = declared[name].start, declared[name].end
    if (name, name) in pairs:
        return SELF_POINTER.finding(*place, {"name": shown(name)}, edits)
    others = [other for one, other in pairs if one == name]
    message: TypedRule[ClassOrder] | Message[ClassOrder] = CLASS_ORDER
    if not others:
        others = [one for one, _ in pairs]
        message = CLASS_AFTER_POINTER if len(others) == 1 else CLASS_AFTER_POINTERS
    related = tuple(_declaration(unit, declared[other]) for other in others[:_MOST_LISTED])
    return message.finding(*place, {"name": shown(name), "others": _listed(others)}, edits, related)


def _declaration(unit: ConfigUnit, word: Word) -> Related:
    return Related(unit, word.start, word.end, f"{shown(word.text)} is declared here")


def _listed(names: Sequence[str]) -> str:
    shortened = [shown(name) for name in names[:_MOST_LISTED]]
    return " and ".join(filter(None, (", ".join(shortened[:-1]), *shortened[-1:])))


def _reordering(
    unit: ConfigUnit, rows: Mapping[str, DefinitionRow], pointers: Sequence[tuple[str, str]]
) -> tuple[Edit, ...]:
    """The edits that put the definitions in a right order and move few of them.

    Definitions change places unchanged; empty if the pointers form a circle.
    """
    order = _right_order(list(rows), pointers)
    if order is None:
        return ()
    places = zip(rows.values(), (rows[name] for name in order), strict=True)
    return tuple(
        Edit(to.start, to.end, unit.text[row.start : row.end]) for to, row in places if to is not row
    )


def _right_order(classes: Sequence[str], pointers: Sequence[tuple[str, str]]) -> list[str] | None:
    """The classes, each after those that it points to, else in their order.

    None if pointers form a circle, or if there are too many classes to try.
    """
    if len(classes) > _MOST_CLASSES:
        return None
    needs: dict[str, set[str]] = {name: set() for name in classes}
    for one, other in pointers:
        needs[one].add(other)
    order: dict[str, None] = {}
    while len(order) < len(classes):
        ready = next((name for name in classes if name not in order and needs[name] <= order.keys()), None)
        if ready is None:
            return None
        order[ready] = None
    return list(order)
