"""Coreference as an evaluation: marks of both sides, figures, and what the live features ask."""

from collections.abc import Sequence

import pytest

from keytally.families import registry
from keytally.families.contract import Level, Mark, Role, Settings, SettingsError
from keytally.families.muc.evaluation.coreference import Coreference
from keytally.tallies.status import Status
from tests.families.muc.coreference_files import coreference, document, in_classes, scored, unit_of

KEY = document(
    '<COREF ID="1">Ms. Noor</COREF> said <COREF ID="2" TYPE="IDENT" REF="1">she</COREF> would sail'
    ' <COREF ID="3" TYPE="IDENT" REF="2">her</COREF> boat. <COREF ID="4" STATUS="OPT">It</COREF> sank. Then'
    ' <COREF ID="5" TYPE="IDENT" REF="3" MIN="woman">the old woman</COREF> left.'
)
RESPONSE = document(
    '<COREF ID="1">Ms. Noor</COREF> said <COREF ID="2" REF="1">she</COREF> would sail'
    ' her boat. It sank. <COREF ID="6">Then</COREF>'
    ' the old <COREF ID="7" REF="6">woman</COREF> left.'
)

Shown = list[tuple[str, str, str, str | None]]


@pytest.fixture
def marks() -> tuple[Sequence[Mark], Sequence[Mark]]:
    """The marks of both sides."""
    task = coreference()
    units = unit_of(task, KEY), unit_of(task, RESPONSE, Role.RESPONSE)
    [result] = task.score("1", [units[0]], [units[1]])
    return (
        list(task.marks(result, Role.KEY, units[0])),
        list(task.marks(result, Role.RESPONSE, units[1])),
    )


def shown(marks: Sequence[Mark]) -> Shown:
    """Level, what a mark stands over, its label, and what its partner stands over."""
    return [
        (
            mark.level.value,
            mark.unit.text[mark.start : mark.end],
            mark.label,
            mark.partner and mark.partner[0].text[mark.partner[1] : mark.partner[2]],
        )
        for mark in marks
    ]


def test_the_marks_of_the_key(marks: tuple[Sequence[Mark], Sequence[Mark]]) -> None:
    she = '<COREF ID="2" TYPE="IDENT" REF="1">she</COREF>'
    assert shown(marks[0]) == [
        ("mention", '<COREF ID="1">Ms. Noor</COREF>', 'COR "Ms. Noor"', '<COREF ID="1">Ms. Noor</COREF>'),
        ("mention", she, 'COR "she"', '<COREF ID="2" REF="1">she</COREF>'),
        ("mention", '<COREF ID="3" TYPE="IDENT" REF="2">her</COREF>', 'MIS "her"', None),
        ("mention", '<COREF ID="4" STATUS="OPT">It</COREF>', 'OPT "It"', None),
        (
            "mention",
            '<COREF ID="5" TYPE="IDENT" REF="3" MIN="woman">the old woman</COREF>',
            'INC "the old woman" (response: mention 2 of 2 in the chain of "Then")',
            '<COREF ID="7" REF="6">woman</COREF>',
        ),
        ("link", 'REF="2"', 'MIS LINK "her" to "she"', None),
        (
            "link",
            'REF="3"',
            'MIS LINK "the old woman" to "her"',
            '<COREF ID="7" REF="6">woman</COREF>',
        ),
    ]


def test_the_marks_of_the_response(marks: tuple[Sequence[Mark], Sequence[Mark]]) -> None:
    her = '<COREF ID="3" TYPE="IDENT" REF="2">her</COREF>'
    woman = '<COREF ID="5" TYPE="IDENT" REF="3" MIN="woman">the old woman</COREF>'
    assert shown(marks[1])[2:] == [
        ("mention", '<COREF ID="6">Then</COREF>', 'SPU "Then"', None),
        (
            "mention",
            '<COREF ID="7" REF="6">woman</COREF>',
            'INC "woman" (key: mention 4 of 4 in the chain of "Ms. Noor")',
            woman,
        ),
        ("mention", "", 'MIS "her"', her),
        ("mention", "", 'OPT "It"', '<COREF ID="4" STATUS="OPT">It</COREF>'),
        ("link", "", 'MIS LINK "her" to "she"', her),
        ("link", "", 'MIS LINK "the old woman" to "her"', woman),
        ("link", 'REF="6"', 'SPU LINK "woman" to "Then"', woman),
    ]


def test_what_lacks_stands_where_it_would(marks: tuple[Sequence[Mark], Sequence[Mark]]) -> None:
    places = {mark.label: mark.unit.text[: mark.start] for mark in marks[1] if mark.start == mark.end}
    assert places['MIS "her"'].endswith("would sail ")
    assert places['MIS LINK "her" to "she"'].endswith("would sail ")
    assert places['MIS LINK "the old woman" to "her"'].endswith('the old <COREF ID="7" REF="6"')


def test_a_document_that_one_side_lacks() -> None:
    task = coreference()
    unit = unit_of(task, KEY)
    [missing] = task.score("1", [unit], [])
    assert {mark.status for mark in task.marks(missing, Role.KEY, unit)} == {Status.MISSING, Status.OPTIONAL}
    [spurious] = task.score("1", [], [unit])
    assert {mark.status for mark in task.marks(spurious, Role.RESPONSE, unit)} == {Status.SPURIOUS}
    assert list(task.marks(spurious, Role.KEY, unit)) == []


class TestClasses:
    def test_each_class_stands_for_one_at_most(self) -> None:
        """Of classes that share as many mentions the first ones are the same."""
        score = scored(in_classes("ABCD"), in_classes("AB CD"))
        assert (score.counterpart(0, True), score.counterpart(0, False), score.counterpart(1, False)) == (
            0,
            0,
            None,
        )
        assert [score.status(mention, True) for mention in range(4)] == [Status.CORRECT] * 2 + [
            Status.INCORRECT
        ] * 2

    def test_those_that_share_the_most_are_the_same(self) -> None:
        score = scored(in_classes("AB CDEF"), in_classes("ACDE BF"))
        assert score.counterpart(1, key_side=True) == 0
        assert score.counterpart(0, key_side=True) == 1
        statuses = {text: score.status(mention, True).value for mention, text in enumerate("ABCDEF")}
        assert statuses == {"A": "inc", "B": "cor", "C": "cor", "D": "cor", "E": "cor", "F": "inc"}

    def test_cells_breaks_and_what_they_cost(self) -> None:
        score = scored(in_classes("ABCD EF"), in_classes("AC BE F"))
        key = score.key
        assert key.cells(0) == [[0, 2], [1], [3]]
        assert list(key.breaks(0)) == [(1, 0), (3, 2)]
        assert key.counterparts(0) == [0, 1]
        assert score.cost(0, key_side=True) == pytest.approx(100 * 2 / 4)
        assert score.cost(1, key_side=True) == pytest.approx(100 * 1 / 4)
        assert score.cost(0, key_side=False) == 0
        assert score.cost(1, key_side=False) == pytest.approx(100 * 1 / 2)


TOTALS = {"key_classes": 4, "response_classes": 5, "recall": [11, 15], "precision": [11, 14], "f": 75.86}


class TestFigures:
    def test_the_manuals_second_row(self) -> None:
        task = coreference()
        assert [(figure.name, figure.text) for figure in task.figures(TOTALS)] == [
            ("Key classes", "4"),
            ("Response classes", "5"),
            ("Recall", "11 / 15"),
            ("Precision", "11 / 14"),
            ("F", "75.9"),
        ]
        assert task.in_short(TOTALS) == "F 75.9  R 11/15  P 11/14"
        assert task.in_short({}) == ""
        assert task.headline_name == "F"

    def test_json(self) -> None:
        task = coreference()
        units = unit_of(task, in_classes("ABC")), unit_of(task, in_classes("AB"), Role.RESPONSE)
        scores = task.score("1", [units[0]], [units[1]])
        entry = {"key_classes": 1, "response_classes": 1, "recall": [1, 2], "precision": [1, 1]}
        report = task.report_json(scores)
        assert {name: report["totals"][name] for name in entry} == entry
        assert report["totals"]["f"] == pytest.approx(200 / 3)
        assert report["documents"] == {"1": report["totals"]} == {"1": task.document_totals(scores)}
        assert [report[part] for part in ("objects", "slots", "subtasks", "sections", "text_filter")] == [
            {}
        ] * 5

    def test_a_number_that_stands_twice_is_one_entry(self) -> None:
        task = coreference()
        unit = unit_of(task, in_classes("ABC"))
        scores = task.score("1", [unit, unit], [unit])
        assert task.report_json(scores)["documents"]["1"]["recall"] == [2, 4]


def test_the_registry_finds_it() -> None:
    task = registry.evaluation("coreference", Settings(options=[("co_exact", ("yes",))]))
    assert isinstance(task, Coreference)
    assert task.signature.startswith("keytally:")
    assert "|task:coreference|" in task.signature and "|co_exact:yes" in task.signature
    with pytest.raises(SettingsError):
        registry.evaluation("coreference", Settings("muc6-ne"))


def test_levels_are_those_of_the_protocol() -> None:
    assert (Level.MENTION.value, Level.LINK.value) == ("mention", "link")


def test_a_mention_is_graded_by_its_link() -> None:
    """One class of the key in two of the response: only the mention at the break has a wrong link."""
    ties = [f'<COREF ID="{number}" REF="{number - 1}">m{number}</COREF>' for number in range(2, 7)]
    whole = '<COREF ID="1">m1</COREF> ' + " ".join(ties)
    cut = whole.replace(' REF="3"', "")
    task = coreference()
    units = unit_of(task, document(whole)), unit_of(task, document(cut), Role.RESPONSE)
    [result] = task.score("1", [units[0]], [units[1]])
    for role, unit in zip((Role.KEY, Role.RESPONSE), units, strict=True):
        mentions = [mark for mark in task.marks(result, role, unit) if mark.level is Level.MENTION]
        assert [mark.status.value for mark in mentions] == ["cor", "cor", "cor", "inc", "inc", "inc"]
        assert [mark.verdict.value for mark in mentions] == ["cor", "cor", "cor", "inc", "cor", "cor"]


def test_as_many_mentions_are_wrong_as_links_are(marks: tuple[Sequence[Mark], Sequence[Mark]]) -> None:
    assert [(mark.label, mark.verdict.value) for mark in marks[1] if mark.level is Level.MENTION] == [
        ('COR "Ms. Noor"', "cor"),
        ('COR "she"', "cor"),
        ('SPU "Then"', "spu"),
        ('INC "woman" (key: mention 4 of 4 in the chain of "Ms. Noor")', "inc"),
        ('MIS "her"', "mis"),
        ('OPT "It"', "opt"),
    ]
