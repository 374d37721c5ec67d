"""Content of the key and the response that a score does not count as written, as findings."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import accumulate
from types import MappingProxyType
from typing import Any, NamedTuple

from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading
from keytally.families.contract import Evaluation, Language
from keytally.findings.finding import Finding


class LossKind(StrEnum):
    """The reason why content of a file is not counted as written; resolved offsets count as intended."""

    UNREAD_FILE = "unread file"
    UNREAD = "unread"
    OTHER_TOKENS = "other tokens"
    RESOLVED = "resolved"


Losses = Mapping[Any, Sequence[tuple[LossKind, Finding]]]
"""The losses by unit."""


class Loss(NamedTuple):
    """A finding on lost content, and the offset of its unit in the file."""

    kind: LossKind
    finding: Finding
    offset: int

    @property
    def start(self) -> int:
        """Return the start of the finding in the file, in code points."""
        return self.offset + self.finding.start


def losses(reading: Reading, other_tokens: Losses = MappingProxyType({})) -> list[Loss]:
    """Return the losses in a scored file, sorted by position.

    `other_tokens` is the result of `other_tokens_of`.
    """
    units = list(reading.units)
    found = joined_losses(unread_parts(reading.language, units, _repeating(reading)), other_tokens)
    if not found:
        return []
    starts = accumulate((len(unit.text) for unit in units), initial=0)
    lost = (
        Loss(kind, each, at)
        for unit, at in zip(units, starts, strict=False)
        for kind, each in found.get(unit, ())
    )
    return sorted(lost, key=lambda loss: loss.start)


def joined_losses(first: Losses, second: Losses) -> Losses:
    """Return two groups of losses combined; items with resolved offsets are not also reported as unread by
    the same rule.
    """
    if not (first and second):
        return first or second
    joined: dict[Any, list[tuple[LossKind, Finding]]] = {}
    for unit in {**first, **second}:
        others = second.get(unit, ())
        resolved = {finding.rule for kind, finding in others if kind is LossKind.RESOLVED}
        joined[unit] = [*(each for each in first.get(unit, ()) if each[1].rule not in resolved), *others]
    return joined


def unread_parts(language: Language, units: Sequence[Any], repeating: Iterable[Sequence[Any]]) -> Losses:
    """Return the content of a file's scored units that is not read, by unit.

    `repeating` contains the units of each document that has several units, in file order.
    """
    suspects = units if language.suspects is None else language.suspects(units)
    found = {unit: lost for unit in suspects if (lost := _unread(unit.findings))}
    if language.suspects is None or language.loses_repeated:
        for unit, loss in _repeated(language, repeating):
            found.setdefault(unit, []).append(loss)
    return found


def other_tokens_of(live: LivePair) -> Losses:
    """Return the first position in each document at which offsets were resolved or tokens differ from the
    key's.
    """
    return other_tokens_in(live.evaluation, map(live.units_of, live.documents))


def other_tokens_in(
    evaluation: Evaluation, documents: Iterable[tuple[Sequence[Any], Sequence[Any]]]
) -> Losses:
    """Return the first position in each document at which offsets were resolved or tokens differ from the
    key's.

    `documents` contains their units in the key and in the response.
    """
    checks: list[tuple[LossKind, Callable[[Sequence[Any], Sequence[Any]], tuple[Any, Finding] | None]]] = []
    if evaluation.other_tokens is not None:
        checks.append((LossKind.OTHER_TOKENS, evaluation.other_tokens))
    if evaluation.resolved_offsets is not None:
        checks.append((LossKind.RESOLVED, evaluation.resolved_offsets))
    found: dict[Any, list[tuple[LossKind, Finding]]] = {}
    for key, response in documents if checks else ():
        for kind, compare in checks if key and response else ():
            if (place := compare(key, response)) is not None:
                found.setdefault(place[0], []).append((kind, place[1]))
    return found


def _repeating(reading: Reading) -> Iterator[Sequence[Any]]:
    """Yield the units of each document that has several units."""
    if sum(unit.document is not None for unit in reading.units) == len(reading.documents):
        return
    for document in reading.documents:
        units = reading.documents.units_of(document)
        if len(units) > 1:
            yield units


def _repeated(
    language: Language, repeating: Iterable[Sequence[Any]]
) -> Iterator[tuple[Any, tuple[LossKind, Finding]]]:
    """Yield the losses of units that repeat an earlier unit of their document."""
    for units in repeating:
        for unit, findings in zip(units, language.compare_duplicates(units), strict=True):
            yield from ((unit, loss) for loss in _unread(findings))


def _unread(findings: Sequence[Finding]) -> list[tuple[LossKind, Finding]]:
    return [(LossKind.UNREAD, finding) for finding in findings if finding.leaves_out]
