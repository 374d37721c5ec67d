"""What tests of `Annotates` share: taking what a file says into another one, and resolved values."""

from collections.abc import Sequence
from typing import Any

from keytally.families.annotations import Annotation, AnnotationEditor, Change, Reference, Rewriting
from keytally.families.contract import Language
from keytally.findings.finding import Severity, apply_edits

Said = tuple[object, ...]


def units_of(language: Language, text: str) -> list[Any]:
    """The units of a text, as an engine reads them."""
    starts = [0, *(start for start in language.boundaries(text) if start)]
    ends = [*starts[1:], len(text)]
    return [language.read(text[start:end]) for start, end in zip(starts, ends, strict=True)]


def said(listed: Sequence[Annotation]) -> list[Said]:
    """What annotations say, whatever their file: kinds, places, parents, and values without indices."""
    return [(*_key(listed, at), _value(listed, each)) for at, each in enumerate(listed)]


def _key(listed: Sequence[Annotation], at: int) -> tuple[object, ...]:
    each = listed[at]
    same = sum(1 for other in listed[:at] if (other.kind, other.place) == (each.kind, each.place))
    return each.kind, each.place, same, None if each.parent is None else listed[each.parent].place


def _value(listed: Sequence[Annotation], each: Annotation) -> tuple[object, ...]:
    return tuple(_key(listed, part.target) if isinstance(part, Reference) else part for part in each.value)


def taking_all(evaluation: AnnotationEditor, gold: Sequence[Any], taken: Sequence[Any]) -> list[Change]:
    """The changes that make the gold say what another file says of a document."""
    have, want = evaluation.annotator.annotations(gold), evaluation.annotator.annotations(taken)
    partner = dict(evaluation.annotator.counterparts(want, have))
    changes = [
        Change(
            have[partner[at]] if at in partner else None,
            each,
            tuple(part.target for part in each.value if isinstance(part, Reference)),
        )
        for at, each in enumerate(want)
    ]
    lost = set(range(len(have))) - set(partner.values())
    return [*changes, *(Change(have[at], None) for at in sorted(lost))]


def rewritten(units: Sequence[Any], made: Rewriting) -> list[str]:
    """The texts of units after edits."""
    edits = made.edits
    return [apply_edits(unit.text, [edit for owner, edit in edits if owner is unit]) for unit in units]


def errors(units: Sequence[Any]) -> list[str]:
    """The findings of error severity in units, by name."""
    return sorted(
        finding.rule.name
        for unit in units
        for finding in unit.findings
        if finding.rule.severity is Severity.ERROR
    )
