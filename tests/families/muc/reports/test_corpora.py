"""The reports of whole corpora: every number in them adds up, every offset finds its text."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from keytally.families.contract import Role
from keytally.families.muc.configuration.resolution import load_configuration
from keytally.families.muc.model import Configuration, MucObject
from keytally.families.muc.report_files import Starts, extraction_summary, map_history, named_entity_summary
from keytally.families.muc.reports import json_report, row_line, score_page, score_report
from keytally.families.muc.scoring.named_entity import NamedEntityScoring
from keytally.families.muc.scoring.results import DocumentScore
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.syntax import SgmlSyntax
from keytally.families.muc.sgml.unit import SgmlUnit, element_objects
from keytally.tallies.tally import TOTAL, Tally, total_of

CONFIGURATIONS = [
    *(f"ne/config{name}" for name in ("1", "2", "3", "_ie", "_key2key")),
    *(f"ne7/config{number}" for number in (1, 2, 3)),
]


class Corpus(NamedTuple):
    """A scored pair of files, and what each has without its task tags."""

    configuration: Configuration
    scores: Sequence[DocumentScore]
    starts: Sequence[Starts]
    key: str
    response: str


class Side(NamedTuple):
    """The documents of a file with their objects, and where each starts without task tags."""

    documents: list[tuple[SgmlUnit, Sequence[MucObject]]]
    starts: list[int]
    text: str


def read_side(file: Path, configuration: Configuration, role: Role) -> Side:
    """A file, read in its role."""
    syntax = SgmlSyntax.of(configuration)
    language = SgmlLanguage(syntax, role)
    text = file.read_text(encoding="utf-8")
    places = [0, *language.boundaries(text), len(text)]
    units = [language.read(text[start:end]) for start, end in pairwise(places) if start < end]
    starts = list(accumulate((unit.stripped_length for unit in units), initial=0))
    found = [(unit, element_objects(unit, syntax, role)) for unit in units]
    return Side(found, starts[:-1], "".join(unit.stripped() for unit in units))


def scored_corpus(file: Path) -> Corpus:
    """What a configuration names, scored."""
    configuration = load_configuration(file)
    both = configuration.scoring_method == "key2key"
    key = read_side(file.parent / configuration.key_file, configuration, Role.KEY)
    other = Role.KEY if both else Role.RESPONSE
    response = read_side(file.parent / configuration.response_file, configuration, other)
    scoring = NamedEntityScoring(configuration)
    scores = []
    for (ours, keys), (theirs, responses) in zip(key.documents, response.documents, strict=True):
        assert ours.document == theirs.document
        scores.append(scoring.score(ours.document or "", keys, responses))
    starts = [Starts(*places) for places in zip(key.starts, response.starts, strict=True)]
    return Corpus(configuration, scores, starts, key.text, response.text)


@pytest.fixture(scope="module", params=CONFIGURATIONS)
def corpus(request: pytest.FixtureRequest, corpora: Path) -> Corpus:
    return scored_corpus(corpora / request.param)


Attributes = dict[str, Any]
Read = Callable[[str], list[Attributes]]


def tally_of(printed: str) -> Tally:
    """The tally of the map history's eight counts, of which the first two follow from the others."""
    pos, act, *counts = map(int, printed.split())
    tally = Tally(*counts)
    assert (tally.pos, tally.act) == (pos, act)
    return tally


def summed(parts: Sequence[Attributes], name: str) -> Tally:
    """The sum of one attribute of lists."""
    total = Tally()
    for part in parts:
        total = total.plus(tally_of(part[name]))
    return total


@pytest.fixture(scope="module")
def documents(corpus: Corpus, read_map_history: Read) -> list[Attributes]:
    return read_map_history(map_history(corpus.scores, corpus.configuration, corpus.starts))


LEVELS = [
    ("-doctallies", "-class_pairs", "-class_tallies"),
    ("-class_tallies", "-obj_pairs", "-obj_pair_tallies"),
    ("-obj_pair_tallies", "-slot_pairs", "-slot_tallies"),
    ("-slot_tallies", "-multi-fill_pairs", "-multi_fill_tallies"),
    ("-multi_fill_tallies", "-single_fill_pairs", "-single_fill_pair_tallies"),
]


@pytest.mark.long
def test_each_level_of_the_map_history_adds_up(corpus: Corpus, documents: list[Attributes]) -> None:
    """From the single fills to the documents, and those to ALL SLOTS of the score report."""
    lists = documents
    for tallies, parts, part_tallies in LEVELS:
        assert all(tally_of(item[tallies]) == summed(item[parts], part_tallies) for item in lists)
        lists = [part for item in lists for part in item[parts]]
    report = score_report(corpus.scores, corpus.configuration)
    rows = [line for line in report.splitlines() if line.startswith("ALL SLOTS")]
    assert rows[-1] == row_line("ALL SLOTS", summed(documents, "-doctallies"))
    assert rows[:-1] == [row_line("ALL SLOTS", tally_of(item["-doctallies"])) for item in documents]


def first_text(pair: Attributes, side: str) -> Attributes:
    """The fill of one side that is the text between the tags."""
    slot = next(slot for slot in pair["-slot_pairs"] if slot["-slot_name"] == "TEXT")
    fills = (fills for group in slot["-multi-fill_pairs"] for fills in group["-single_fill_pairs"])
    of_side = (fill.get(f"-{side}_single_fill", {}) for fill in fills)
    [first] = (fill for fill in of_side if "-start_offset" in fill)
    return first


@pytest.mark.parametrize("side", ["key", "rsp"])
def test_every_offset_finds_its_text(side: str, corpus: Corpus, documents: list[Attributes]) -> None:
    """Offsets count from the beginning of the file without task tags; an end is the close tag's place."""
    text = corpus.key if side == "key" else corpus.response
    pairs = [pair for item in documents for group in item["-class_pairs"] for pair in group["-obj_pairs"]]
    present = [pair for pair in pairs if f"-{side}_obj_id" in pair]
    assert len(present) > 100
    for pair in present:
        start, end = pair[f"-{side}_obj_start_offset"], pair[f"-{side}_obj_end_offset"]
        fill = first_text(pair, side)
        assert (fill["-start_offset"], fill["-end_offset"]) == (start, end)
        assert text[int(start) : int(end)].replace("\n", " ") == fill["-fill"]


def test_the_totals_page_is_the_sum_of_the_documents(corpus: Corpus) -> None:
    totals = total_of(score.tabulation for score in corpus.scores)
    report = score_report(corpus.scores, corpus.configuration)
    assert report.endswith("\n" + score_page("TOTALS", totals, corpus.configuration))
    assert all(len(line) <= 78 for line in report.splitlines())
    json = json_report(corpus.scores, corpus.configuration, "")
    for count in Tally._fields:
        assert json["totals"][count] == sum(entry[count] for entry in json["documents"].values())
        slots = (slot for slots in json["slots"].values() for slot in slots.values())
        assert json["totals"][count] == sum(slot[count] for slot in slots)
    assert Tally(*(json["totals"][count] for count in Tally._fields)) == totals[TOTAL]


def test_the_summary_has_a_line_for_each_object_pair(corpus: Corpus) -> None:
    pairs = [pair for score in corpus.scores for group in score.classes.values() for pair in group]
    lines = named_entity_summary(corpus.scores, corpus.configuration).splitlines()
    rows = [line for line in lines if line.startswith(("ENAMEX", "TIMEX", "NUMEX"))]
    assert len(rows) == len(pairs)
    assert len(lines) == len(rows) + 5 * len(corpus.scores) - 1
    statuses = Counter(status for row in rows for status in row[8:20].split())
    total = total_of(score.tabulation for score in corpus.scores)[TOTAL]
    assert statuses["cor"] == total.cor
    assert [statuses[name] for name in ("par", "inc", "mis", "spu")] == [*total[1:5]]


def test_the_long_summary_has_a_line_for_each_single_fill(corpus: Corpus) -> None:
    slots = [
        slot
        for s in corpus.scores
        for group in s.classes.values()
        for pair in group
        for slot in pair.slots.values()
    ]
    lines = extraction_summary(corpus.scores, corpus.configuration).splitlines()
    fills = Counter(fill.status.value for slot in slots for fill in slot.fills)
    assert Counter(line[:3] for line in lines if line[:3].islower()) == fills
