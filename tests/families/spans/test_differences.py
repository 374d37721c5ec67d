"""Each difference of a document's spans has one class, and a repair."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.engine.reading import Reading
from keytally.error_analysis.analysis import valued_differences
from keytally.error_analysis.corrections import Corrections
from keytally.families.contract import Role, Settings
from keytally.families.interchange import ConversionFormat, Document, Entity, arranged
from keytally.families.registry import evaluation
from keytally.families.spans.brat import write_brat
from keytally.families.spans.json_lines import DOCCANO, PRODIGY, SPACY
from keytally.families.spans.label_studio import LABEL_STUDIO
from keytally.families.spans.reading import SpansLanguage
from keytally.findings.finding import apply_edits
from tests.error_analysis.laws import all_repaired, check_laws, rewritten, scored
from tests.families.spans.test_scoring import SPANS

TASK = evaluation("spans", Settings())
TEXT = "Ida Wren. Yes"


def document(spans: list[Entity]) -> Document:
    """A document with these spans, and one that all have."""
    kept = [*spans, Entity(((10, 13),), "A")]
    return Document("a", TEXT, arranged(kept, []).entities)


@given(SPANS, SPANS)
@settings(max_examples=40, deadline=None)
def test_the_laws_hold_for_brat(key: list[Entity], response: list[Entity]) -> None:
    check_laws(TASK, *(write_brat(document(spans))[0] for spans in (key, response)))


@given(SPANS, SPANS)
@settings(max_examples=40, deadline=None)
def test_a_brat_file_that_is_repaired_has_the_spans_of_the_key(
    key: list[Entity], response: list[Entity]
) -> None:
    texts = [write_brat(document(spans))[0] for spans in (key, response)]
    live = all_repaired(TASK, *texts)
    assert live.headline() == 100


@given(SPANS, SPANS)
@settings(max_examples=30, deadline=None)
def test_the_differences_of_records_have_the_gains_of_brat(key: list[Entity], response: list[Entity]) -> None:
    plain = [[each for each in spans if len(each.extents) == 1] for spans in (key, response)]
    sides = [document(spans) for spans in plain]
    in_brat = check_laws(TASK, *(write_brat(side)[0] for side in sides))
    live = scored(TASK, *("".join(DOCCANO.write([side])) for side in sides))
    of_records = [(each.difference.name, each.gain) for each, _ in valued_differences(Corrections(live))]
    assert of_records == [(each.difference.name, each.gain) for each in in_brat]


@given(SPANS, SPANS, st.sampled_from([DOCCANO, PRODIGY, SPACY, LABEL_STUDIO]))
@settings(max_examples=60, deadline=None)
def test_a_repaired_record_has_the_spans_of_the_key(
    key: list[Entity], response: list[Entity], form: ConversionFormat
) -> None:
    plain = [[each for each in spans if len(each.extents) == 1] for spans in (key, response)]
    assert form.write is not None
    sides = ["".join(form.write([document(spans)])) for spans in plain]
    assert all_repaired(TASK, *sides).headline() == 100


KEY = "T1\tPER 0 3\tIda\nT2\tLOC 8 14\tAnselm\n"
RESPONSE = "".join(
    f"{line}\n"
    for line in (
        "T1\tORG 0 3\tIda",
        "A1\tKind T1 x",
        "T2\tPER 4 8\tWren",
        "A2\tKind T2 x",
        "T3\tPER 4 7\tWre",
        "R1\tIn Arg1:T3 Arg2:T1",
    )
)


def test_the_lines_of_brat_that_a_repair_writes() -> None:
    """The type of one line, a new line, and a line less with what describes its span."""
    live = scored(TASK, KEY, RESPONSE)
    corrections = Corrections(live)
    rewriting = corrections.corrected("key", corrections.differences("key")).rewriting
    assert rewritten(live, rewriting).splitlines() == [
        "T1\tPER 0 3\tIda",
        "A1\tKind T1 x",
        "T3\tPER 4 7\tWre",
        "R1\tIn Arg1:T3 Arg2:T1",
        "T4\tLOC 8 14\tAnselm",
    ]
    [reason] = rewriting.refused.values()
    assert reason == "a relation or an event of the file refers to the entity"


def test_a_proposal_has_the_span_of_the_key_among_others_of_one_record() -> None:
    record = {"id": "key", "text": "Ida saw Anselm", "label": [[0, 3, "PER"], [8, 14, "LOC"], [4, 7, "ACT"]]}
    live = scored(TASK, f"{json.dumps(record)}\n", "T1\tPER 0 3\tIda\nT2\tORG 8 14\tAnselm\n")
    [unit], [document] = live.response.units, live.documents
    marks = [mark for score in live.scores_of(document) for mark in TASK.marks(score, Role.RESPONSE, unit)]
    proposals = [unit.proposal(mark) for mark in marks]
    assert [apply_edits(unit.text, [each.edit]) for each in proposals if each is not None] == [
        "T1\tPER 0 3\tIda\nT2\tLOC 8 14\tAnselm\n",
        "T1\tPER 0 3\tIda\nT2\tORG 8 14\tAnselm\nT3\tACT 4 7\tsaw\n",
    ]


def test_an_empty_file_of_brat_is_a_document_without_spans() -> None:
    language = SpansLanguage().of_file("a.ann")
    [unit] = Reading(language, "").units
    assert (unit.document, list(unit.entities)) == ("a", [])
