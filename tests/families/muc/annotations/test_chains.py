"""What a file says of mentions, which mentions pair, and the tags that changes write."""

import pytest

from keytally.families.annotations import Annotation, Change, Reference, Rewriting
from keytally.families.contract import Role
from keytally.families.muc.annotations import NOT_READ
from keytally.families.muc.sgml.unit import SgmlUnit
from tests.families.annotating import errors, rewritten
from tests.families.muc.coreference_files import coreference, document

TASK = coreference()


def unit(body: str) -> SgmlUnit:
    return TASK.language(Role.KEY).read(document(body))


def listed(*bodies: str) -> list[Annotation]:
    return [*TASK.annotator.annotations([unit(body) for body in bodies])]


def after(body: str, *changes: Change, gold: SgmlUnit | None = None) -> str:
    """The text of the section after changes of a gold."""
    gold = gold or unit(body)
    [text] = rewritten([gold], TASK.annotator.rewriting([gold], changes))
    head, foot = document("|").split("|")
    assert text.startswith(head)
    assert text.endswith(foot)
    return text[len(head) : len(text) - len(foot)]


def pairs(first: str, second: str, **options: str) -> list[tuple[str, str]]:
    task = coreference(**options)
    some, other = listed(first), listed(second)
    return [(some[i].name, other[j].name) for i, j in task.annotator.counterparts(some, other)]


ANN = '<COREF ID="1">Ann</COREF> saw <COREF ID="2" TYPE="IDENT" REF="1">her</COREF> dog'


def test_a_mention_says_min_status_and_the_mention_before_it() -> None:
    body = (
        '<COREF ID="x" TYPE="IDENT" REF="z" MIN="dog">the  dog</COREF> '
        '<COREF ID="y" STATUS="optional" TYPE="IDENT" REF="x">it</COREF> '
        '<COREF ID="z">dog</COREF>'
    )
    first, second, third = listed(body)
    assert first.value == ("COREF", "MIN=dog")
    assert second.value == ("COREF", "STATUS=OPT", Reference(0))
    assert third.value == ("COREF", Reference(1))
    assert (first.kind, first.name) == ("mention", "the dog")
    assert first.unit.text[first.start : first.end] == "the  dog"


def test_places_count_neither_tags_nor_how_ids_are_written() -> None:
    plain = listed('<COREF ID="1">Ann</COREF> and <COREF ID="2">Ben</COREF>')[1]
    nested = listed('<COREF ID="9">Ann and <COREF ID="12345">Ben</COREF></COREF>')
    assert nested[1].place == plain.place
    assert [each.name for each in nested] == ["Ann and Ben", "Ben"]


def test_a_document_that_comes_twice_is_two_places() -> None:
    first, second = listed('<COREF ID="1">Ann</COREF>', '<COREF ID="1">Ann</COREF>')
    assert (first.place[0], second.place[0]) == (0, 1)


def test_what_is_not_scored_is_not_said() -> None:
    outside = TASK.language(Role.KEY).read('<DOC><DOCNO> 1 </DOCNO>\n<COREF ID="1">Ann</COREF></DOC>')
    assert TASK.annotator.annotations([outside]) == []
    assert listed('<COREF ID="1">Ann') == []


def test_equal_texts_pair_first_then_those_with_the_head() -> None:
    whole = '<COREF ID="1" MIN="dog">the big dog</COREF> ran'
    assert pairs(whole, '<COREF ID="1">the big dog</COREF> ran') == [("the big dog", "the big dog")]
    assert pairs(whole, 'the <COREF ID="1">big dog</COREF> ran') == [("the big dog", "big dog")]
    assert pairs('the <COREF ID="1">big dog</COREF> ran', whole) == [("big dog", "the big dog")]
    assert pairs(whole, '<COREF ID="1">the big</COREF> dog ran') == []
    assert pairs(whole, 'the <COREF ID="1">big dog</COREF> ran', co_exact="yes") == []


def test_of_two_with_the_head_the_longer_one_is_the_counterpart() -> None:
    """With a key that says more, the scorer would take the first one of the file in one direction only."""
    one = '<COREF ID="1" MIN="dog">the big dog</COREF>'
    two = 'the <COREF ID="1" MIN="dog">big <COREF ID="2" MIN="dog">dog</COREF></COREF>'
    assert pairs(one, two) == [("the big dog", "big dog")]
    assert pairs(two, one) == [("big dog", "the big dog")]


def test_a_new_mention_gets_a_free_id_and_a_ref_to_the_one_before_it() -> None:
    gold = unit(f"{ANN} it")
    have = TASK.annotator.annotations([gold])
    wanted = listed(f'{ANN} <COREF ID="2" TYPE="IDENT" REF="1" MIN="it" STATUS="OPT">it</COREF>')[2]
    assert after("", Change(None, wanted, (have[0],)), gold=gold) == (
        f'{ANN} <COREF ID="3" TYPE="IDENT" REF="2" MIN="it" STATUS="OPT">it</COREF>'
    )
    assert after("", Change(None, wanted, (None,)), gold=gold) == (
        f'{ANN} <COREF ID="3" MIN="it" STATUS="OPT">it</COREF>'
    )


def test_what_refers_to_a_mention_that_goes_is_linked_to_what_that_one_was_linked_to() -> None:
    body = f'{ANN} <COREF ID="3" TYPE="IDENT" REF="2">it</COREF>'
    gold = unit(body)
    first, second, _ = TASK.annotator.annotations([gold])
    assert after("", Change(second, None), gold=gold) == (
        '<COREF ID="1">Ann</COREF> saw her dog <COREF ID="3" TYPE="IDENT" REF="1">it</COREF>'
    )
    assert after("", Change(first, None), gold=gold) == (
        'Ann saw <COREF ID="2">her</COREF> dog <COREF ID="3" TYPE="IDENT" REF="2">it</COREF>'
    )


def test_a_ref_from_outside_the_sections_is_led_on_too() -> None:
    language = TASK.language(Role.KEY)
    head = '<DOC>\n<DOCNO> 1 </DOCNO>\n<COREF ID="7" TYPE="IDENT" REF="2">x</COREF>\n<TXT>'
    gold = language.read(f"{head}{ANN}</TXT></DOC>")
    [text] = rewritten(
        [gold], TASK.annotator.rewriting([gold], [Change(TASK.annotator.annotations([gold])[1], None)])
    )
    assert text == f'{head.replace("2", "1")}<COREF ID="1">Ann</COREF> saw her dog</TXT></DOC>'
    assert not [finding for finding in language.read(text).findings if finding.rule.name == "dangling-ref"]


def test_a_changed_link_moves_a_mention_to_another_chain() -> None:
    gold = unit(f'<COREF ID="0">Eve</COREF> {ANN}')
    eve, _, her = TASK.annotator.annotations([gold])
    assert after("", Change(her, her, (eve,)), gold=gold) == (
        '<COREF ID="0">Eve</COREF> <COREF ID="1">Ann</COREF> saw '
        '<COREF ID="2" TYPE="IDENT" REF="0">her</COREF> dog'
    )
    alone = her._replace(value=("COREF",))
    assert after("", Change(her, alone), gold=gold) == (
        '<COREF ID="0">Eve</COREF> <COREF ID="1">Ann</COREF> saw <COREF ID="2">her</COREF> dog'
    )


def test_the_tags_move_to_the_wanted_text_and_keep_their_id() -> None:
    gold = unit(f'{ANN} <COREF ID="3" X="y" TYPE="IDENT" REF="2">it</COREF> now')
    present = TASK.annotator.annotations([gold])[2]
    wanted = listed('Ann saw her dog <COREF ID="1" MIN="it">it now</COREF>')[0]
    assert (
        after(
            "",
            Change(
                present,
                wanted._replace(value=(*wanted.value, Reference(0))),
                (TASK.annotator.annotations([gold])[1],),
            ),
            gold=gold,
        )
        == f'{ANN} <COREF ID="3" X="y" TYPE="IDENT" REF="2" MIN="it">it now</COREF>'
    )


@pytest.mark.parametrize(
    ("gold", "other", "expected"),
    [
        ("<A>a b</A> c", "<B>a b c</B>", "<B><A>a b</A> c</B>"),
        ("<A>a b c</A>", "<B>a b</B> c", "<A><B>a b</B> c</A>"),
        ("<A>a b c</A>", "a <B>b c</B>", "<A>a <B>b c</B></A>"),
        ("a <A>b</A> c", "<B>a</B> b <B>c</B>", "<B>a</B> <A>b</A> <B>c</B>"),
        ("<A>a</A><A>b</A>", "<B>ab</B>", "<B><A>a</A><A>b</A></B>"),
        ("<A>ab</A>", "<B>a</B><B>b</B>", "<A><B>a</B><B>b</B></A>"),
        ("<A>a b</A> c", "a <B>b c</B>", "<A>a b</A> c"),
    ],
)
def test_new_tags_cross_no_others(gold: str, other: str, expected: str) -> None:
    """The last mention would cross the gold's; no file can hold both."""

    def tagged(body: str, number: str) -> str:
        for letter in "AB":
            body = body.replace(f"</{letter}>", "</COREF>")
            body = body.replace(f"<{letter}>", f'<COREF ID="{number if letter == "A" else "B"}">')
        return body

    unit_ = unit(tagged(gold, "7"))
    found = after("", *(Change(None, each) for each in listed(tagged(other, "7"))), gold=unit_)
    for number in ("8", "9"):
        found = found.replace(f'ID="{number}"', 'ID="B"')
    assert found == tagged(expected, "7")


def test_a_mention_of_other_words_than_the_gold_has_is_left_out() -> None:
    gold = unit("Anne saw her")
    changes = [Change(None, each) for each in listed(ANN)[:1]]
    assert after("", *changes, gold=gold) == "Anne saw her"
    later = unit("Well, Ann saw her")
    assert after("", *changes, gold=later) == 'Well, <COREF ID="1">Ann</COREF> saw her'


def test_a_tag_stays_whose_going_would_have_a_broken_tag_take_in_text() -> None:
    gold = unit('<COREF ID="0">so <COREF ID="1">Ann</COREF</COREF> > Ben')
    outer, inner = TASK.annotator.annotations([gold])
    assert (outer.name, inner.name) == ("so Ann", "Ann")
    assert TASK.annotator.rewriting([gold], [Change(outer, None)]) == Rewriting([], {0: NOT_READ})


def test_a_broken_tag_is_written_anew_when_it_has_to_change() -> None:
    gold = unit('<COREF ID="1" ID="2">Ann</COREF> saw <COREF ID=3 >her</COREF>')
    ann, her = TASK.annotator.annotations([gold])
    assert after("", Change(her, her, (ann,)), gold=gold) == (
        '<COREF ID="1" ID="2">Ann</COREF> saw <COREF ID="3" TYPE="IDENT" REF="1">her</COREF>'
    )


SPELT = (
    '<coref id="7" MIN="dog">the big dog</coref> saw <COREF ID="3" REF="7" TYPE="IDENT">it</COREF> and '
    '<COREF ID="A4" TYPE="IDENT"  REF="7">its</COREF> tail'
)


def taken(gold: SgmlUnit, *texts: str) -> str:
    """The gold's text with all mentions of several files."""
    changes: list[Change] = []
    for text in texts:
        there = listed(text)
        shift = len(changes)
        targets = [tuple(p.target + shift for p in each.value if isinstance(p, Reference)) for each in there]
        changes += [Change(None, *each) for each in zip(there, targets, strict=True)]
    return after("", *changes, gold=gold)


def test_new_mentions_keep_their_tags_as_the_annotator_has_written_them() -> None:
    assert taken(unit("the big dog saw it and its tail"), SPELT) == SPELT


def test_an_identifier_that_the_gold_has_is_not_kept() -> None:
    gold = unit('the big dog saw it and its <COREF ID="9" TYPE="IDENT" REF="7">tail</COREF>')
    found = taken(gold, SPELT)
    assert found.startswith('<coref id="10" MIN="dog">') is False
    assert 'ID="10" MIN="dog">' in found and 'REF="10"' in found and 'ID="A4"' in found


def test_of_two_mentions_with_one_identifier_the_file_with_more_keeps_it() -> None:
    more = 'the <COREF ID="2">big</COREF> dog saw <COREF ID="1" TYPE="IDENT" REF="2">it</COREF>'
    found = taken(unit("the big dog saw it"), 'the big <COREF ID="1">dog</COREF> saw it', more)
    assert found == more.replace("dog", '<COREF ID="3">dog</COREF>')


def test_tags_with_mistakes_are_written_anew() -> None:
    gold = unit("the big dog saw it")
    for wrong in ('ID="1" MINN="dog"', 'ID="1" TYPE="IDNT"', 'ID="1" ID="2"', "ID=1"):
        found = taken(gold, f"<COREF {wrong}>the big dog</COREF> saw it")
        assert found == '<COREF ID="1">the big dog</COREF> saw it', wrong


def test_links_in_a_circle_are_not_taken_over() -> None:
    circle = (
        '<COREF ID="1" TYPE="IDENT" REF="2">Ann</COREF> saw <COREF ID="2" TYPE="IDENT" REF="1">her</COREF>'
    )
    found = taken(unit("Ann saw her"), circle)
    assert errors([unit(found)]) == errors([unit("Ann saw her")])
    assert len(TASK.annotator.annotations([unit(found)])) == 2
