"""The file of decisions as a language: each line is read by itself."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from keytally.adjudication.decisions import Decision, Line, LineKind, Place, read_lines, written_place
from keytally.evaluations.line_format import LineLanguage
from keytally.findings.finding import Finding, Related
from keytally.findings.table.adjudication import (
    CONTRADICTION,
    DECISION_CONFLICT,
    DECISION_LINE,
    DUPLICATE_DECISION,
)

LANGUAGE = "decisions"


@dataclass(frozen=True, slots=True, eq=False)
class DecisionUnit:
    """A line of a file of decisions (keytally.evaluations.interface.Unit).

    `document` is the name by which the annotators' files are known to have the document.
    """

    text: str
    line: Line
    findings: Sequence[Finding]
    document: str | None

    @property
    def decision(self) -> Decision | None:
        """The decision on the line."""
        return self.line.decision


@dataclass(frozen=True)
class DecisionsLanguage(LineLanguage):
    """The language of a file of decisions.

    `document_of` gives the name by which a document is known from one that people write.
    """

    document_of: Callable[[str], str] = str

    @property
    def name(self) -> str:
        """The language's id."""
        return LANGUAGE

    def read(self, text: str) -> DecisionUnit:
        """The unit of a line, including its line end; never fails."""
        line = next(iter(read_lines(text)), Line(0, "", LineKind.BLANK))
        written = None if line.decision is None else line.decision.document
        document = None if written is None else self.document_of(written) or written
        return DecisionUnit(text, line, tuple(_findings(line)), document)

    def compare_duplicates(
        self,
        units: Sequence[DecisionUnit],
        apart: Mapping[DecisionUnit, DecisionUnit] = MappingProxyType({}),
    ) -> Sequence[Sequence[Finding]]:
        """The findings of lines about an item that a line before is about."""
        first: dict[Place, tuple[DecisionUnit, Decision]] = {}
        found: list[Sequence[Finding]] = []
        for unit in units:
            decision = unit.decision
            before = None if decision is None else first.setdefault(decision.place, (unit, decision))
            is_second = decision is not None and before is not None and before[0] is not unit
            found.append([_repeated(unit, decision, *before)] if is_second and decision and before else ())
        return found


def _findings(line: Line) -> Sequence[Finding]:
    end = len(line.text)
    if line.kind is LineKind.CONFLICT:
        return (DECISION_CONFLICT.finding(0, end, {}),)
    return (DECISION_LINE.finding(0, end, {"problem": line.problem}),) if line.problem else ()


def _repeated(unit: DecisionUnit, decision: Decision, first: DecisionUnit, before: Decision) -> Finding:
    """The finding of a line about an item that the line `first` is about."""
    rule = DUPLICATE_DECISION if before.says == decision.says else CONTRADICTION
    related = (Related(first, 0, len(first.line.text), "the line before"),)
    place, said = written_place(decision.place), before.decided
    return rule.finding(0, len(unit.line.text), {"place": place, "before": said}, related=related)
