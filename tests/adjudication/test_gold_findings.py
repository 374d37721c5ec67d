"""The findings of an adjudication in its gold, by pictures of small documents."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.adjudication.decisions import Choice, Decision, Step, decision_line
from keytally.adjudication.gold_findings import GoldFindings
from keytally.engine.findings import Located
from tests.adjudication.test_live import FIRST, ORRIN, PIECES, Files, document, fresh, tagged

ANN = "Ann Lee"


class Gold:
    """An adjudication of named entity with the findings in its gold."""

    def __init__(self, files: Files) -> None:
        self.files = files
        assert files.live.gold is not None
        self.reading = files.live.gold
        self.findings = GoldFindings(files.live, self.reading)

    def edit(self, name: str, start: int, end: int, text: str) -> None:
        self.findings.renew(self.files.edit(name, start, end, text))

    def found(self) -> list[Located]:
        of_adjudication = ("undecided", "decided-otherwise", "stale-decision")
        return [each for each in self.reading.findings if each.finding.rule.name in of_adjudication]

    def told(self) -> list[tuple[str, str, str]]:
        """The rule, the stretch of the gold and the message of each finding."""
        text = self.files.texts()["gold"]
        found = self.found()
        return [(each.finding.rule.name, text[each.start : each.end], each.finding.message) for each in found]


def gold(texts: Sequence[str], text: str, decisions: str = "") -> Gold:
    """The gold of one document, and of annotators who have these texts."""
    files = {name: document(1, each) for name, each in zip(("anna", "ben", "cleo"), texts, strict=False)}
    return Gold(Files(files, document(1, text), decisions))


@pytest.mark.parametrize(
    ("annotators", "text", "told"),
    [
        (
            [tagged(ANN), tagged(ANN, "LOCATION")],
            ANN,
            ("undecided", ANN, "annotators disagree on 'Ann Lee': 1 PERSON (anna), 2 LOCATION (ben)"),
        ),
        (
            [f"Orrin met {tagged(ANN)}", f"Orrin met {ANN}"],
            f"{tagged('Orrin')} met {ANN}",
            ("undecided", ANN, "1 ENAMEX TYPE=PERSON (anna), 0 nothing (ben)"),
        ),
        (
            [tagged(ANN), tagged("Ann") + " Lee", tagged("Ann") + " Lee"],
            ANN,
            ("undecided", "Ann", "1 'Ann' (ben, cleo), 2 'Ann Lee' (anna)"),
        ),
        (
            [tagged(ANN), tagged(ANN)],
            tagged(ANN, "LOCATION"),
            (
                "decided-otherwise",
                tagged(ANN, "LOCATION"),
                "all annotators have ENAMEX TYPE=PERSON for 'Ann Lee', but the gold has ENAMEX TYPE=LOCATION",
            ),
        ),
    ],
)
def test_a_finding_stands_where_the_item_would_be(
    annotators: list[str], text: str, told: tuple[str, str, str]
) -> None:
    [(rule, piece, message)] = gold(annotators, text).told()
    assert (rule, piece) == told[:2]
    assert told[2] in message


def test_a_finding_leads_to_each_annotator() -> None:
    [found] = gold([tagged(ANN), tagged(ANN, "LOCATION"), ANN], ANN).found()
    assert [related.message for related in found.finding.related] == [
        "anna: ENAMEX TYPE=PERSON",
        "ben: ENAMEX TYPE=LOCATION",
    ]
    pieces = [each.unit.text[each.start : each.end] for each in found.finding.related]
    assert pieces == [tagged(ANN), tagged(ANN, "LOCATION")]


@pytest.mark.parametrize(("cleo", "told"), [(ANN, ["undecided"]), (tagged(ANN), [])])
def test_where_one_has_not_finished_it_is_told_how_the_others_differ(cleo: str, told: list[str]) -> None:
    """Ben has not finished the second document."""
    annotators = {"anna": document(2, tagged(ANN)), "ben": document(2, ANN), "cleo": document(2, cleo)}
    found = Gold(Files(annotators, document(2, ANN))).told()
    assert [rule for rule, _, _ in found] == told
    assert all("1 ENAMEX TYPE=PERSON (anna), 0 nothing (cleo)" in message for _, _, message in found)


@pytest.mark.parametrize("text", [tagged(ANN), tagged(ANN, "LOCATION"), tagged(ANN, "DATE")])
def test_what_the_gold_says_is_decided(text: str) -> None:
    assert gold([tagged(ANN), tagged(ANN, "LOCATION")], text).told() == []


def test_what_all_say_and_the_gold_lacks_is_no_finding() -> None:
    assert gold([tagged(ANN), tagged(ANN)], ANN).told() == []


def test_a_decision_on_other_variants_is_told_with_who_made_it() -> None:
    made = Decision("1", (Step("entity", ANN),), Choice.TAKE, "0badcafe", "anna", "carl")
    [(rule, piece, message)] = gold([tagged(ANN), ANN], tagged(ANN), decision_line(made)).told()
    assert (rule, piece) == ("stale-decision", tagged(ANN))
    assert "'take anna' was decided by carl for 'Ann Lee', but the annotations have changed since" in message


def test_a_decision_on_what_nobody_says_any_more_stands_at_the_start_of_the_document() -> None:
    made = Decision("1", (Step("entity", "Wren"),), Choice.NONE, "0badcafe")
    [(rule, piece, message)] = gold([tagged(ANN), tagged(ANN)], ANN, decision_line(made)).told()
    assert (rule, piece) == ("stale-decision", "")
    assert "'none' was decided for 'entity Wren', which no annotator has now" in message


def test_decisions_on_a_document_that_no_file_has_are_one_finding_at_the_end_of_the_gold() -> None:
    made = [Decision("9", (Step("entity", name),), Choice.NONE, "0badcafe") for name in ("Ann", "Wren")]
    there = gold([tagged(ANN), tagged(ANN)], ANN, "\n".join(map(decision_line, made)))
    [(rule, piece, message)] = there.told()
    assert (rule, piece) == ("stale-decision", "")
    assert message == "2 decisions on document '9': neither the annotators nor the gold have these items"
    assert there.found()[0].start == len(document(1, ANN))
    text = there.files.texts()["decisions"]
    there.edit("decisions", 0, len(text), "")
    assert there.told() == []


def test_a_document_that_the_gold_lacks_is_one_finding_at_its_end() -> None:
    there = Gold(Files(FIRST, document(2, "more")))
    [(rule, piece, message)] = there.told()
    assert (rule, piece) == ("undecided", "")
    assert message == "the gold has no document '1'; undecided: 2 items"
    assert there.found()[0].start == len(document(2, "more"))


def test_an_empty_gold_tells_of_each_document() -> None:
    files = {
        name: document(1, text) + document(2, text) for name, text in (("anna", tagged(ANN)), ("ben", ANN))
    }
    assert [message for _, _, message in Gold(Files(files)).told()] == [
        "the gold has no document '1'; undecided: 1 item",
        "the gold has no document '2'; undecided: 1 item",
    ]


EDITS = st.tuples(st.sampled_from(["anna", "ben", "gold"]), st.floats(0, 1), st.integers(0, 60), PIECES)


@settings(max_examples=60)
@given(st.lists(EDITS, min_size=1, max_size=5), st.sampled_from(["", document(1, ANN, "met", ORRIN)]))
def test_after_any_edits_the_findings_equal_those_of_a_fresh_start(
    edits: Sequence[tuple[str, float, int, str]], text: str
) -> None:
    there = Gold(Files(FIRST, text))
    for name, place, length, piece in edits:
        size = len(there.files.texts()[name])
        start = round(place * size)
        there.edit(name, start, min(start + length, size), piece)
    again = Gold(fresh(there.files))
    assert sorted(there.told()) == sorted(again.told())
    assert [each.start for each in there.found()] == [each.start for each in again.found()]
