"""A language and an evaluation small enough to see through, for tests of the engine."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from keytally.families.contract import Evaluation, Figure, Language, Level, Mark, Role
from keytally.findings.finding import Edit, Finding
from keytally.findings.table.config import CLASS_ORDER
from keytally.findings.table.sgml import ATTRIBUTE_VALUE, DUPLICATE_DOCNO, TEXT_ALTERED
from keytally.tallies.status import Status

START = re.compile("<D(?=[0-9 ])")


@dataclass(eq=False)
class ToyUnit:
    """`<D` and a digit start a unit; `x` is a breach; capitals are what is scored."""

    text: str
    document: str | None = None
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True)
class ToyLanguage(Language):
    role: Role
    name: str = "toy"
    lookahead: int = 3

    def boundaries(self, text: str) -> list[int]:
        return [match.start() for match in START.finditer(text) if match.start()]

    def read(self, text: str) -> ToyUnit:
        document = text[2] if START.match(text) else None
        found = [Finding(ATTRIBUTE_VALUE, at, at + 1) for at, char in enumerate(text) if char == "x"]
        return ToyUnit(text, document, found)

    def compare_duplicates(
        self, units: Sequence[ToyUnit], apart: Collection[ToyUnit] = ()
    ) -> list[list[Finding]]:
        found = [[Finding(DUPLICATE_DOCNO, 0, 3)] if index else [] for index, _ in enumerate(units)]
        for index, unit in enumerate(units):
            if unit in apart:
                end = len(units[0].text)
                moved = (Edit(0, len(unit.text), ""), Edit(end, end, unit.text, units[0]))
                found[index].append(Finding(CLASS_ORDER, 0, 2, edits=moved))
        return found


class ToyFold:
    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def put(self, score: Any) -> None:
        self.counts.update(score["cor"])

    def drop(self, score: Any) -> None:
        self.counts.subtract(score["cor"])

    def totals(self) -> dict[str, Any]:
        return {name: count for name, count in sorted(self.counts.items()) if count}

    def headline(self) -> float:
        return float(sum(self.counts.values()))


class ToyEvaluation(Evaluation):
    task = "toy"
    signature = "toy"
    headline_name = "sum"
    document_name = "document"

    def figures(self, totals: Mapping[str, Any]) -> list[Figure]:
        return [Figure(name, str(count)) for name, count in totals.items()]

    def in_short(self, totals: Mapping[str, Any]) -> str:
        return " ".join(f"{name} {count}" for name, count in totals.items())

    def language(self, role: Role) -> ToyLanguage:
        return ToyLanguage(role)

    def score(self, document: str, key: Sequence[ToyUnit], response: Sequence[ToyUnit]) -> list[Any]:
        sides = [
            Counter(re.findall("[A-Z]", "".join(u.text[2:] for u in units))) for units in (key, response)
        ]
        return [{"document": document, "key": key, "response": response, "cor": sides[0] & sides[1]}]

    def compare_texts(self, unit: ToyUnit, reference: ToyUnit | None) -> list[Finding]:
        same = reference is not None and unit.text.lower() == reference.text.lower()
        return [] if same else [Finding(TEXT_ALTERED, 0, 2)]

    def fold(self) -> ToyFold:
        return ToyFold()

    def marks(self, score: Any, side: Role, unit: Any) -> Iterator[Mark]:
        if unit in score[side.value]:
            for at, char in enumerate(unit.text[2:], 2):
                if char.isupper():
                    status = Status.CORRECT if score["cor"][char] else Status.SPURIOUS
                    yield Mark(unit, at, at + 1, status, Level.ITEM, char)

    def document_totals(self, scores: Sequence[Any]) -> dict[str, Any]:
        return dict(sorted(scores[0]["cor"].items()))

    def report_json(self, scores: Sequence[Any]) -> dict[str, Any]:
        return {}

    def report_text(self, scores: Sequence[Any], verbose: bool) -> str:
        return ""

    def report_files(self, scores: Sequence[Any], key: Any, response: Any) -> dict[str, str]:
        return {}
