"""What `keytally check` finds in files of other programs, and what it leaves alone."""

import json
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz.mutation import mutated
from keytally.conversion.converting import ImportLanguage, convert_documents, formats
from keytally.engine.reading import Reading
from keytally.families.interchange import ConversionFormat, Document, SourceText
from keytally.runs.check import check
from keytally.runs.convert import is_read_only
from tests.conversion.documents import documents

OF_TOOLS = [
    form
    for form in formats().values()
    if isinstance(form, ConversionFormat) and form.is_checked and not is_read_only(form)
]
TEXT = "Ida Wren left\nPort Anselm."
BRAT = "T1\tPerson 0 8\tIda Wren\nT2\tPlace 14 25\tPort Anselm\n"
WEBANNO = (
    "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Entity|value\n\n\n"
    "#Text=Ida left\n1-1\t0-3\tIda\tPerson\t\n1-2\t4-8\tleft\t_\t\n"
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(name: str, text: str) -> list[tuple[str, int, str, str]]:
    """The rule, the line, the piece and the message of each finding."""
    Path(name).write_bytes(text.encode())
    lines = text.split("\n")
    return [
        (
            each.rule.name,
            each.start.line,
            lines[each.start.line - 1][each.start.column - 1 : each.end.column - 1],
            each.message.partition(": ")[2],
        )
        for each in check(name)
    ]


def in_brat(*lines: str) -> list[tuple[str, int, str, str]]:
    Path("a.txt").write_text(TEXT, encoding="utf-8")
    return told("a.ann", BRAT + "\n".join(lines))


def in_records(*records: object) -> list[tuple[str, int, str]]:
    text = "\n".join(each if isinstance(each, str) else json.dumps(each) for each in records)
    return [(rule, line, message) for rule, line, _, message in told("a.jsonl", text)]


def test_an_entity_of_brat_whose_text_does_not_stand_there() -> None:
    assert in_brat("T3\tPerson 0 3\tWren", "T4\tPerson 90 94\tWren", "T5\tX 0 3;9 13\tIda Wren") == [
        ("import-offset", 3, "0 3", "the text of T3 does not match its offsets"),
        ("import-offset", 4, "90 94", "the text of T4 does not match its offsets"),
        ("import-offset", 5, "0 3;9 13", "the text of T5 does not match its offsets"),
    ]


@pytest.mark.parametrize(
    ("line", "piece"),
    [
        ("A1\tNegated T9", "T9"),
        ("A1\tNegated E9", "E9"),
        ("R1\tMet Arg1:T1 Arg2:T9", "T9"),
        ("E1\tMeet:T2 Who:T1 Where:T9", "T9"),
        ("E1\tMeet:T9", "T9"),
        ("*\tEquiv T1 T9", "T9"),
        ("#1\tAnnotatorNotes T9\tI am not sure", "T9"),
        ("#1\tAnnotatorNotes R9\tI am not sure", "R9"),
        ("N1\tReference T9 Wikidata:Q1\tIda", "T9"),
    ],
)
def test_an_identifier_that_no_line_has(line: str, piece: str) -> None:
    assert in_brat(line, "") == [("import-reference", 3, piece, f"no line has the identifier {piece}")]


def test_an_identifier_is_shown_where_it_stands_whole() -> None:
    Path("a.txt").write_text(TEXT, encoding="utf-8")
    Path("a.ann").write_text(
        f"{BRAT}T44\tPlace 14 25\tPort Anselm\nR1\tNear Arg1:T44 Arg2:T4\n", encoding="utf-8"
    )
    (found,) = check("a.ann")
    assert (found.start.column, found.end.column) == (23, 25)


def test_lines_that_brat_does_not_write() -> None:
    found = in_brat("T1\tPerson 9 13\tleft", "T3 Person 0 3 Ida", "ops")
    assert [(rule, line, piece) for rule, line, piece, _ in found] == [
        ("import-line", 3, "T1"),
        ("import-line", 4, "T3 Person 0 3 Ida"),
        ("import-line", 5, "ops"),
    ]


def test_an_identifier_of_brat_stands_once() -> None:
    """Lines of equivalence have none: each begins with an asterisk."""
    once = ("A1\tVip T1", "#1\tAnnotatorNotes T1\tx", "R1\tMet Arg1:T1 Arg2:T2", "E1\tMeet:T1")
    again = ("A1\tOld T1", "#1\tNote T1\ty", "R1\tSaw Arg1:T1 Arg2:T2", "E1\tSee:T2", "*\tEquiv T1 T2")
    assert in_brat(*once, *again, "*\tEquiv T2 T1") == [
        ("import-line", line, name, f"duplicate identifier {name}")
        for line, name in ((7, "A1"), (8, "#1"), (9, "R1"), (10, "E1"))
    ]


def test_an_identifier_of_a_line_that_is_left_out_counts_too() -> None:
    found = in_brat("T3\tPerson 0 3\tWren", "T3\tPerson 4 8\tWren", "T3 Person 0 3 Ida", "ops", "ops")
    assert [(rule, line, piece) for rule, line, piece, _ in found] == [
        ("import-offset", 3, "0 3"),
        ("import-line", 4, "T3"),
        ("import-line", 5, "T3 Person 0 3 Ida"),
        ("import-line", 6, "ops"),
        ("import-line", 7, "ops"),
    ]


def test_what_brat_writes_and_a_document_does_not_keep_is_sound() -> None:
    lines = (
        "R1\tMet Arg1:T1 Arg2:T2\t",
        "E1\tMeet:T2 Who:T1",
        "E2\tMeet:T1 ",
        "A1\tNegated E1",
        "M2\tSure R1 Likely",
        "A3\tTime T1 Past",
        "*\tEquiv T1 T2",
        "#1\tAnnotatorNotes R1\tsee T99",
        "N1\tReference T1 Wikidata:Q1\tIda Wren",
        "T3\tPlace 9 13;14 18\tleft Port",
        "T4\tX 9 18\tleft Port",
    )
    assert in_brat(*lines) == []


def test_an_annotation_without_its_text() -> None:
    [(rule, line, _, message)] = told("b.ann", BRAT)
    assert (rule, line, message) == (
        "import-reference",
        1,
        "the text of this file, b.txt, does not exist",
    )
    Path("b.txt").write_bytes("Ida".encode("utf-16"))
    [(*_, message)] = told("b.ann", BRAT)
    assert message == "the text of this file, b.txt, cannot be read"


def test_webanno() -> None:
    assert told("a.tsv", WEBANNO) == []
    assert told("a.tsv", WEBANNO.replace("\n", "\r\n")) == []
    found = told("a.tsv", WEBANNO.replace("1-2\t4-8", "1-2\t3-7") + "odd\n#Sentence.id=1\n")
    assert [(rule, line, piece) for rule, line, piece, _ in found] == [
        ("import-offset", 7, "1-2\t3-7\tleft\t_\t"),
        ("import-line", 8, "odd"),
    ]


LINKED = (
    "#FORMAT=WebAnno TSV 3.3\n#T_SP=a.B|value\n#T_RL=a.C|type|BT_a.B\n\n\n#Text=Ida Wren left her\n"
    "1-1\t0-3\tIda\tP[1]\t_\t_\t\n1-2\t4-8\tWren\tP[1]\t_\t_\t\n1-2.1\t4-6\tWr\tN[4]\t_\t_\t\n"
    "1-3\t9-13\tleft\tE[2]\t_\t_\t\n1-4\t14-17\ther\tP[3]\tcoref\t{}\t\n"
)


@pytest.mark.parametrize("link", ["1-1[1_3]", "1-2[1_3]", "1-2.1[4_3]", "1-2[4_3]"])
def test_a_link_of_webanno_names_a_token_of_the_annotation_where_it_begins(link: str) -> None:
    assert told("a.tsv", LINKED.format(link)) == []


@pytest.mark.parametrize(
    "link", ["9-9[1_3]", "1-3[1_3]", "1-1.1[1_3]", "1-1[4_3]", "1-1[1_2]", "1-1[7_3]", "9-9"]
)
def test_a_link_of_webanno_to_a_token_that_does_not_bear_its_annotation(link: str) -> None:
    name = link.partition("[")[0]
    [(rule, line, _, message)] = told("a.tsv", LINKED.format(link))
    wrong = f"the link to {name} does not connect two annotations"
    assert (rule, line, message) == ("import-reference", 11, wrong)


@pytest.mark.parametrize("offsets", ["0-4", "1-3", "3-3", "9-12"])
def test_one_wrong_offset_of_webanno_is_one_finding(offsets: str) -> None:
    """The sentence behind it stands where it says."""
    further = "1-3\t8-9\t.\t_\t\n\n#Text=Go .\n2-1\t10-12\tGo\t_\t\n2-2\t13-14\t.\t_\t\n"
    sound = WEBANNO.replace("Ida left\n", "Ida left.\n") + further
    assert told("a.tsv", sound) == []
    assert len(told("a.tsv", sound.replace("\t0-3\t", f"\t{offsets}\t"))) == 1


def test_records_whose_offsets_do_not_lead_to_their_text() -> None:
    doccano = {"text": TEXT, "label": [[0, 8, "P"], [9, 99, "P"], [4, 2, "P"]]}
    named = {"text": TEXT, "entities": [{"start_offset": "0", "end_offset": 8, "label": "P"}]}
    assert in_records(doccano, named) == [
        ("import-offset", 1, "an entity from 9 to 99 is not in the text"),
        ("import-offset", 1, "an entity from 4 to 2 is not in the text"),
        ("import-offset", 2, "an entity from '0' to 8 is not in the text"),
    ]
    assert [rule for rule, *_ in in_records({"text": TEXT, "ents": [{"start": 0, "end": 99}]})] == [
        "import-offset"
    ]
    prodigy = {"text": TEXT, "spans": [{"start": 3, "end": 99, "label": "P"}], "answer": "accept"}
    assert [rule for rule, *_ in in_records(prodigy)] == ["import-offset"]


def test_tokens_of_prodigy_are_those_of_the_text() -> None:
    tokens = [{"text": "Bob", "start": 0, "end": 3, "id": 0}, {"text": "Wren", "start": 4, "end": 8, "id": 1}]
    span = {"start": 0, "end": 3, "token_start": 1, "token_end": 1, "label": "PER"}
    assert in_records({"text": TEXT, "tokens": tokens, "spans": [span]}) == [
        ("import-offset", 1, "the token 'Bob' is not in the text from 0 to 3"),
        ("import-offset", 1, "the tokens from 1 to 1 do not match an entity from 0 to 3"),
    ]


@pytest.mark.parametrize(
    ("numbers", "is_sound"),
    [
        ({}, True),
        ({"token_start": 0, "token_end": 1}, True),
        ({"token_start": 0}, True),
        ({"token_start": 0, "token_end": 0}, False),
        ({"token_start": 1, "token_end": 1}, False),
        ({"token_end": 7}, False),
        ({"token_start": None, "token_end": [1]}, False),
    ],
)
def test_the_numbers_of_tokens_lead_to_those_in_which_a_span_begins_and_ends(
    numbers: dict[str, object], is_sound: bool
) -> None:
    """A span may begin and end within tokens, as where characters are annotated."""
    tokens = [{"text": "Ida", "start": 0, "end": 3, "id": 0}, {"text": "Wren", "start": 4, "end": 8, "id": 1}]
    record = {"text": TEXT, "tokens": tokens, "spans": [{"start": 1, "end": 7, "label": "P", **numbers}]}
    assert [rule for rule, *_ in in_records(record)] == ([] if is_sound else ["import-offset"])


def test_the_part_of_a_record_that_is_wrong_is_pointed_at() -> None:
    label = '{"text": "É saw", "label": [[0, 1, "P"],[0,9,"É, b"], [4, 2, "P"], [7]]}\n'
    assert [piece for _, _, piece, _ in told("a.jsonl", label)] == ['[0,9,"É, b"]', '[4, 2, "P"]', "[7]"]
    named = '{"text": "x", "entities": [[3], {"start_offset":0,"end_offset":8,"label":"P"}]}\n'
    pieces = [piece for _, _, piece, _ in told("b.jsonl", '{"text": "x", "entities": []}\n' + named)]
    assert pieces == ["[3]", '{"start_offset":0,"end_offset":8,"label":"P"}']
    spans = '{"text": "x", "spans": "none", "answer": "accept"}\n'
    assert [piece for _, _, piece, _ in told("c.jsonl", spans)] == ['"spans"']


def test_a_number_or_a_string_that_is_no_part_is_not_looked_for_elsewhere() -> None:
    record = '{"id": 5, "text": "5 label", "label": [5, "text", null]}'
    assert [piece for _, _, piece, _ in told("a.jsonl", record)] == [record] * 3


def test_equal_parts_that_are_wrong_are_pointed_at_one_by_one() -> None:
    Path("a.jsonl").write_text('{"text": "x", "label": [[4, 2, "P"], [0, 9, "P"], [4, 2, "P"]]}', "utf-8")
    assert [each.start.column for each in check("a.jsonl")] == [25, 38, 51]


def test_a_part_before_the_last_one_is_found() -> None:
    """Triples are read before entities, wherever they stand."""
    named = '{"start_offset":0,"end_offset":8}'
    record = f'{{"text": "x", "entities": [{named}], "label": [[7]]}}'
    assert [piece for _, _, piece, _ in told("a.jsonl", record)] == [named, "[7]"]


def test_parts_that_nest_without_end_are_told_too() -> None:
    deep = '{"text": "x", "label": [%s7%s]}\n'
    for depth in (10, 900, 950, 980, 990, 5000):
        found = told("a.jsonl", '{"text": "x", "label": []}\n' + deep % ("[" * depth, "]" * depth))
        assert [(rule, line) for rule, line, *_ in found] == [("import-line", 2)]


def test_records_of_another_form() -> None:
    sound = {"text": TEXT, "label": [[0, 8, "P"]]}
    assert in_records(sound, "{", {"label": []}, {"text": TEXT, "label": [[0, 8]]}, [1]) == [
        (
            "import-line",
            2,
            "the line is not valid JSON (Expecting property name enclosed in double quotes)",
        ),
        ("import-line", 3, "the record has no text"),
        ("import-line", 4, "the label [0, 8] is not [start, end, type]"),
        ("import-line", 5, "the line is not a document record"),
    ]


@pytest.mark.skipif(not hasattr(sys, "get_int_max_str_digits"), reason="this Python reads any number")
def test_a_number_with_too_many_digits() -> None:
    (found,) = in_records({"text": TEXT, "label": [[0, 8, "P"]]}, f'{{"text": {"1" * 5000}}}')
    assert found == ("import-line", 2, "the line is not valid JSON (a number in it has too many digits)")


def test_label_studio() -> None:
    def task(*results: object) -> str:
        return json.dumps([{"id": 1, "data": {"text": TEXT}, "annotations": [{"result": list(results)}]}])

    def region(start: int, quote: str) -> dict[str, object]:
        value = {"start": start, "end": start + len(quote), "text": quote, "labels": ["P"]}
        return {"id": "a", "type": "labels", "value": value}

    link = {"type": "relation", "from_id": "a", "to_id": "b", "labels": []}
    said = {"id": "c", "type": "textarea", "from_name": "note", "value": {"text": ["x"]}}
    assert told("a.json", task(region(0, "Ida"))) == []
    found = told("a.json", task(region(0, "Ida"), link, said, {"type": "labels", "id": "d"}))
    assert [(rule, message) for rule, _, _, message in found] == [
        ("import-line", "a region has no value"),
        ("import-reference", "an annotation refers to c, which is not an entity"),
        ("import-reference", "a relation refers to b, which is not an entity"),
    ]
    assert [rule for rule, *_ in told("a.json", task(region(1, "Ida")))] == ["import-offset"]


RESULTS = """[
 {"id": 1, "data": {"text": "Ida [{ \\" Wren left."}, "annotations": [{"result": [
  {"id": "a", "type": "labels",
   "value": {"start": 0, "end": 3, "text": "Ida", "labels": ["P"]}},
  {"id": "b", "type": "labels",
   "value": {"start": 1, "end": 4, "text": "Ida", "labels": ["P"]}},
  {"id": "c", "type": "labels"},
  {"id": "d", "type": "labels",
   "value": {"start": 1, "end": 4, "text": "Ida", "labels": ["P"]}},
  {"type": "relation", "from_id": "a",
   "to_id": "z", "labels": []},
  {"id": "q", "type": "textarea", "from_name": "n", "value": {"text": ["x"]}}]}]},
 {"id": 2, "data": {"text": "Bo"}, "annotations": [
  {"result": [5]}]}
]"""


def test_a_result_of_label_studio_is_pointed_at_on_its_own_line() -> None:
    found = told("a.json", RESULTS)
    assert [(rule, line) for rule, line, *_ in found] == [
        ("import-offset", 6),
        ("import-line", 7),
        ("import-offset", 9),
        ("import-reference", 10),
        ("import-reference", 12),
        ("import-line", 13),
    ]
    assert found[0][2] == '{"start": 1, "end": 4, "text": "Ida", "labels": ["P"]}'
    assert [line for _, line, *_ in told("b.json", RESULTS.replace("\n", "\r\n"))] == [
        line for _, line, *_ in found
    ]


def test_offsets_that_count_code_units_are_sound_where_the_text_is_quoted() -> None:
    Path("a.txt").write_text("\N{SLEUTH OR SPY} Ida", encoding="utf-8")
    assert told("a.ann", "T1\tP 3 6\tIda\nT2\tP 2 5\tIda\n") == []


def test_a_folder_is_searched_and_other_json_is_passed_over() -> None:
    Path("a.txt").write_text(TEXT, encoding="utf-8")
    Path("a.ann").write_text("T1\tPerson 0 3\tWren\n", encoding="utf-8")
    Path("package.json").write_text('{"name": "x", "label": [[1, 2, 3]]}', encoding="utf-8")
    Path("list.json").write_text("[1, 2]", encoding="utf-8")
    Path("table.tsv").write_text("a\tb\n", encoding="utf-8")
    assert [(each.rule.name, Path(each.path).name) for each in check(".")] == [("import-offset", "a.ann")]


def test_a_task_or_a_pair_says_what_a_file_is() -> None:
    Path("a.ann").write_text("Ida\tB-PER\nWren\tI-PER\n", encoding="utf-8")
    assert check("a.ann", task="entities") == []
    Path("keytally.toml").write_text(
        '[[pair]]\ntask = "entities"\nkey = "a.ann"\nresponses = ["b.ann"]\n', encoding="utf-8"
    )
    Path("b.ann").write_text("Ida\tB-PER\nWren\tI-PER\n", encoding="utf-8")
    assert check("a.ann") == []


def reading(form: ConversionFormat, texts: list[str]) -> Reading:
    further = tuple(
        SourceText(f"a{part}", text) for part, text in zip(form.parts[1:], texts[1:], strict=True)
    )
    return Reading(ImportLanguage(form, further), texts[0])


@pytest.mark.long
@pytest.mark.parametrize("form", OF_TOOLS, ids=lambda form: form.name)
@given(made=documents())
def test_what_keytally_writes_is_sound(form: ConversionFormat, made: Document) -> None:
    for output in convert_documents([made], form).outputs:
        assert list(reading(form, list(output.texts)).findings) == []


@pytest.mark.long
@pytest.mark.parametrize("form", OF_TOOLS, ids=lambda form: form.name)
@given(made=documents(), seed=st.integers(0, 10**9))
def test_any_text_gets_findings_within_it(form: ConversionFormat, made: Document, seed: int) -> None:
    chance = Random(seed)
    for output in convert_documents([made], form).outputs:
        texts = [mutated(chance, text) for text in output.texts]
        for each in reading(form, texts).findings:
            assert 0 <= each.start <= each.end <= len(texts[0])
