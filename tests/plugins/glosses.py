"""A family whose files hold key and response: lines of `word<TAB>gold<TAB>guess` behind a line `@gloss`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from keytally.families.bases import CountedDocument, CountedEvaluation, LineLanguage
from keytally.families.contract import Evaluation, Language, Level, Mark, Role, Settings
from keytally.families.family import (
    Companion,
    Family,
    Kind,
    LanguageFacts,
    Naming,
    Option,
    Options,
    Task,
    by_name,
    given_options,
    last_values,
    plain_value_problem,
    signature_defaults,
)
from keytally.families.presentation import Heading, Note, PresentedUnit
from keytally.findings.finding import Edit, Finding, Rule, Severity
from keytally.tallies.status import Status
from keytally.tallies.tally import PrecisionRecall

BLANK = Rule(
    "glosses-blank",
    Severity.WARNING,
    "glosses",
    "A cell has blanks around it.",
    "{cell!r} has blanks around it",
    "remove the blanks",
)
UNKNOWN = Rule(
    "glosses-unknown",
    Severity.WARNING,
    "glosses",
    "A gloss is not in the lexicon.",
    "{gloss} is not in the lexicon",
    page="https://example.org/glosses-unknown",
)
CASES = ("Exact", "Fold")
OPTIONS = by_name(Option("case", Kind.CHOICE, CASES[:1], "Whether case counts.", CASES, "glosses"))


class Cell(NamedTuple):
    """A column's text and its place."""

    text: str
    start: int
    end: int


class GlossLine(PresentedUnit):
    """A word with its gold gloss and a guess; any other line has no cells."""

    def __init__(self, text: str, lexicon: frozenset[str]) -> None:
        self.text = text
        self.lexicon = lexicon
        self.cells = list(_cells(text.rstrip("\r\n")))
        self.document = self.cells[0].text.strip() if self.cells else None

    @property
    def findings(self) -> Sequence[Finding]:
        return [*self._blanks(), *self._unknown()]

    def _blanks(self) -> Iterator[Finding]:
        for cell in self.cells:
            if cell.text != cell.text.strip():
                fix = (Edit(cell.start, cell.end, cell.text.strip()),)
                yield Finding(BLANK, cell.start, cell.end, {"cell": cell.text}, fix)

    def _unknown(self) -> Iterator[Finding]:
        for cell in self.cells[1:] if self.lexicon else ():
            if cell.text.strip() not in self.lexicon:
                yield Finding(UNKNOWN, cell.start, cell.end, {"gloss": cell.text})

    def outline(self) -> Iterator[Heading]:
        for word in self.cells[:1]:
            yield Heading(word.text, "", 0, len(self.text.rstrip()), word.start, word.end)

    def note_at(self, place: int) -> Note | None:
        words = ", ".join(sorted(self.lexicon))
        return next((Note(c.start, c.end, words) for c in self.cells[1:] if c.start <= place <= c.end), None)


def _cells(line: str) -> Iterator[Cell]:
    texts = line.split("\t")
    start = 0
    for text in texts if len(texts) == len(("word", "gold", "guess")) else ():
        yield Cell(text, start, start + len(text))
        start += len(text) + 1


@dataclass(frozen=True)
class GlossLanguage(LineLanguage):
    """How a file of glosses is read."""

    lexicon: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return "glosses"

    def read(self, text: str) -> GlossLine:
        return GlossLine(text, self.lexicon)


class GlossEvaluation(CountedEvaluation):
    """The second column is the key, the third the response."""

    document_name = "word"

    def __init__(self, task: str, settings: Settings) -> None:
        given = given_options(task, settings, OPTIONS, _value_problem)
        super().__init__(task, given, signature_defaults(OPTIONS.values()))
        self._folds = last_values(given, OPTIONS)["case"] == "Fold"
        self._lexicon = _lexicon(settings.companions)

    def language(self, role: Role) -> GlossLanguage:
        return GlossLanguage(role, self._lexicon)

    def compare(
        self, document: str, key: Sequence[GlossLine], response: Sequence[GlossLine]
    ) -> CountedDocument:
        both = [
            (ours, ours.cells[1], theirs, theirs.cells[2])
            for ours, theirs in zip(key, response, strict=False)
        ]
        same = [self._text(gold) == self._text(guess) for _, gold, _, guess in both]
        counts = PrecisionRecall(sum(same), len(response), len(key))
        verdicts = [Status.CORRECT if each else Status.INCORRECT for each in same]
        golds = [_mark(u, c, s, (v, d)) for (u, c, v, d), s in zip(both, verdicts, strict=True)]
        guesses = [_mark(v, d, s, (u, c)) for (u, c, v, d), s in zip(both, verdicts, strict=True)]
        return CountedDocument(document, counts, golds, guesses)

    def _text(self, cell: Cell) -> str:
        return cell.text.strip().lower() if self._folds else cell.text.strip()


def _mark(unit: GlossLine, cell: Cell, status: Status, other: tuple[GlossLine, Cell]) -> Mark:
    label = f"{status.value.upper()} {cell.text}"
    partner = other[0], other[1].start, other[1].end
    return Mark(unit, cell.start, cell.end, status, Level.ITEM, label, partner, cell.text)


def _lexicon(companions: Mapping[str, str]) -> frozenset[str]:
    return frozenset(companions.get("lexicon", "").split())


def _value_problem(name: str, values: Sequence[str]) -> str | None:
    return plain_value_problem(name, values, OPTIONS)


def _evaluation(task: str, settings: Settings) -> Evaluation:
    return GlossEvaluation(task, settings)


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    return GlossLanguage(role, _lexicon(companions))


def _options(task: str) -> Options:
    return Options(OPTIONS, _value_problem)


def _naming() -> Naming:
    return Naming(
        task_of=lambda text: "glosses" if text.startswith("@gloss") else None,
        responses_to=lambda key, names: (key,) if key.endswith(".gl") else None,
    )


FAMILY = Family(
    "glosses",
    (Task("glosses", "glosses", headline="F", companions=("lexicon",), one_file=True),),
    (LanguageFacts("glosses", "Glosses", _language, first_line="@gloss", companions=("lexicon",)),),
    _evaluation,
    _options,
    companions=(Companion("lexicon", "lexicon"),),
    naming=_naming,
    rules=(BLANK, UNKNOWN),
)
