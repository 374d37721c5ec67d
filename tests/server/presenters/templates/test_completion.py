"""What may be written in template files and BNFs, and what it takes the place of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally_server.answers import Completion
from keytally_server.requests.completion import completions, insertions
from tests.server.desk import Desk
from tests.server.template_desk import CONFIG, in_key, in_no_pair, in_response

TEXTS = """<DOC>
<DOCNO> 1 </DOCNO>
<TXT>
Ilsabet Noor keeps the light. The
Harbour Board of Port
Anselm pays Noor.
</TXT>
</DOC>
<DOC>
<DOCNO> 2 </DOCNO>
</DOC>
"""
NOOR = TEXTS.index("Ilsabet")
PEOPLE = """
<PERSON-1-1> :=
    PER_NAME: "Ilsabet Noor"
<PERSON-1-02> :=
    PER_NAME: "Marla Tovenik"
<ORGANIZATION-1-1> :=
    ORG_NAME: "Harbour Board"
    ORG_TYPE: GOVERNMENT
"""


def found(desk: Desk) -> list[Completion]:
    return completions(desk.snapshot, desk.offset)


def labels(desk: Desk) -> list[str]:
    return [each.label for each in found(desk)]


def written(desk: Desk, label: str) -> str:
    """The line of the cursor after the completion of that label."""
    (each,) = [each for each in found(desk) if each.label == label]
    assert each.start <= desk.offset <= each.end
    assert "\n" not in desk.text[each.start : each.end]
    typed = desk.text[each.start : desk.offset].strip()
    assert (each.sought or each.text).lower().startswith(typed.lower()), "clients sort out what is typed"
    text = desk.text[: each.start] + each.text + desk.text[each.end :]
    return text[text.rfind("\n", 0, each.start) + 1 :].split("\n")[0]


def inserted(desk: Desk, label: str) -> str | None:
    """What a client writes over the word before the cursor for a label."""
    texts = insertions(desk.snapshot, desk.offset, found(desk))
    return next((text for each, text, _ in texts if each.label == label), None)


# Slots


def test_the_slots_that_the_object_still_lacks() -> None:
    picture = PEOPLE.replace("GOVERNMENT", "GOVERNMENT\n    ‸")
    assert labels(in_key(picture, "")) == ["OBJ_STATUS"]
    assert labels(in_key('<PERSON-1-1> :=\n    PER_NAME: "x"\n    P‸\n', "")) == ["PER_ALIAS", "OBJ_STATUS"]
    assert labels(in_key("<PERSON-1-1> :=\n    ‸\n", "")) == ["PER_NAME", "PER_ALIAS", "OBJ_STATUS"]


def test_a_response_marks_nothing_as_optional() -> None:
    assert labels(in_response("<PERSON-1-1> :=\n    ‸\n", "")) == ["PER_NAME", "PER_ALIAS"]


def test_where_two_keys_are_compared_both_may_mark_objects_as_optional() -> None:
    both = {"scoring_method": "key2key"}
    assert labels(in_response("<PERSON-1-1> :=\n    O‸\n", "", options=both))[-1] == "OBJ_STATUS"
    assert labels(in_response("<PERSON-1-1> :=\n    OBJ_STATUS: ‸\n", "", options=both)) == ["OPTIONAL"]


def test_a_slot_comes_with_its_line_of_the_bnf() -> None:
    first = found(in_key("<PERSON-1-1> :=\n    ‸\n", ""))[0]
    assert (first.documentation, first.detail) == ('`PER_NAME: "NAME"^`', "exactly one fill")


WRITTEN_SLOTS = [
    ("<PERSON-1-1> :=\n    ‸\n", "    PER_NAME: "),
    ("<PERSON-1-1> :=\n    per‸\n", "    PER_NAME: "),
    ('<PERSON-1-1> :=\n    P‸ER: "x"\n', '    PER_NAME: "x"'),
    ('<PERSON-1-1> :=\n  PER_ALIAS: "x"\n‸\n', "  PER_NAME: "),
    ("<PERSON-1-1> :=\n‸", "\tPER_NAME: "),
]


@pytest.mark.parametrize(("picture", "line"), WRITTEN_SLOTS)
def test_a_slot_is_written_with_its_colon_and_like_those_above(picture: str, line: str) -> None:
    assert written(in_key(picture, ""), "PER_NAME") == line


@pytest.mark.parametrize(
    ("picture", "text"),
    [
        ("<PERSON-1-1> :=\n    ‸\n", "PER_NAME: "),
        ("<PERSON-1-1> :=\n    PER‸\n", "PER_NAME: "),
        ("<PERSON-1-1> :=\n‸", "\tPER_NAME: "),
    ],
)
def test_a_client_that_knows_no_ranges_writes_the_whole_slot(picture: str, text: str) -> None:
    assert inserted(in_key(picture, ""), "PER_NAME") == text


def test_without_a_task_the_slots_are_those_of_other_objects_of_the_class() -> None:
    picture = '<SHIP-1-1> :=\n\tNAME: "Alba"\n\tPORT: "Anselm"\n<SHIP-1-2> :=\n\tNAME: "Aldis"\n\t‸\n'
    assert [each for each in labels(in_no_pair(picture)) if each.isupper()] == ["PORT", "OBJ_STATUS"]


# Fills


def test_the_values_of_a_set() -> None:
    values = ["GOVERNMENT", "COMPANY", "OTHER"]
    for typed in ("", "GO", " GO"):
        assert labels(in_key(f"<ORGANIZATION-1-1> :=\n    ORG_TYPE:{typed}‸\n", "")) == values


WRITTEN_VALUES = [
    ("ORG_TYPE:‸", "    ORG_TYPE: COMPANY"),
    ("ORG_TYPE: ‸", "    ORG_TYPE: COMPANY"),
    ("ORG_TYPE: com‸", "    ORG_TYPE: COMPANY"),
    ("ORG_TYPE: CO‸MPANIE", "    ORG_TYPE: COMPANY"),
    ('ORG_TYPE: "C‸"', '    ORG_TYPE: "COMPANY"'),
    ("ORG_TYPE: /‸", "    ORG_TYPE: /COMPANY"),
]


@pytest.mark.parametrize(("picture", "line"), WRITTEN_VALUES)
def test_a_value_takes_the_place_of_the_whole_fill(picture: str, line: str) -> None:
    assert written(in_key(f"<ORGANIZATION-1-1> :=\n    {picture}\n", ""), "COMPANY") == line


def test_a_value_behind_copied_text() -> None:
    bnf = "<ORGANIZATION> :=\n\tORG_LOCALE: LOCALE-STRING {CITY, REGION} *\n"
    desk = in_key("<ORGANIZATION-1-1> :=\n\tORG_LOCALE: Port Anselm C‸\n", "", bnf=bnf)
    assert written(desk, "Port Anselm CITY") == "\tORG_LOCALE: Port Anselm CITY"


def test_the_value_that_the_other_files_object_has_comes_first() -> None:
    key = '<ORGANIZATION-1-1> :=\n    ORG_NAME: "Acme"\n    ORG_TYPE: OTHER\n'
    desk = in_response(key.replace("OTHER", "‸"), key)
    assert labels(desk) == ["OTHER", "GOVERNMENT", "COMPANY"]


def test_the_status_of_an_object() -> None:
    assert labels(in_key("<PERSON-1-1> :=\n    OBJ_STATUS: ‸\n", "")) == ["OPTIONAL"]
    assert labels(in_key("<PERSON-1-1> :=\n    OBJ_STATUS: ‸\n", "", bnf=None)) == ["OPTIONAL"]
    assert labels(in_response("<PERSON-1-1> :=\n    OBJ_STATUS: ‸\n", "")) == []


def test_without_a_bnf_the_values_are_those_of_the_document() -> None:
    picture = f"{PEOPLE}<ORGANIZATION-1-2> :=\n    ORG_TYPE: ‸\n"
    assert labels(in_key(picture, "", bnf=None)) == ["GOVERNMENT"]
    key = "<ORGANIZATION-1-1> :=\n    ORG_TYPE: COMPANY\n"
    assert labels(in_response(picture, key, bnf=None)) == ["GOVERNMENT", "COMPANY"]


@pytest.mark.parametrize("bnf", [None, "a"])
def test_pointers_of_the_right_class_with_what_tells_their_objects(bnf: str | None) -> None:
    for typed in ("‸", "<‸", "<PER‸>"):
        picture = f"{PEOPLE}<EMPLOYEE_OF-1-1> :=\n    PERSON: {typed}\n"
        desk = in_key(picture, "") if bnf else in_key(picture, "", bnf=None)
        assert labels(desk) == ["<PERSON-1-1> Ilsabet Noor", "<PERSON-1-02> Marla Tovenik"]
        assert written(desk, "<PERSON-1-02> Marla Tovenik") == "    PERSON: <PERSON-1-02>"


def test_a_pointer_is_found_by_its_objects_name() -> None:
    desk = in_key(f"{PEOPLE}<EMPLOYEE_OF-1-1> :=\n    PERSON: <‸\n", "")
    assert found(desk)[0].sought == "<PERSON-1-1> Ilsabet Noor"


def test_objects_that_the_slot_has_and_the_object_itself_are_left_out() -> None:
    bnf = '<PERSON> :=\n\tPER_FRIEND: <PERSON> *\n\tPER_NAME: "x"*\n'
    friends = "\n<PERSON-1-9> :=\n\tPER_FRIEND: <PERSON-1-1>\n\t\t<‸\n"
    desk = in_key(PEOPLE + friends, "", bnf=bnf)
    assert "<PERSON-1-02> Marla Tovenik" in labels(desk)
    pointers = [each for each in labels(desk) if not each.endswith(":=")]
    assert not [each for each in pointers if "1-1>" in each or "1-9" in each]
    assert labels(desk)[: len(pointers)] == pointers


def test_strings_of_the_text() -> None:
    desk = in_key("<PERSON-1-1> :=\n    PER_NAME: ‸\n", "", texts=TEXTS)
    names = ["Ilsabet Noor", "The Harbour Board of Port Anselm", "Noor"]
    assert labels(desk) == names
    assert written(desk, "Noor") == '    PER_NAME: "Noor"'
    desk = in_key('<PERSON-1-1> :=\n    PER_NAME: "har‸"\n', "", texts=TEXTS)
    assert labels(desk) == [
        "Harbour Board of Port Anselm",
        "Harbour",
        "Harbour Board",
        "Harbour Board of",
        "Harbour Board of Port",
    ]
    assert written(desk, "Harbour Board") == '    PER_NAME: "Harbour Board"'
    desk = in_key("<PERSON-1-1> :=\n    PER_NAME: 'keeps th‸\n", "", texts=TEXTS)
    assert written(desk, "keeps the light") == "    PER_NAME: 'keeps the light'"


INSERTED_FILLS = [
    ("PER_NAME: ‸", "Ilsabet Noor", '"Ilsabet Noor"'),
    ("PER_NAME:‸", "Ilsabet Noor", ' "Ilsabet Noor"'),
    ("PER_NAME: Ils‸", "Ilsabet Noor", '"Ilsabet Noor"'),
    ('PER_NAME: "Ils‸"', "Ilsabet Noor", "Ilsabet Noor"),
    ('PER_NAME: "Ilsabet N‸', "Ilsabet Noor", 'Noor"'),
    ("PER_NAME: Ilsabet N‸", "Ilsabet Noor", None),
]


@pytest.mark.parametrize(("line", "label", "text"), INSERTED_FILLS)
def test_a_client_that_knows_no_ranges_writes_the_whole_fill(line: str, label: str, text: str | None) -> None:
    desk = in_key(f"<PERSON-1-1> :=\n    {line}\n", "", texts=TEXTS)
    assert inserted(desk, label) == text


def test_words_with_hyphens_are_written_over_as_one() -> None:
    assert inserted(in_key(f"{PEOPLE}<PERSON-1‸\n", ""), "<PERSON-1-03> :=") == "PERSON-1-03> :="


def test_text_of_another_document_is_not_offered() -> None:
    assert labels(in_key("<PERSON-2-1> :=\n    PER_NAME: ‸\n", "", texts=TEXTS)) == []


def test_link_information_comes_along_where_the_document_bears_it() -> None:
    linked = '<PERSON-1-1> :=\n    PER_NAME: "x" ##1#2#te.texts.sgml\n    PER_ALIAS: {}\n'
    link = f'"Ilsabet Noor" ##{NOOR}#{NOOR + 12}#te.texts.sgml'
    for typed in ("‸", '"Ils‸"', '"Ils‸" ##3#4#te.texts.sgml'):
        desk = in_key(linked.format(typed), "", texts=TEXTS)
        assert written(desk, "Ilsabet Noor") == f"    PER_ALIAS: {link}"
    key = '<PERSON-1-1> :=\n    PER_NAME: "x"\n    PER_ALIAS: "{}"\n'
    picture = linked.format('"I‸" ##3#4#te.texts.sgml')
    desk = in_response(picture, key.format("Ilsabet Noor"), texts=TEXTS)
    assert [each.detail for each in found(desk)[:2]] == ["in the key", "in the text"]
    assert written(desk, "Ilsabet Noor") == f"    PER_ALIAS: {link}"
    desk = in_response(picture, key.format("Ilsabet"), texts=TEXTS)
    assert written(desk, "Ilsabet").startswith('    PER_ALIAS: "Ilsabet" ##')
    desk = in_response(picture, key.format("Ilse"), texts=TEXTS)
    assert written(desk, "Ilse") == '    PER_ALIAS: "Ilse"', "a link that led to something else goes"


def test_what_the_other_files_object_has_comes_first() -> None:
    key = "<PERSON-1-7> :=\n    PER_NAME: 'Noor'\n    PER_ALIAS: 'Miss \"Il\" Noor'\n"
    response = '<PERSON-1-1> :=\n    PER_NAME: "Noor"\n    PER_ALIAS: ‸\n'
    desk = in_response(response, key, texts=TEXTS)
    first = found(desk)[0]
    assert (first.label, first.detail) == ('Miss "Il" Noor', "in the key")
    assert written(desk, first.label) == "    PER_ALIAS: 'Miss \"Il\" Noor'"
    assert found(in_key(response, key))[0].detail == "in the response"


def test_an_object_that_is_aligned_with_none_takes_what_the_missing_ones_have() -> None:
    key = "".join(
        f'<PERSON-1-{at}> :=\n    PER_NAME: "{name}"\n' for at, name in enumerate(("Vale", "Pellow", "Noor"))
    )
    response = '<PERSON-1-1> :=\n    PER_NAME: "Vale"\n<PERSON-1-2> :=\n    PER_NAME: ‸\n'
    offered = [(each.label, each.detail) for each in found(in_response(response, key, texts=TEXTS))]
    assert offered[:2] == [("Pellow", "in the key"), ("Noor", "in the key")]
    assert offered[2] == ("Ilsabet Noor", "in the text")


def test_further_fills_where_there_may_be_several() -> None:
    many = '<PERSON-1-1> :=\n    PER_NAME: "x"\n    PER_ALIAS: "y"\n        {}‸\n'
    assert "Ilsabet Noor" in labels(in_key(many.format('"Ils'), "", texts=TEXTS))
    one = '<PERSON-1-1> :=\n    PER_NAME: "x"\n        {}‸\n'
    assert labels(in_key(one.format('"Ils'), "", texts=TEXTS)) == []
    assert "Ilsabet Noor" in labels(in_key(one.format('/ "Ils'), "", texts=TEXTS))
    assert labels(in_response(one.format('/ "Ils'), "", texts=TEXTS)) == []


# Headers


def test_a_new_object_has_the_next_free_number_of_its_class() -> None:
    labelled = ["<ORGANIZATION-1-2> :=", "<PERSON-1-03> :=", "<EMPLOYEE_OF-1-1> :="]
    for typed in ("‸", "<‸", "<PER‸", "<PERSON-1-‸>", "<‸> :="):
        desk = in_key(f"{PEOPLE}{typed}\n", "")
        assert [each for each in labels(desk) if each.startswith("<")] == labelled
        assert written(desk, "<PERSON-1-03> :=") == "<PERSON-1-03> :="


def test_the_next_document_of_the_texts_can_be_begun() -> None:
    desk = in_key(f"{PEOPLE}<‸\n", "", texts=TEXTS)
    assert "<PERSON-2-1> :=" in labels(desk)
    assert "<PERSON-1-1> :=" in labels(in_key("‸", "", texts=TEXTS))


KEY_OF_THREE = """
<PERSON-1-1> :=
    PER_NAME: "Ilsabet Noor"
<PERSON-1-2> :=
    PER_NAME: "Marla Tovenik"
    PER_ALIAS: "Marla"
<ORGANIZATION-1-1> :=
    ORG_NAME: "Harbour Board"
    ORG_TYPE: GOVERNMENT
"""
FIRST_OF_THREE = '<PERSON-1-1> :=\n    PER_NAME: "Ilsabet Noor"\n    PER_ALIAS: "x"\n'
SECOND_OF_THREE = '<PERSON-1-2> :=\n    PER_NAME: "Marla Tovenik"\n'


@pytest.mark.parametrize("blank", ["\n‸\n", "\n    ‸\n", "‸\n", "    ‸\n"])
def test_behind_the_last_slot_or_a_blank_line_the_next_missing_object_comes_first(blank: str) -> None:
    desk = in_response(FIRST_OF_THREE + blank, KEY_OF_THREE)
    first, second, *_ = found(desk)
    assert (first.label, first.detail) == ("<PERSON-1-2> :=", 'in the key: "Marla Tovenik"')
    assert second.label == "<ORGANIZATION-1-1> :="
    assert written(desk, first.label) == "<PERSON-1-2> :="


def test_the_next_missing_object_is_the_one_behind_the_last_in_the_key() -> None:
    desk = in_response(SECOND_OF_THREE + "\n‸\n", KEY_OF_THREE)
    assert labels(desk)[:2] == ["<ORGANIZATION-1-1> :=", "<PERSON-1-1> :="]


def test_the_slot_that_the_key_has_comes_first() -> None:
    title = '"person per_title title scored 10 string"\n    "person per_alias'
    config = CONFIG.replace('"person per_alias', title)
    response = '<PERSON-1-2> :=\n    PER_NAME: "Marla Tovenik"\n    ‸\n'
    desk = in_response(response, KEY_OF_THREE, config=config, bnf=None)
    assert labels(desk)[:2] == ["PER_ALIAS", "PER_TITLE"]


def test_behind_a_slot_its_fills_are_chosen() -> None:
    desk = in_response("<PERSON-1-1> :=\n    ‸\n", KEY_OF_THREE)
    assert [each.leads_on for each in found(desk)] == [True, True]
    desk = in_response("<ORGANIZATION-1-1> :=\n    ORG_TYPE: ‸\n", KEY_OF_THREE)
    assert not any(each.leads_on for each in found(desk))


@pytest.mark.parametrize("indent", ["    ", "\t"])
@pytest.mark.parametrize("typed", ["<", "<PER"])
def test_an_object_begins_after_an_indent_too_which_it_replaces(indent: str, typed: str) -> None:
    desk = in_response(f'<PERSON-1-2> :=\n    PER_NAME: "Noor"\n{indent}{typed}‸\n', KEY_OF_THREE)
    assert "<PERSON-1-1> :=" in labels(desk)
    assert written(desk, "<PERSON-1-1> :=") == "<PERSON-1-1> :="


@pytest.mark.parametrize(
    "text", ["# ‸", "; <‸", "<PERSON-1-1> :=\n#    PER‸\n", "‸", "\r\n‸\r\n", "/‸", "a:‸"]
)
def test_comments_and_odd_places_have_no_fills(text: str) -> None:
    assert labels(in_no_pair(text)) == []


PIECES = st.sampled_from(
    [
        *"\t\n\r <>-:=/'\"#;1a",
        "<PERSON-1-1>",
        "PER_NAME:",
        "ORG_TYPE:",
        "PERSON:",
        "OBJ_STATUS:",
        " ##1#2#x",
        "Noor",
    ]
)


@given(st.lists(PIECES, max_size=14).map("".join), st.data())
def test_any_place_of_any_text_has_an_answer_that_a_client_can_apply(text: str, data: st.DataObject) -> None:
    """An edit stands on the line of the cursor and around it (specification of CompletionItem.textEdit)."""
    place = data.draw(st.integers(0, len(text)))
    desk = in_key(f"{PEOPLE}{text[:place]}‸{text[place:]}", PEOPLE, texts=TEXTS)
    for each in found(desk):
        assert each.start <= desk.offset <= each.end
        assert not set("\r\n") & set(desk.text[each.start : each.end])


# BNFs

TASK = """
<ORGANIZATION> :=
    ORG_NAME:   "NAME"
    ORG_CITY:   {{CITIES}}
    ORG_HEAD:   <PERSON>
<PERSON> :=
    PER_NAME:   "NAME"^
CITIES :: {CITY, REGION}
"""


def bnf(old: str, new: str) -> Desk:
    assert old in TASK
    return in_no_pair(TASK.replace(old, new, 1), "muc-bnf")


def test_classes_in_the_pointers_of_a_bnf() -> None:
    assert labels(bnf("<PERSON>\n", "<‸\n")) == ["<ORGANIZATION>", "<PERSON>"]
    assert written(bnf("<PERSON>\n", "<O‸ER> *\n"), "<ORGANIZATION>") == "    ORG_HEAD:   <ORGANIZATION> *"
    assert labels(bnf("<PERSON> :=", "<P‸ :=")) == []


def test_named_sets_in_a_bnf() -> None:
    desk = bnf("{{CITIES}}", "{{‸")
    assert labels(desk) == ["{{CITIES}}"]
    assert written(desk, "{{CITIES}}") == "    ORG_CITY:   {{CITIES}}"
    assert found(desk)[0].detail == "CITY, REGION"


@pytest.mark.parametrize("old", ['"NAME"', "{{CITIES}}", "<PERSON>"])
def test_marks_of_cardinality_in_a_bnf(old: str) -> None:
    desk = bnf(f"{old}\n", f"{old} ‸\n")
    assert labels(desk) == ["^", "-", "*", "+"]
    assert found(desk)[0].detail == "exactly one fill"
    assert written(desk, "*").endswith(f"{old} *")


def test_no_marks_where_they_are_or_where_they_do_not_belong() -> None:
    for old, new in (('"NAME"^', '"NAME"^ ‸'), ("ORG_HEAD:", "ORG_HEAD: ‸"), ('"NAME"\n', '"NA‸\n')):
        assert labels(bnf(old, new)) == []
    assert labels(in_no_pair("/* <‸ */\n<A> :=\n", "muc-bnf")) == []
