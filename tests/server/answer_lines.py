"""An evaluation that no feature knows: lines of answers, `id = word word`, each scored by itself.

Its units are all that the features have to go by (keytally.families.presentation).
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keytally.engine.engine import Engine
from keytally.families.contract import ORDINAL, Evaluation, Figure, Language, Level, Mark, Role
from keytally.families.presentation import Heading, Note, Piece, PieceKind, PresentedUnit
from keytally.findings.finding import Finding
from keytally.project.pair import Pair
from keytally.tallies.status import Status
from keytally.text.buffer import TextBuffer
from keytally_server.session.snapshot import Snapshot
from tests.pictures import normal
from tests.server.desk import Desk, snapshot_of, without_cursor

KEY, RESPONSE = Path("/w/gold"), Path("/w/answers")
LINE = re.compile(r"(\w+|-) (=) (.*)")
WORD = re.compile(r"\S+")


@dataclass(eq=False)
class Answers(PresentedUnit):
    """A line, or several with one id where the first line ends with a backslash.

    One whose id is `-` is a document by its number in the file.
    """

    text: str
    findings: Sequence[Finding] = ()

    @property
    def document(self) -> str | None:
        match = LINE.match(self.text)
        name = match.group(1) if match else None
        return ORDINAL if name == "-" else name

    @property
    def words(self) -> Iterator[re.Match[str]]:
        match = LINE.match(self.text)
        return WORD.finditer(self.text, match.start(3)) if match else iter(())

    def pieces(self) -> Iterator[Piece]:
        match = LINE.match(self.text)
        if match:
            yield Piece(*match.span(1), PieceKind.NUMBER)
            yield Piece(*match.span(2), PieceKind.OPERATOR)
            for word in self.words:
                yield Piece(*word.span(), PieceKind.STRING)

    def outline(self) -> Iterator[Heading]:
        words = tuple(Heading(word.group(), "", *word.span(), *word.span()) for word in self.words)
        end = len(self.text.rstrip())
        yield Heading(self.document or "", f"{len(words)} words", 0, end, 0, len(self.document or ""), words)

    def folds(self) -> Iterator[tuple[int, int]]:
        yield 0, len(self.text.rstrip())

    def note_at(self, place: int) -> Note | None:
        name = self.document or ""
        return Note(0, len(name), f"about *{name}*") if place < len(name) else None


@dataclass(frozen=True)
class AnswersLanguage(Language):
    name: str = "answers"
    lookahead: int = 1

    def boundaries(self, text: str) -> list[int]:
        return [match.end() for match in re.finditer(r"(?<!\\)\n(?=.)", text, re.S)]

    def read(self, text: str) -> Answers:
        return Answers(text)

    def compare_duplicates(
        self, units: Sequence[Answers], apart: Collection[Answers] = ()
    ) -> list[list[Finding]]:
        return [[] for _ in units]


@dataclass(frozen=True)
class Score:
    right: int
    key: Sequence[Answers]
    response: Sequence[Answers]


class AnswersFold:
    def __init__(self) -> None:
        self.right = 0

    def put(self, score: Any) -> None:
        self.right += score.right

    def drop(self, score: Any) -> None:
        self.right -= score.right

    def headline(self) -> float:
        return float(self.right)

    def totals(self) -> dict[str, Any]:
        return {"right": self.right}


class AnswersEvaluation(Evaluation):
    task = signature = "answers"
    headline_name = "right"
    document_name = "answer"

    def figures(self, totals: Mapping[str, Any]) -> list[Figure]:
        return [Figure(name, str(count)) for name, count in totals.items()]

    def in_short(self, totals: Mapping[str, Any]) -> str:
        return f"{totals['right']} right"

    def language(self, role: Role) -> AnswersLanguage:
        return AnswersLanguage()

    def score(self, document: str, key: Sequence[Answers], response: Sequence[Answers]) -> list[Score]:
        sides = [{word.group() for unit in units for word in unit.words} for units in (key, response)]
        return [Score(len(sides[0] & sides[1]), key, response)]

    def fold(self) -> AnswersFold:
        return AnswersFold()

    def marks(self, score: Score, side: Role, unit: Answers) -> Iterator[Mark]:
        """The item as a whole, each of its words, and at its end the words that it lacks."""
        others = score.response if side is Role.KEY else score.key
        other = {word.group(): (each, *word.span()) for each in others for word in each.words}
        end = len(unit.text.rstrip())
        whole = next(((each, 0, len(each.text.rstrip())) for each in others), None)
        yield Mark(unit, 0, end, Status.CORRECT, Level.ITEM, f"COR {unit.document}", whole, unit.document)
        alone = Status.MISSING if side is Role.KEY else Status.SPURIOUS
        for word in unit.words:
            partner = other.pop(word.group(), None)
            status = Status.CORRECT if partner else alone
            label = f"{status.value.upper()} {word.group()}"
            yield Mark(unit, *word.span(), status, Level.FILL, label, partner, word.group())
        for text, partner in other.items() if side is Role.RESPONSE else ():
            yield Mark(unit, end, end, Status.MISSING, Level.FILL, f"MIS {text}", partner, text)
        if not list(unit.words):
            yield Mark(unit, end, end, Status.MISSING, Level.FILL, "MIS everything", subject="everything")

    def document_totals(self, scores: Sequence[Score]) -> dict[str, Any]:
        return {"right": sum(score.right for score in scores)}

    def report_json(self, scores: Sequence[Score]) -> dict[str, Any]:
        return {}

    def report_text(self, scores: Sequence[Score], verbose: bool) -> str:
        return ""

    def report_files(self, scores: Sequence[Score], key: Any, response: Any) -> dict[str, str]:
        return {}


def answers(picture: str, key: str) -> Desk:
    """A file of answers with a cursor, scored against a key."""
    text, start, end = without_cursor(normal(picture))
    engine = Engine()
    engine.open(KEY, normal(key))
    engine.open(RESPONSE, text)
    live = engine.add_pair(Pair("answers", KEY, RESPONSE), AnswersEvaluation())
    live.work()
    return Desk(snapshot_of(engine, RESPONSE, Role.RESPONSE, live), text, start, end, 0)


def gold(picture: str, response: str) -> Desk:
    """A key of answers with a cursor, against which a file of answers is scored."""
    desk = answers(response, picture.replace("‸", ""))
    text, start, end = without_cursor(normal(picture))
    pair = desk.snapshot.pair
    assert pair is not None
    snapshot = Snapshot(KEY, TextBuffer(text), pair.reading(KEY), Role.KEY, pair)
    return Desk(snapshot, text, start, end, 0)
