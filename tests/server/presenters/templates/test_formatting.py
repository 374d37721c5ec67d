"""The layout of template files: what it changes, and all that it leaves."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keytally.engine.reading import Reading
from keytally.families import registry
from keytally.families.contract import Role
from keytally.families.muc.templates.objects import record_objects
from keytally.families.muc.templates.unit import TemplateSyntax, TemplateUnit
from keytally_server.presenters.templates.edits import shape
from keytally_server.requests.formatting import formatting
from tests.server.desk import applied, unpaired
from tests.server.template_desk import ALONE, in_no_pair

LAID_OUT = """\
# people
<PERSON-1-1> :=
	PER_NAME: "Ilsabet Noor" ##25#37#texts
	PER_ALIAS: / "Noor"
			"Bet"
			/ 'Miss Noor' ##33#37#texts

; a comment

<EMPLOYEE_OF-1-1> :=
	PERSON: <PERSON-1-1>
			<PERSON-1-2>
	TITLE:
			keeper of  the light
"""
SCRUFFY = """\
# people
  <PERSON-1-1>:=
PER_NAME:"Ilsabet Noor"##25#37#texts\x20\x20
  PER_ALIAS:   /"Noor"
"Bet"
	/'Miss Noor'  ##33#37#texts
\x20\x20

; a comment


<EMPLOYEE_OF-1-1>   :=
	PERSON:	<PERSON-1-1>
			<PERSON-1-2>
      TITLE:
keeper of  the light
"""


def formatted(text: str, indent: str = "\t", role: Role = Role.KEY) -> str:
    return applied(text, formatting(unpaired(ALONE, text, "muc-template", role), indent))


def said(text: str, role: Role) -> list[object]:
    """All that is read in a file, and the objects that the scorer sees."""
    reading = Reading(registry.language("muc-template", role), text)
    units = [unit for unit in reading.units if isinstance(unit, TemplateUnit)]
    seen = [
        (each.identifier, each.optional, [(name, *_fills(slot)) for name, slot in each.slots.items()])
        for unit in units
        for each in record_objects(unit, TemplateSyntax(), role)
    ]
    found = [each.finding.rule.name for each in reading.findings]
    return [[(shape(unit.tree), unit.document) for unit in units], seen, found, comments(text)]


def _fills(slot: object) -> list[object]:
    return [slot.optional, *([fill.text for fill in fills] for fills in slot.alternatives)]  # type: ignore[attr-defined]


def comments(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(("#", ";"))]


def test_a_scruffy_file_is_laid_out() -> None:
    assert formatted(SCRUFFY) == LAID_OUT
    assert formatted(LAID_OUT) == LAID_OUT


def test_the_indent_is_the_clients() -> None:
    assert formatted(SCRUFFY, "  ") == LAID_OUT.replace("\t", "  ")


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_line_ends_stay_as_they_are(line_end: str) -> None:
    assert formatted(SCRUFFY.replace("\n", line_end)) == LAID_OUT.replace("\n", line_end)


def test_a_record_without_a_blank_line_behind_it_gets_one() -> None:
    assert formatted("<A-1-1> :=\r\n<A-1-2> :=\r\n# next\n<A-1-3> :=") == (
        "<A-1-1> :=\r\n\r\n<A-1-2> :=\r\n# next\n<A-1-3> :="
    )


MALFORMED = [
    '<PERSON-1-1> :=\n  PER_NAME:"a" "b"\n',
    '<PERSON-1-1> :=\n  PER_NAME:"a\n',
    '<PERSON-1-1> :=\n  PER_NAME:"a" PER_ALIAS:"b"\n',
    '<PERSON-1-1> =\n  PER_NAME:"a"\n',
    '<PERSON-1-1>\n  PER_NAME:"a"\n',
    '<PERSON-1-1> := PER_NAME:"a"\n',
    '<PERSON-1-1> :=\n  "a"\n',
    '<PERSON-1-1> :=\n  # no comment\n  PER_NAME:"a"\n',
    '<PERSON-1-1> :=\n  PER_NAME:"a"  #1#2#x\n',
    '  PER_NAME:"a"\n',
]


@pytest.mark.parametrize("text", MALFORMED)
def test_malformed_records_are_left_as_they_are(text: str) -> None:
    """Their neighbours are laid out."""
    sound, laid_out = "<PERSON-1-9>:=\n  A:b\n\n", "<PERSON-1-9> :=\n\tA: b\n\n"
    assert formatted(f"{text}\n{sound}") == f"{text}\n{laid_out}"


def test_a_part_is_laid_out_line_by_line() -> None:
    desk = in_no_pair("<A-1-1>:=\n  B:c\n«  D:e\n»  F:g\n")
    edits = formatting(desk.snapshot, "\t", desk.start, desk.end - 1)
    assert applied(desk.text, edits) == "<A-1-1>:=\n  B:c\n\tD: e\n  F:g\n"


def test_only_template_files_have_a_layout() -> None:
    assert formatting(unpaired(ALONE, "<A> :=\n  B:c\n", "muc-bnf"), "\t") == []
    assert formatting(unpaired(ALONE, "<DOC>  \n\n\n\n</DOC>", "muc-sgml"), "\t") == []


PIECES = st.sampled_from(
    [
        *"\t \n\r\f<>-:=/'\"#;1a",
        "\n\n",
        "\r\n",
        "\n<PERSON-1-1> :=\n",
        "\n  <A-1-2>:=\n",
        "<PERSON-1-1>",
        "\n\tPER_NAME:",
        "\nA-1-1:",
        ' "Ilsabet Noor"',
        " 'x'",
        " ##1#2#texts",
        "\n\t\t/ ",
        "word with blanks  ",
        "\n# comment",
        " " * 61,
        "abc-def :=",
        "http://x",
    ]
)
FILES = st.lists(PIECES, max_size=30).map("".join)


@given(FILES, st.sampled_from([Role.KEY, Role.RESPONSE]), st.sampled_from(["\t", " ", "    "]))
@example("<PERSON-1-1> :=\n\tA: <B-1-1>\n<PERSON-1-1>\n\tB: c\n", Role.KEY, "\t")
@example("<A-1-1> :=\n\tB:\n" + " " * 61 + "abc-def :=\n", Role.KEY, "\t")
def test_any_file_says_the_same_once_it_is_laid_out(text: str, role: Role, indent: str) -> None:
    after = formatted(text, indent, role)
    assert said(after, role) == said(text, role)
    assert formatted(after, indent, role) == after


@pytest.mark.long
@pytest.mark.corpora
@pytest.mark.parametrize("task", ["te", "tr", "st"])
def test_the_corpora_say_the_same_once_they_are_laid_out(corpora: Path, task: str) -> None:
    for path in sorted((corpora / task).glob("[kr]e*[0-9y]")):
        text = path.read_text(encoding="utf-8")
        for role in (Role.KEY, Role.RESPONSE):
            after = formatted(text, "\t", role)
            assert said(after, role) == said(text, role), path
            assert formatted(after, "\t", role) == after, path
