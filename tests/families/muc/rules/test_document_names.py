"""A large document is compared in part after an edit: its findings are those of a comparison of all."""

from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keytally.engine import findings
from keytally.engine.reading import Reading
from keytally.families.contract import Role
from tests.calls import calls_counted
from tests.families.muc.template_files import language

PIECES = [
    "<PERSON-1-1> :=\n",
    "<PERSON-1-2> :=\n",
    "<ORGANIZATION-1-1> :=\n",
    "<ORGANIZATION-2-1> :=\n",
    "<PERSON-1-> :=\n",
    "\tORG_LEADER: <PERSON-1-1>\n",
    "\tORG_LEADER: <PERSON-1-2>\n",
    "\tPER_NAME: <ORGANIZATION-1-1>\n",
    "\t\t/ <PERSON-1-2>\n",
    "<",
    "\n",
]
TEXT = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
EDITS = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 20), TEXT), max_size=6)


@pytest.mark.parametrize("large", [0, 2])
@given(text=TEXT, edits=EDITS)
@example(
    text="<PERSON-1-2> :=\n<PERSON-1-2> :=\n\tORG_LEADER: <PERSON-1-1>\n",
    edits=[(0, 0, "<PERSON-1-1> :=\n")],
)
def test_findings_after_edits_are_those_of_a_fresh_run(
    large: int, text: str, edits: list[tuple[int, int, str]]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(findings, "LARGE", large)
        reading = Reading(language(Role.KEY), text)
        for place, length, added in edits:
            start, end = min(place, len(text)), min(place + length, len(text))
            reading.edit([(start, end, added)])
            text = text[:start] + added + text[end:]
            assert found(reading) == found(Reading(language(Role.KEY), text))


def found(reading: Reading) -> list[tuple[str, int, int, str, list[int]]]:
    """The findings of a reading, with the places in the file that they name."""
    return [
        (
            each.finding.rule.name,
            each.start,
            each.end,
            each.finding.message,
            [reading.units.offset_of(other.unit) + other.start for other in each.finding.related],
        )
        for each in reading.findings
    ]


@pytest.mark.parametrize("line", ['\tPER_NAME: "Ann"\n', "\tORG_LEADER: <PERSON-1-0>\n"])
def test_an_edit_of_one_object_costs_the_same_in_any_large_document(line: str) -> None:
    costs = [calls_of_an_edit(objects, line) for objects in (1_000, 4_000)]
    assert costs[1].total() < 1.1 * costs[0].total(), costs[1] - costs[0]


def calls_of_an_edit(objects: int, line: str) -> Counter[str]:
    """The calls of one edit, with the number of units whose findings were looked at."""
    record = f"<ORGANIZATION-1-{{0}}> :=\n{line}"
    text = "".join(map(record.format, range(1, objects + 1)))
    reading = Reading(language(Role.RESPONSE), text)
    place = text.index("\t", len(text) // 2) + 5
    reading.edit([(place, place, "x")])
    with calls_counted() as counts:
        reading.edit([(place, place + 1, "")])
    return counts
