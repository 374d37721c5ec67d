"""The score report, against the manual's two pages and by its layout."""

from collections.abc import Callable

import pytest

from keytally.families.muc.model import ClassDefinition, Configuration, SectionGroup, SlotDefinition, Subtask
from keytally.families.muc.reports import f_lines, heading, row_line, score_page, score_report
from keytally.families.muc.scoring.results import DocumentScore
from keytally.tallies.tally import TEXT_FILTER, TOTAL, Row, Tally

Rows = dict[Row, Tally]


def counts_of(line: str) -> Tally:
    """The counts that a printed row gives: COR PAR INC MIS SPU NON."""
    _, aligned, lost, _ = line.split("|")
    cor, par, inc, mis, spu, non = map(int, f"{aligned} {lost}".split())
    return Tally(cor, par, inc, mis, spu, non)


def read_page(text: str) -> dict[tuple[str, str, str], Tally]:
    """The counts of a printed page by part, heading within the part, and name."""
    counts, part, head = {}, "", ""
    for line in text.splitlines():
        name = line[:13]
        if line.startswith(("SUBTASK", "SECT", "OBJ", "SLOT")):
            part, head = line[:24].strip(), ""
        elif line.endswith("|"):
            head = name.strip()
        elif line.count("|") == 3 and "POS" not in line:
            counts[part, head if name.startswith(" ") else "", name.strip()] = counts_of(line)
    return counts


def test_manual_named_entity_page(configuration: Configuration, manual_page: Callable[[str], str]) -> None:
    """The manual's "page from a score report for the named entity task": its counts print as that page."""
    expected = manual_page("named_entity_page.txt")
    rows: Rows = {}
    for (part, head, name), tally in read_page(expected).items():
        full = "organization" if name == "organizatio" else name
        names = {
            "SUBTASK SCORES": Row("subtask", (head, "type", full)),
            "SECT SCORES": Row("section", (name,)),
            "OBJ SCORES": Row("object", (name,)),
            "SLOT SCORES": Row("slot", (head, name)),
        }
        rows[TOTAL if name == "ALL SLOTS" else names[part]] = tally
    assert score_page("TOTALS", rows, configuration) == f"TOTALS\n{expected}"


def scenario_configuration() -> Configuration:
    """That of the manual's scenario-template page: aligned from person to template, printed the other way."""
    slots = {
        "template": "doc-nr content comment",
        "succession_event": "success_org post in_and_out vac_reason comment",
        "in_and_out": "io_person new_status on_the_job other_org rel_oth_org comment",
        "organization": "name alias descriptor type locale country comment",
        "person": "name alias title comment",
    }
    return Configuration(
        scoring_task="scenario_template",
        classes=tuple(ClassDefinition(name, name, True, 0) for name in reversed(slots)),
        slots=tuple(
            SlotDefinition(name, f"the {slot}", slot, True, 1, "string")
            for name, names in slots.items()
            for slot in names.split()
        ),
    )


def test_manual_scenario_template_page(manual_page: Callable[[str], str]) -> None:
    """Manual: "Each page is divided into four sections": text filtering, objects, slots, the final scores."""
    expected = manual_page("scenario_template_page.txt")
    rows: Rows = {}
    for (part, head, name), tally in read_page(expected).items():
        owner, named = (text.replace("succession_e", "succession_event") for text in (head, name))
        names = {
            "": TEXT_FILTER,
            "OBJ SCORES": Row("object", (named,)),
            "SLOT SCORES": Row("slot", (owner, f"the {name}")),
        }
        rows[TOTAL if name == "ALL SLOTS" else names[part]] = tally
    assert score_page("TOTALS", rows, scenario_configuration()) == f"TOTALS\n{expected}"


@pytest.mark.parametrize("name", ["named_entity_page.txt", "scenario_template_page.txt"])
def test_every_row_of_the_manual(name: str, manual_page: Callable[[str], str]) -> None:
    """All rows of the manual's tables follow from their counts, percentages as ⌊x + 0.5⌋."""
    rows = [line for line in manual_page(name).splitlines() if line.count("|") == 3 and "POS" not in line]
    rows = [line for line in rows if not line.endswith("|")]
    assert len(rows) == {"named_entity_page.txt": 28, "scenario_template_page.txt": 32}[name]
    assert [row_line(line[:13].rstrip(), counts_of(line)) for line in rows] == rows


@pytest.mark.parametrize("task", ["template_element", "template_relation"])
def test_element_and_relation_pages_have_no_text_filtering(task: str) -> None:
    """They "are identical to the scenario template score reports, except ... no text filtering"."""
    scenario = score_page("TOTALS", {}, scenario_configuration()).splitlines(keepends=True)
    lines = score_page("TOTALS", {}, scenario_configuration()._replace(scoring_task=task))
    assert lines == "".join(scenario[:4] + scenario[6:])
    assert "TEXT FILTERI" in scenario[4]


def test_long_names_are_cut_and_long_counts_are_not() -> None:
    assert row_line("succession_event", Tally(cor=12345))[:30] == "succession_e 12345 12345|12345"
    assert row_line(" success_organization", Tally(1))[:25] == " success_org     1     1|"


def test_half_a_percent_rounds_up() -> None:
    row = row_line("x", Tally(cor=1, mis=199))
    assert row.split("|")[-1].split() == ["1", "100", "100", "0", "0", "100"]


def test_partial_counts_half() -> None:
    """REC = (COR + 0.5 PAR) / POS."""
    assert row_line("x", Tally(cor=1, par=1, mis=2, spu=1)) == (
        "x                4     3|   1   1    0|   2    1    0|  38  50  50  33  25  70"
    )


def test_widths() -> None:
    assert len(row_line("x", Tally(9999, 999, 9999, 9999, 9999, 9999))) == 78
    assert [at for at, character in enumerate(row_line("x", Tally())) if character == "|"] == [24, 38, 53]
    assert [at for at, character in enumerate(heading("x")) if character == "|"] == [24, 38, 53]
    assert [len(line) for line in f_lines(Tally())] == [75, 75]


def test_report_is_a_page_a_document_and_the_totals(configuration: Configuration) -> None:
    """Manual: "one page of scores for each document in the task, plus one page for the totals"."""
    small = configuration._replace(
        classes=(ClassDefinition("enamex", "names", True, 0),),
        slots=(SlotDefinition("enamex", "text", "string", True, 1, "string"),),
        subtasks=(Subtask("enamex", "type", "person"),),
        doc_section_groups=(SectionGroup("Body", ("TXT",)),),
    )
    text, person, body = Row("slot", ("enamex", "text")), Row("subtask", ("enamex", "type", "person")), "Body"
    first: Rows = {text: Tally(1, 0, 1), TOTAL: Tally(1, 0, 1), Row("object", ("enamex",)): Tally(2)}
    second: Rows = {
        text: Tally(mis=1),
        TOTAL: Tally(mis=1),
        person: Tally(1),
        Row("section", (body,)): Tally(1),
    }
    scores = [DocumentScore("1", {}, first), DocumentScore("22", {}, second)]
    assert score_report(scores, small) == REPORT


REPORT = """\
Document 1
------------------------------------------------------------------------------
               POS   ACT| COR PAR INC | MIS  SPU  NON| REC PRE UND OVG SUB ERR
------------------------+-------------+--------------+------------------------
SUBTASK SCORES          |             |              |
names                   |             |              |
 person          0     0|   0   0    0|   0    0    0|   0   0   0   0   0   0
------------------------+-------------+--------------+------------------------
SECT SCORES             |             |              |
Body             0     0|   0   0    0|   0    0    0|   0   0   0   0   0   0
------------------------+-------------+--------------+------------------------
OBJ SCORES              |             |              |
names            2     2|   2   0    0|   0    0    0| 100 100   0   0   0   0
------------------------+-------------+--------------+------------------------
SLOT SCORES             |             |              |
names                   |             |              |
 string          2     2|   1   0    1|   0    0    0|  50  50   0   0  50  50
------------------------+-------------+--------------+------------------------
ALL SLOTS        2     2|   1   0    1|   0    0    0|  50  50   0   0  50  50
                                                    P&R      2P&R      P&2R
F-MEASURES                                        50.00     50.00     50.00

Document 22
------------------------------------------------------------------------------
               POS   ACT| COR PAR INC | MIS  SPU  NON| REC PRE UND OVG SUB ERR
------------------------+-------------+--------------+------------------------
SUBTASK SCORES          |             |              |
names                   |             |              |
 person          1     1|   1   0    0|   0    0    0| 100 100   0   0   0   0
------------------------+-------------+--------------+------------------------
SECT SCORES             |             |              |
Body             1     1|   1   0    0|   0    0    0| 100 100   0   0   0   0
------------------------+-------------+--------------+------------------------
OBJ SCORES              |             |              |
names            0     0|   0   0    0|   0    0    0|   0   0   0   0   0   0
------------------------+-------------+--------------+------------------------
SLOT SCORES             |             |              |
names                   |             |              |
 string          1     0|   0   0    0|   1    0    0|   0   0 100   0   0 100
------------------------+-------------+--------------+------------------------
ALL SLOTS        1     0|   0   0    0|   1    0    0|   0   0 100   0   0 100
                                                    P&R      2P&R      P&2R
F-MEASURES                                         0.00      0.00      0.00

TOTALS
------------------------------------------------------------------------------
               POS   ACT| COR PAR INC | MIS  SPU  NON| REC PRE UND OVG SUB ERR
------------------------+-------------+--------------+------------------------
SUBTASK SCORES          |             |              |
names                   |             |              |
 person          1     1|   1   0    0|   0    0    0| 100 100   0   0   0   0
------------------------+-------------+--------------+------------------------
SECT SCORES             |             |              |
Body             1     1|   1   0    0|   0    0    0| 100 100   0   0   0   0
------------------------+-------------+--------------+------------------------
OBJ SCORES              |             |              |
names            2     2|   2   0    0|   0    0    0| 100 100   0   0   0   0
------------------------+-------------+--------------+------------------------
SLOT SCORES             |             |              |
names                   |             |              |
 string          3     2|   1   0    1|   1    0    0|  33  50  33   0  50  67
------------------------+-------------+--------------+------------------------
ALL SLOTS        3     2|   1   0    1|   1    0    0|  33  50  33   0  50  67
                                                    P&R      2P&R      P&2R
F-MEASURES                                        40.00     45.45     35.71
"""


def test_sections_stand_for_themselves_without_groups(configuration: Configuration) -> None:
    """`doc_section_groups`: "Default: None; uses doc_sections instead"."""
    printed = score_page("TOTALS", {}, configuration._replace(doc_section_groups=()))
    names = [line[:13].strip() for line in printed.split("SECT SCORES")[1].splitlines()[1:6]]
    assert names == ["DOC", "HL", "DD", "TXT", "-------------"]


def test_without_documents_the_totals_are_zeros(configuration: Configuration) -> None:
    assert score_report([], configuration) == score_page("TOTALS", {}, configuration)
