"""Annotating, as pictures: the text with its cursor before, and without it after an action."""

import pytest

from keytally.families.contract import Role
from keytally_server.answers import CodeActionKind
from tests.server.desk import ALONE, Desk, alone, config, key, response, spelled, unpaired


def check(desk: Desk, title: str, after: str) -> None:
    assert desk.after(title) == spelled(after)


def titles_of(desk: Desk, kind: CodeActionKind) -> list[str]:
    return [action.title for action in desk.actions() if action.kind is kind]


# Tagging


def test_a_selection_can_be_tagged_as_each_type() -> None:
    assert titles_of(response("met «Ann Kory» in Vale.\n"), CodeActionKind.TAG) == [
        "Tag as ENAMEX ORGANIZATION",
        "Tag as ENAMEX PERSON",
        "Tag as ENAMEX LOCATION",
        "Tag as TIMEX DATE",
        "Tag as TIMEX TIME",
        "Tag as NUMEX MONEY",
        "Tag as NUMEX PERCENT",
    ]


TAGGED = [
    ("met «Ann Kory» in Vale.\n", "met <P Ann Kory> in Vale.\n"),
    ("met« Ann Kory »in Vale.\n", "met <P Ann Kory> in Vale.\n"),
    ("met An‸n Kory in Vale.\n", "met <P Ann> Kory in Vale.\n"),
    ("met Ann ‸Kory's in Vale.\n", "met Ann <P Kory>'s in Vale.\n"),
    ("met «Ann\nKory» in Vale.\n", "met <P Ann\nKory> in Vale.\n"),
    ("met «Ann\r\nKory» in Vale.\r\n", "met <P Ann\r\nKory> in Vale.\r\n"),
    ("会う«太郎»と\n", "会う<P 太郎>と\n"),
    ("depth < «1 foot» & no more\n", "depth < <P 1 foot> & no more\n"),
    (
        "«<P Ann> of <O Kory>» left\n",
        '<ENAMEX TYPE="PERSON"><P Ann> of <O Kory></ENAMEX> left\n',
    ),
]


@pytest.mark.parametrize(("before", "after"), TAGGED)
def test_a_selection_or_the_word_at_the_cursor_is_tagged(before: str, after: str) -> None:
    check(response(before), "Tag as ENAMEX PERSON", after)


NOT_TAGGED = {
    "a blank": "met «  » Kory\n",
    "between words": "met ‸ Kory\n",
    "across a tag": "met «Ann <O Kory» of Vale> left\n",
    "from within a tag": '<ENAMEX TYPE="«PERSON">Ann» Kory</ENAMEX>\n',
    "across given markup": "<p>\nmet «Ann\n<p>\nKory» left\n",
    "from within given markup": "<p cla«ss>\nmet» Ann\n",
    "into given markup": "met «Ann <p cl»ass>\n",
    "across a blank line": "met «Ann\n\nKory» left\n",
    "the text of a tag": "met <P «Ann Kory»> left\n",
    "the cursor in a tag": "met <P Ann ‸Kory> left\n",
}


@pytest.mark.parametrize("picture", NOT_TAGGED.values(), ids=NOT_TAGGED.keys())
def test_tagging_is_not_offered(picture: str) -> None:
    assert titles_of(response(picture), CodeActionKind.TAG) == []


@pytest.mark.parametrize("picture", ["An‸n", "«Ann Kory»", "‸Ann"])
def test_outside_the_sections_that_the_task_reads_nothing_is_tagged(picture: str) -> None:
    """The tag would not be scored, and the rule tag-outside-section would say so."""
    desk = response(f"met <P Bo>\n</TXT>\n<SO> {picture} Kory </SO>\n<TXT>\nHe sat.\n")
    assert titles_of(desk, CodeActionKind.TAG) == []
    behind = response("met\n</TXT>\n<SO> Ann </SO>\n<TXT>\n«Ann» sat.\n")
    assert len(titles_of(behind, CodeActionKind.TAG)) == 7


def test_the_number_of_a_document_is_not_tagged() -> None:
    desk = response("met Ann\n")
    number = desk.text.index("1")
    titles = Desk(desk.snapshot, desk.text, number, number + 1, desk.shift).titles()
    assert not [title for title in titles if title.startswith("Tag as")]


def test_a_document_without_any_section_can_be_tagged() -> None:
    """Only a finding on the tag can tell there which sections the task reads."""
    text = "<DOC>\n<DOCNO> 1 </DOCNO>\n<BODY>\nmet Ann\n</BODY>\n</DOC>\n"
    start = text.index("Ann")
    desk = Desk(unpaired(ALONE, text, "muc-sgml"), text, start, start + 3, 0)
    assert "Tag as ENAMEX PERSON" in desk.titles()


def test_a_selection_over_two_documents_is_not_tagged() -> None:
    desk = response("met Ann\n")
    assert Desk(desk.snapshot, desk.text, desk.start, len(desk.text) + 10, desk.shift).titles() == []


def test_texts_and_configurations_are_not_annotated() -> None:
    assert alone("met «Ann» left\n", Role.TEXTS).titles() == []
    assert config(":scoring‸_task named_entity\n").titles() == []


def test_what_stands_before_the_first_document_is_not_annotated() -> None:
    snapshot = unpaired(ALONE, "Ann Kory\n", "muc-sgml")
    assert Desk(snapshot, "Ann Kory\n", 1, 1, 0).titles() == []


def test_a_file_without_a_pair_is_annotated_too() -> None:
    check(alone("met «Ann» left\n"), "Tag as ENAMEX PERSON", "met <P Ann> left\n")


# Changing the type


def test_the_type_can_be_changed_from_anywhere_in_the_element() -> None:
    for picture in (
        '<ENA‸MEX TYPE="PERSON">Kory</ENAMEX> left\n',
        '<ENAMEX TYPE="PERSON">Kory</ENA‸MEX> left\n',
        "‸<P Kory> left\n",
        "<P Kory>‸ left\n",
        "<P Ko‸ry> left\n",
        "<P «Kory»> left\n",
        "«<P Kory> »left\n",
    ):
        check(response(picture), "Change to ENAMEX LOCATION", "<L Kory> left\n")


def test_between_two_elements_the_one_behind_the_cursor_is_meant() -> None:
    check(response("<P Ann>‸<O Kory>\n"), "Change to ENAMEX LOCATION", "<P Ann><L Kory>\n")


def test_the_innermost_element_is_meant() -> None:
    before = '<ENAMEX TYPE="ORGANIZATION">Bank of <L Va‸le></ENAMEX>\n'
    after = '<ENAMEX TYPE="ORGANIZATION">Bank of <P Vale></ENAMEX>\n'
    check(response(before), "Change to ENAMEX PERSON", after)


def test_a_change_offers_every_other_type() -> None:
    assert titles_of(alone("<P Ko‸ry>\n"), CodeActionKind.RETYPE) == [
        "Change to ENAMEX ORGANIZATION",
        "Change to ENAMEX LOCATION",
        "Change to TIMEX DATE",
        "Change to TIMEX TIME",
        "Change to NUMEX MONEY",
        "Change to NUMEX PERCENT",
    ]


def test_the_type_that_the_key_has_is_offered_first() -> None:
    assert (
        titles_of(response("<P Va‸le>\n", "<L Vale>\n"), CodeActionKind.RETYPE)[0]
        == "Change to ENAMEX LOCATION"
    )


RETYPED = [
    (
        '<ENAMEX STATUS="OPT" TYPE="PERSON">K‸ory</ENAMEX>',
        '<ENAMEX STATUS="OPT" TYPE="LOCATION">Kory</ENAMEX>',
        "ENAMEX LOCATION",
    ),
    (
        "<ENAMEX TYPE='PERSON|LOCATION'>K‸ory</ENAMEX>",
        "<ENAMEX TYPE='ORGANIZATION'>Kory</ENAMEX>",
        "ENAMEX ORGANIZATION",
    ),
    ('<enamex type="PERSON" alt="K">K‸ory</enamex>', '<TIMEX TYPE="DATE" alt="K">Kory</TIMEX>', "TIMEX DATE"),
    ("<ENAMEX>K‸ory</ENAMEX>", '<ENAMEX TYPE="PERSON">Kory</ENAMEX>', "ENAMEX PERSON"),
    ('<ENAMEX TYPE="PERSON>K‸ory</ENAMEX>', '<ENAMEX TYPE="LOCATION">Kory</ENAMEX>', "ENAMEX LOCATION"),
    ('<ENAMEX TYPE="PERSN" X="1">K‸ory</ENAMEX>', '<ENAMEX TYPE="LOCATION">Kory</ENAMEX>', "ENAMEX LOCATION"),
    (
        '<ENAMEX TYPE="PERSON" ALT="a > b">K‸ory</ENAMEX>',
        '<ENAMEX TYPE="LOCATION" ALT="a > b">Kory</ENAMEX>',
        "ENAMEX LOCATION",
    ),
]


@pytest.mark.parametrize(("before", "after", "to"), RETYPED)
def test_a_change_keeps_what_the_tag_may_have(before: str, after: str, to: str) -> None:
    assert alone(f"{before} left\n").after(f"Change to {to}") == f"{after} left\n"


# Moving the ends


EXTENDED = [
    ("<L Sai‸nt> Orrin, which\n", "<L Saint Orrin>, which\n", "word to the right"),
    ("<L Sai‸nt>\nOrrin, which\n", "<L Saint\nOrrin>, which\n", "word to the right"),
    ("<L Sai‸nt>\r\nOrrin, which\r\n", "<L Saint\r\nOrrin>, which\r\n", "word to the right"),
    ("<O Vale In‸c>. said\n", "<O Vale Inc.> said\n", "character to the right"),
    ("<O Ty‸ne> & Vale said\n", "<O Tyne & Vale> said\n", "word to the right"),
    ("Saint <L Or‸rin>, which\n", "<L Saint Orrin>, which\n", "word to the left"),
    ("for $<M 4‸8> now\n", "for <M $48> now\n", "character to the left"),
    ("<L 東‸京>都へ\n", "<L 東京都>へ\n", "character to the right"),
    ("<O Ba‸nk> of <L Vale> left\n", "<O Bank of> <L Vale> left\n", "word to the right"),
    ("5 < <M 6‸0> < 70\n", '5 < <NUMEX TYPE="MONEY">60 < 70</NUMEX>\n', "word to the right"),
]

RESIZED = [
    ("x <P «Ann> Kory» y\n", '"Ann Kory"', "x <P Ann Kory> y\n"),
    ("x «the <P Ann»> y\n", '"the Ann"', "x <P the Ann> y\n"),
    ("x <P «Ann» Kory> y\n", '"Ann"', "x <P Ann> Kory y\n"),
    ("x <P Ann «Kory»> y\n", '"Kory"', "x Ann <P Kory> y\n"),
    ("x «<P Ann> Kory» y\n", '"Ann Kory"', "x <P Ann Kory> y\n"),
]


@pytest.mark.parametrize(("before", "words", "after"), RESIZED)
def test_a_tag_is_resized_to_a_selection_that_shares_one_end(before: str, words: str, after: str) -> None:
    check(response(before), f"Resize the ENAMEX tag to {words}", after)


@pytest.mark.parametrize(
    "picture",
    [
        "x <P An‸n> Kory y\n",
        "x <P «Ann»> y\n",
        "«x <P Ann> y»\n",
        "x <P Ann> «Kory» y\n",
        "<P «Ann> of <O Vale» Co> y\n",
    ],
)
def test_no_tag_is_resized_without_one_shared_end_or_across_another(picture: str) -> None:
    assert titles_of(response(picture), CodeActionKind.RESIZE) == []


@pytest.mark.parametrize(("before", "after", "step"), EXTENDED)
def test_a_tag_is_extended(before: str, after: str, step: str) -> None:
    check(response(before), f"Extend by a {step}", after)


SHRUNK = [
    ("<L Saint Or‸rin>, which\n", "<L Saint> Orrin, which\n", "word from the right"),
    ("<L Saint\nOr‸rin>, which\n", "<L Saint>\nOrrin, which\n", "word from the right"),
    ("<O The V‸ale> said\n", "The <O Vale> said\n", "word from the left"),
    ("<O Vale‸ Inc.> said\n", "<O Vale Inc>. said\n", "character from the right"),
    ("<P Dingell'‸s> hat\n", "<P Dingell>'s hat\n", "word from the right"),
    ("<O Tyne & V‸ale> said\n", "<O Tyne> & Vale said\n", "word from the right"),
    ("<L 東‸京都>へ\n", "<L 東京>都へ\n", "character from the right"),
]


@pytest.mark.parametrize(("before", "after", "step"), SHRUNK)
def test_a_tag_is_shrunk(before: str, after: str, step: str) -> None:
    check(response(before), f"Shrink by a {step}", after)


UNMOVED = {
    "one word": "<p>\n<P Ko‸ry>\n</p>\n",
    "blank lines around": "Ann\n\n<P Ko‸ry>\n\nleft\n",
    "tags around": "<P Ann><L Ko‸ry><P Bo>\n",
    "nothing but signs around": '"<P Ko‸ry>" -\n',
}


def test_the_ends_stay_where_nothing_is_to_be_gained_or_lost() -> None:
    for name in ("one word", "blank lines around", "tags around"):
        desk = response(UNMOVED[name])
        assert titles_of(desk, CodeActionKind.EXTEND) == []
        assert titles_of(desk, CodeActionKind.SHRINK) == []


def test_quotes_around_a_tag_can_be_taken_in() -> None:
    desk = response(UNMOVED["nothing but signs around"])
    check(desk, "Extend by a character to the right", '"<P Kory"> -\n')
    check(desk, "Extend by a character to the left", '<P "Kory>" -\n')


# Taking tags out and putting them in


def test_a_tag_is_removed_from_anywhere_in_its_element() -> None:
    for picture in (
        "met <P A‸nn Kory>.\n",
        'met <ENAMEX TYPE="PER‸SON">Ann Kory</ENAMEX>.\n',
        "met «<P Ann Kory>».\n",
    ):
        check(response(picture), "Remove the ENAMEX tag", "met Ann Kory.\n")


def test_a_tag_that_the_key_lacks_is_dropped() -> None:
    desk = response("met <P A‸nn> in <L Vale>.\n", "met Ann in <L Vale>.\n")
    check(desk, "Delete the spurious ENAMEX PERSON", "met Ann in <L Vale>.\n")


def test_the_spurious_tag_around_a_correct_one_is_dropped() -> None:
    desk = response('<ENAMEX TYPE="ORGANIZATION">Bank of <L Va‸le></ENAMEX>.\n', "Bank of <L Vale>.\n")
    check(desk, "Delete the spurious ENAMEX ORGANIZATION", "Bank of <L Vale>.\n")


def test_a_tag_of_the_key_is_nothing_to_drop() -> None:
    assert titles_of(response("met <P A‸nn>.\n"), CodeActionKind.DROP_SPURIOUS) == []
    assert titles_of(key("met <P A‸nn>.\n", "met Ann.\n"), CodeActionKind.DROP_SPURIOUS) == []


INSERTED = [
    ("met ‸Ann Kory.\n", "met <P Ann Kory>.\n", 'PERSON "Ann Kory"'),
    ("met Ann Ko‸ry.\n", "met <P Ann Kory>.\n", 'PERSON "Ann Kory"'),
    ("m‸et Ann Kory.\n", "met <P Ann Kory>.\n", 'PERSON "Ann Kory"'),
    ("«met Ann Kory.»\n", "met <P Ann Kory>.\n", 'PERSON "Ann Kory"'),
    ("met ‸Ann\nKory.\n", "met <P Ann\nKory>.\n", 'PERSON "Ann Kory"'),
]


@pytest.mark.parametrize(("before", "after", "what"), INSERTED)
def test_a_tag_that_the_key_has_is_inserted(before: str, after: str, what: str) -> None:
    check(response(before, after), f"Insert the missing ENAMEX {what}", after)


def test_of_several_types_in_the_key_the_first_is_inserted() -> None:
    desk = response(
        "met ‸Vale.\n", 'met <ENAMEX TYPE="ORGANIZATION|LOCATION" ALT="V" STATUS="OPT">Vale</ENAMEX>.\n'
    )
    check(desk, 'Insert the optional ENAMEX ORGANIZATION "Vale"', "met <O Vale>.\n")


def test_a_line_that_lacks_several_tags_offers_each_and_all() -> None:
    whole = "met <P Ann> of <O Vale> on <D Monday>.\n"
    desk = response("met Ann of Va‸le on Monday.\nand Bo\n", f"{whole}and <P Bo>\n")
    assert titles_of(desk, CodeActionKind.INSERT_MISSING) == [
        'Insert the missing ENAMEX ORGANIZATION "Vale"',
        'Insert the missing ENAMEX PERSON "Ann"',
        'Insert the missing TIMEX DATE "Monday"',
    ]
    assert titles_of(desk, CodeActionKind.INSERT_ALL) == ["Insert all 3 missing tags here"]
    check(desk, "Insert all 3 missing tags here", f"{whole}and Bo\n")


def test_a_selection_of_lines_offers_all_that_they_lack() -> None:
    whole = "met <P Ann> of <O Vale>\non <D Monday>.\nand "
    desk = response("«met Ann of Vale\non Monday.»\nand Bo\n", f"{whole}<P Bo>\n")
    check(desk, "Insert all 3 missing tags here", f"{whole}Bo\n")


def test_a_missing_tag_goes_around_its_words_behind_text_that_was_altered() -> None:
    whole = "met <P Ann> of <O Vale>\n"
    check(
        response("xmet and An‸n of Vale\n", whole),
        'Insert the missing ENAMEX PERSON "Ann"',
        "xmet and <P Ann> of Vale\n",
    )
    check(
        response("xmet Ann x of Va‸le\n", whole),
        "Insert all 2 missing tags here",
        "xmet <P Ann> x of <O Vale>\n",
    )


NEXT = "</TXT>\n</DOC>\n<DOC>\n<DOCNO> 2 </DOCNO>\n<TXT>\n"


def test_a_selection_over_two_documents_has_the_actions_of_its_part_in_the_first() -> None:
    whole = "met <P Ann> of <O Vale>\n"
    desk = response(f"met «Ann of Vale\n{NEXT}and» Bo\n", f"{whole}{NEXT}and <P Bo>\n")
    check(desk, "Insert all 2 missing tags here", f"{whole}{NEXT}and Bo\n")


def test_tags_that_adjoin_are_inserted_side_by_side() -> None:
    check(
        response("‸日本銀行と\n", "<L 日本><O 銀行>と\n"),
        "Insert all 2 missing tags here",
        "<L 日本><O 銀行>と\n",
    )


def test_a_missing_tag_is_put_around_those_within_it() -> None:
    whole = '<ENAMEX TYPE="ORGANIZATION">Bank of <L Vale></ENAMEX> left\n'
    desk = response("Ba‸nk of <L Vale> left\n", whole)
    check(desk, 'Insert the missing ENAMEX ORGANIZATION "Bank of Vale"', whole)


def test_no_tag_is_inserted_across_another_or_around_another_text() -> None:
    crossed = response("<O Tyne‸ Bank> of Vale left\n", "Tyne <O Bank of Vale> left on <D Monday>\n")
    assert titles_of(crossed, CodeActionKind.INSERT_MISSING) == []
    altered = response("Tyne left on Tues‸day\n", "Tyne left on <D Monday>\n")
    assert titles_of(altered, CodeActionKind.INSERT_MISSING) == []


def test_a_key_is_not_told_to_take_tags_from_the_response() -> None:
    assert titles_of(key("met A‸nn.\n", "met <P Ann>.\n"), CodeActionKind.INSERT_MISSING) == []


def test_nothing_is_offered_that_would_make_a_tag_of_the_text() -> None:
    desk = alone("a <ENA<P M‸EX>> b\n")
    assert "Remove the ENAMEX tag" not in desk.titles()


# What the key says


def preferred(desk: Desk) -> list[str]:
    return [action.title for action in desk.actions() if action.is_preferred]


EXTENTS = [
    ("met <P A‸nn> Kory.\n", "met <P Ann Kory>.\n"),
    ("met <P Ann Ko‸ry>.\n", "met <P Ann> Kory.\n"),
    ("met <P Ann Ko‸ry>.\n", "met Ann <P Kory>.\n"),
    ("met Ann <P K‸ory>.\n", "met <P Ann Kory>.\n"),
    ("met <P Ann Kory o‸f>\nVale\n", "met Ann <P Kory of\nVale>\n"),
    (
        "the <O Ba‸nk> of <L Vale>.\n",
        'the <ENAMEX TYPE="ORGANIZATION">Bank of <L Vale></ENAMEX>.\n',
    ),
    (
        '<ENAMEX TYPE="ORGANIZATION">Bank o‸f <L Vale></ENAMEX>.\n',
        "<O Bank> of <L Vale>.\n",
    ),
]


@pytest.mark.parametrize(("before", "after"), EXTENTS)
def test_where_only_the_extent_differs_that_of_the_key_is_taken(before: str, after: str) -> None:
    desk = response(before, after)
    (title,) = preferred(desk)
    assert title.startswith("Accept the key's extent")
    assert desk.titles()[0] == title
    check(desk, title, after)


def test_the_extent_of_the_key_is_named() -> None:
    desk = response("met <P A‸nn> Kory.\n", "met <P Ann Kory>.\n")
    assert desk.titles()[0] == 'Accept the key\'s extent "Ann Kory"'


def test_where_type_and_extent_differ_both_are_taken_at_once() -> None:
    desk = response("met <P A‸nn> Kory.\n", "met <O Ann Kory>.\n")
    assert desk.titles()[:5] == [
        'Accept the key\'s ENAMEX ORGANIZATION "Ann Kory"',
        'Accept the key\'s extent "Ann Kory"',
        "Change to ENAMEX ORGANIZATION",
        'Insert the missing ENAMEX ORGANIZATION "Ann Kory"',
        "Delete the spurious ENAMEX PERSON",
    ]
    assert preferred(desk) == desk.titles()[:1]
    check(desk, desk.titles()[0], "met <O Ann Kory>.\n")
    other = response("met <P A‸nn> Kory.\n", "met <D Ann Kory>.\n")
    check(other, 'Accept the key\'s TIMEX DATE "Ann Kory"', "met <D Ann Kory>.\n")


def test_the_extent_of_the_key_is_taken_behind_text_that_was_altered() -> None:
    key = "met <P Ann Kory> of Vale.\n"
    same = response("long added words: met <P A‸nn> Kory of Vale.\n", key)
    check(same, 'Accept the key\'s extent "Ann Kory"', "long added words: met <P Ann Kory> of Vale.\n")
    other = response("long added words: met <O A‸nn> Kory of Vale.\n", key)
    title = 'Accept the key\'s ENAMEX PERSON "Ann Kory"'
    check(other, title, "long added words: met <P Ann Kory> of Vale.\n")


def test_no_extent_is_taken_that_would_cross_a_tag_or_hold_another_text() -> None:
    crossed = response("<O Tyne‸> Bank of <L Vale left>\n", "<O Tyne Bank of Vale> <L left>\n")
    assert not [title for title in crossed.titles() if title.startswith("Take")]
    altered = response("<O Ty‸ne> Bonk left\n", "<O Tyne Bank> left\n")
    assert not [title for title in altered.titles() if title.startswith("Take")]


PREFERRED = [
    ("met ‸Ann.\n", "met <P Ann>.\n", ['Insert the missing ENAMEX PERSON "Ann"']),
    ("met <P A‸nn>.\n", "met Ann.\n", ["Delete the spurious ENAMEX PERSON"]),
    ("met <P A‸nn>.\n", "met <L Ann>.\n", ["Change to ENAMEX LOCATION"]),
    ("met <P A‸nn>.\n", "met <P Ann>.\n", []),
    ("m‸et then Ann.\n", "met then <P Ann>.\n", []),
]


@pytest.mark.parametrize(("before", "after", "titles"), PREFERRED)
def test_what_the_key_says_of_the_place_comes_first_and_is_preferred(
    before: str, after: str, titles: list[str]
) -> None:
    desk = response(before, after)
    assert preferred(desk) == titles
    assert desk.titles()[: len(titles)] == titles


def test_changes_of_what_stands_there_come_before_new_tags() -> None:
    kinds = [action.kind for action in response("<O Bank «of» Vale> left\n").actions()]
    assert kinds.index(CodeActionKind.UNTAG) < kinds.index(CodeActionKind.TAG)


def test_a_selection_that_cuts_a_tag_changes_nothing_around_it() -> None:
    picture = '<ENAMEX TYPE="ORGANIZATION">the Bank «of <L Va»le></ENAMEX> left\n'
    assert titles_of(response(picture), CodeActionKind.RETYPE) == []


def test_of_marks_at_one_word_the_one_under_the_cursor_comes_first() -> None:
    desk = response("‸日本銀行と\n", "<L 日本><O 銀行>と\n")
    assert desk.titles()[0] == 'Insert the missing ENAMEX LOCATION "日本"'
    second = response("日本‸銀行と\n", "<L 日本><O 銀行>と\n")
    assert second.titles()[0] == 'Insert the missing ENAMEX ORGANIZATION "銀行"'


def test_a_type_belongs_to_the_action() -> None:
    found = response("met «Ann»\n").actions()
    assert [each.type for each in found if each.kind is CodeActionKind.TAG][:2] == ["ORGANIZATION", "PERSON"]


FAMILY = "👩\u200d👩\u200d👧\u200d👦"


@pytest.mark.parametrize(
    ("picture", "title", "expected"),
    [
        ("met «👩»\u200d👩\u200d👧\u200d👦 x\n", "Tag as ENAMEX PERSON", f"met <P {FAMILY}> x\n"),
        ("met «e»\u0301 x\n", "Tag as ENAMEX PERSON", "met <P e\u0301> x\n"),
        (f"<P Kory‸>{FAMILY} x\n", "Extend by a character to the right", f"<P Kory{FAMILY}> x\n"),
        (f"{FAMILY}<P Kory‸> x\n", "Extend by a character to the left", f"<P {FAMILY}Kory> x\n"),
        (f"<P Ko‸ry{FAMILY}> x\n", "Shrink by a character from the right", f"<P Kory>{FAMILY} x\n"),
        (f"<P {FAMILY}Ko‸ry> x\n", "Shrink by a character from the left", f"{FAMILY}<P Kory> x\n"),
        ("<P Kory‸>🇩🇪🇫🇷 x\n", "Extend by a character to the right", "<P Kory🇩🇪>🇫🇷 x\n"),
    ],
)
def test_no_action_cuts_an_emoji(picture: str, title: str, expected: str) -> None:
    assert alone(spelled(picture)).after(title) == spelled(expected)


def test_equal_text_within_an_emoji_is_not_tagged() -> None:
    assert titles_of(alone(spelled(f"<P 👩‸> {FAMILY}\n")), CodeActionKind.TAG_IDENTICAL) == []
    assert titles_of(alone(spelled("<P 👩‸> 👩 x\n")), CodeActionKind.TAG_IDENTICAL) != []
