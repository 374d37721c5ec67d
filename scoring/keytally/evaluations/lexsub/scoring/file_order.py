"""Scores that depend on the order of a whole file: values that the programs carry from line to line."""

from collections.abc import Iterable, Iterator, Sequence

from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.scoring.program_scoring import GoldTable, ProgramScoring
from keytally.evaluations.lexsub.scoring.result import ItemScore


def gold_tables(scoring: ProgramScoring, key: Iterable[LexsubUnit]) -> dict[str, GoldTable]:
    """The whole gold standard as the program reads it, by item, including carried-over numbers."""
    tables: dict[str, GoldTable] = {}
    number: int | None = None
    for unit in key:
        if unit.list is not None and unit.document is not None:
            table = tables.get(unit.document)
            if table is None:
                table = tables[unit.document] = GoldTable()
            number = scoring.read_gold(table, unit.list, number)
    return tables


def in_order(
    scoring: ProgramScoring,
    scores: Sequence[ItemScore],
    key: Iterable[LexsubUnit],
    response: Iterable[LexsubUnit],
) -> list[ItemScore]:
    """The same scores, with unsettled ones computed in the order of both files."""
    tables = gold_tables(scoring, key)
    before = _guesses_before(scoring, tables, response)
    return [_settled(scoring, score, tables, before) for score in scores]


def _settled(
    scoring: ProgramScoring,
    score: ItemScore,
    tables: dict[str, GoldTable],
    before: dict[LexsubUnit, Sequence[str]],
) -> ItemScore:
    table = tables.get(score.document)
    if table is None or not (score.unsettled or table.unsettled):
        return score
    key = [score.key] if score.key else []
    response = [score.response] if score.response else []
    return scoring.score_item(
        score.document, key, response, table, before.get(score.response, ()) if score.response else ()
    )


def _guesses_before(
    scoring: ProgramScoring, tables: dict[str, GoldTable], response: Iterable[LexsubUnit]
) -> dict[LexsubUnit, Sequence[str]]:
    """For each scored line, the guesses that the program still holds from earlier lines."""
    before: dict[LexsubUnit, Sequence[str]] = {}
    guesses: Sequence[str] = ()
    for unit, text in scored_lines(tables, response):
        before[unit] = guesses
        guesses = scoring.answer(text, guesses).guesses
    return before


def scored_lines(
    tables: dict[str, GoldTable], response: Iterable[LexsubUnit]
) -> Iterator[tuple[LexsubUnit, str]]:
    """The first line of each item that has responses in the gold standard, with its list."""
    done: set[str] = set()
    for unit in response:
        if unit.list is None or unit.document is None or unit.document in done:
            continue
        table = tables.get(unit.document)
        if table is not None and table.responses:
            done.add(unit.document)
            yield unit, unit.list
