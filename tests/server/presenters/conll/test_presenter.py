"""Chains of CoNLL-2012 and CorefUD as features show them: hover, surgery, tags, names, colours."""

from textwrap import dedent

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from keytally.families.conll.reading import DocumentUnit
from keytally_server.answers import CodeActionKind, RenameError, TokenType, combined
from keytally_server.requests.definitions import definitions, document_highlights, references
from keytally_server.requests.hover import hover
from keytally_server.requests.inlay_hints import inlay_hints
from keytally_server.requests.ranges import semantic_tokens
from keytally_server.requests.rename import renamable, rename
from tests.families.conll import written as generated
from tests.server.conll_desk import ConllDesk, alone, cells, corefud, key, response, written
from tests.server.desk import applied

ROWS = ("Orrin_(1)", "met_-", "Ms._(2", "Vale_2)", "he_(1)", "saw_-", "her_(2)", "and_-", "his_(1)")
IN_KEY = ("Orrin_(1)", "met_-", "Ms._(2", "Vale_2)", "he_(2)", "saw_-", "her_(2)", "and_-", "his_(1)")


def at(rows: tuple[str, ...], row: int, sign: str = "‸") -> str:
    """A document with the cursor before the brackets of a line."""
    return written(
        *(each.replace("_", f"_{sign}") if number == row else each for number, each in enumerate(rows))
    )


def said(desk: ConllDesk) -> str:
    found = hover(desk.snapshot, desk.start)
    return found.markdown.partition("\n\n|")[0].partition("\n\nthis document")[0] if found else ""


# Hover


def test_a_mention_tells_its_chain_and_that_of_the_key() -> None:
    assert said(response(at(ROWS, 8), written(*ROWS))) == dedent(
        """\
        **COR** correct `"his" of chain 1`

        chain 1: `Orrin` → `he` → **`his`** (3)

        key: chain 1: `Orrin` → `he` → `his` (3)"""
    )


def test_a_mention_in_the_wrong_chain_tells_where_it_belongs() -> None:
    assert said(response(at(ROWS, 4), written(*IN_KEY))) == dedent(
        """\
        **INC** incorrect `"he" of chain 1 (key: chain 2)`

        chain 1: `Orrin` → **`he`** → `his` (3)

        key: chain 1: `Orrin` → `his` (2)

        split into 2 parts in the other file: `Orrin`, `his` | `he`"""
    )


def test_the_word_of_a_mention_tells_the_same_as_its_bracket() -> None:
    on_word = written(*ROWS).replace("Vale", "Va‸le")
    assert "**`Ms. Vale`**" in said(response(on_word, written(*ROWS)))
    assert said(response(written(*ROWS).replace("met", "m‸et"), written(*ROWS))) == ""


def test_a_missing_mention_is_told_on_its_line() -> None:
    lacking = (*ROWS[:8], "his_-")
    assert said(response(at(lacking, 8), written(*ROWS))) == '**MIS** missing here `"his" of chain 1`'


def test_the_key_tells_what_the_response_made_of_it() -> None:
    told = said(key(at(IN_KEY, 4), written(*ROWS)))
    assert told.endswith("split into 2 parts in the other file: `Ms. Vale`, `her` | `he`")
    assert "response: chain 2: `Ms. Vale` → `her` (2)" in told


# Chain surgery

SURGERY = [
    (4, 'Remove the mention "he"', (4, "-")),
    (4, 'Move "he" to the chain of "Ms. Vale" (2, 2 mentions)', (4, "(2)")),
    (4, 'Move "he" to a new chain', (4, "(3)")),
]


@pytest.mark.parametrize(("row", "title", "change"), SURGERY)
def test_a_mention_moves_and_goes(row: int, title: str, change: tuple[int, str]) -> None:
    before = [each.partition("_")[2] for each in ROWS]
    before[change[0]] = change[1]
    assert alone(at(ROWS, row)).after(title) == before


def test_chains_are_split_and_merged() -> None:
    split = alone(at(ROWS, 4)).after('Split the chain: start a new one at "he"')
    assert split == ["(1)", "-", "(2", "2)", "(3)", "-", "(2)", "-", "(3)"]
    merged = alone(at(ROWS, 4)).after('Merge this chain with the chain of "Ms. Vale" (2, 2 mentions)')
    assert merged == ["(2)", "-", "(2", "2)", "(2)", "-", "(2)", "-", "(2)"]


def test_a_chain_is_merged_first_with_what_the_key_has_in_one() -> None:
    parted = ("Orrin_(1)", "met_-", "Ms._(2", "Vale_2)", "he_(3)", "saw_-", "her_(2)", "and_-", "his_(1)")
    first = response(at(parted, 4), written(*ROWS)).titles(CodeActionKind.MERGE_CHAINS)[0]
    assert first == 'Merge this chain with the chain of "Orrin" (1, 2 mentions)'


def test_the_first_of_a_chain_splits_nothing() -> None:
    assert alone(at(ROWS, 0)).titles(CodeActionKind.SPLIT_CHAIN) == []


def test_what_the_format_cannot_tell_is_not_offered() -> None:
    """Two mentions of one chain that cross."""
    desk = alone(at(("a_(1", "b_(2", "c_1)", "d_2)"), 0))
    assert desk.titles(CodeActionKind.MERGE_CHAINS, CodeActionKind.MOVE_MENTION) == []


# Following the key


def test_the_link_of_the_key_is_accepted() -> None:
    desk = response(at(ROWS, 4), written(*IN_KEY))
    first = desk.actions()[0]
    title = 'Accept the key\'s link: "he" to the chain of "Ms. Vale" (2, 2 mentions)'
    assert (first.title, first.is_preferred) == (title, True)
    assert desk.after(title)[4] == "(2)"


def test_a_mention_that_belongs_to_no_chain_here_gets_its_own() -> None:
    wanted = ("Orrin_(1)", "met_-", "Ms._(2", "Vale_2)", "he_(5)", "saw_-", "her_(2)", "and_-", "his_(1)")
    desk = response(at(ROWS, 4), written(*wanted))
    assert desk.after('Accept the key\'s link: "he" to a new chain')[4] == "(3)"


def test_a_missing_mention_is_accepted_and_a_spurious_one_dropped() -> None:
    lacking = (*ROWS[:2], "Ms._-", "Vale_-", *ROWS[4:])
    accepted = response(at(lacking, 2), written(*ROWS)).after(
        'Accept the key\'s mention "Ms. Vale" into the chain of "her" (2, 1 mention)'
    )
    assert accepted[2:4] == ["(2", "2)"]
    dropped = response(at(ROWS, 2), written(*lacking)).after('Delete the spurious mention "Ms. Vale"')
    assert dropped[2:4] == ["-", "-"]


def test_other_words_are_not_accepted() -> None:
    lacking = (*ROWS[:2], "Ms._-", "Wale_-", *ROWS[4:])
    desk = response(at(lacking, 2), written(*ROWS))
    assert desk.titles(CodeActionKind.ACCEPT_FROM_KEY) == []


# Tagging


def test_a_selection_becomes_a_mention() -> None:
    lines = ("Orrin_(1)", "m«et_-", "a_-", "friend_-»", "Ms._(2", "Vale_2)")
    desk = alone(written(*lines))
    assert desk.titles(CodeActionKind.WRAP_MENTION) == [
        "Tag as the first mention of a new chain",
        'Tag as a mention of the chain of "Orrin" (1, 1 mention)',
        'Tag as a mention of the chain of "Ms. Vale" (2, 1 mention)',
    ]
    assert desk.after("Tag as the first mention of a new chain") == ["(1)", "(3", "-", "3)", "(2", "2)"]


def test_words_that_read_like_a_mention_join_its_chain_first() -> None:
    desk = alone(written("Orrin_(1)", "left_-", "orrin‸_-"))
    assert desk.actions()[0].title == 'Tag as a mention of the chain of "Orrin" (1, 1 mention)'
    assert desk.actions()[0].type == "a-part-000-1"
    after = alone(written("Orr‸in_(1)", "left_-", "orrin_-")).after(
        'Tag the other occurrence of "Orrin" as a mention of this chain'
    )
    assert after == ["(1)", "-", "(1)"]


def test_nothing_is_tagged_over_the_end_of_a_sentence() -> None:
    text = written("a«_-", "b_-", "c»_-").replace("b\t-\n", "b\t-\n\n")
    assert alone(text).titles(CodeActionKind.WRAP_MENTION) == []


# Ways, names, colours, hints


def test_a_chain_is_highlighted_and_renamed() -> None:
    desk = alone(at(ROWS, 6))
    found = [desk.text[each.start : each.end] for each in document_highlights(desk.snapshot, desk.start)]
    assert found == ["(2", "2)", "(2)"]
    assert len(list(references(desk.snapshot, desk.start, with_declaration=True))) == 3
    name = renamable(desk.snapshot, desk.start)
    assert name is not None
    assert desk.text[name.start : name.end] == "2"
    after = cells(applied(desk.text, rename(desk.snapshot, desk.start, "8")))
    assert after == ["(1)", "-", "(8", "8)", "(1)", "-", "(8)", "-", "(1)"]


@pytest.mark.parametrize(
    ("name", "problem"), [("x y", "may only contain letters"), ("1", "already has a chain 1")]
)
def test_a_name_that_cannot_be_is_refused(name: str, problem: str) -> None:
    desk = alone(at(ROWS, 6))
    with pytest.raises(RenameError, match=problem):
        rename(desk.snapshot, desk.start, name)


def test_the_mention_before_is_the_definition() -> None:
    desk = alone(at(ROWS, 6))
    (link,) = definitions(desk.snapshot, desk.start)
    assert desk.text[link.start - 4 : link.end] == "Ms.\t(2"
    assert list(definitions(alone(at(ROWS, 0)).snapshot, 0)) == []


def test_words_and_brackets_have_the_colours_of_their_chains() -> None:
    desk = alone(at(ROWS, 0))
    tokens = [
        (each.text, each.modifiers)
        for each in semantic_tokens(desk.snapshot, 0, len(desk.text))
        if each.type is TokenType.MENTION
    ]
    first, second = 1, 2
    assert tokens[:8] == [
        ("Orrin", first),
        ("(1)", first),
        ("Ms.", second),
        ("(2", second),
        ("Vale", second),
        ("2)", second),
        ("he", first),
        ("(1)", first),
    ]


def test_a_mention_that_reads_otherwise_shows_its_chain() -> None:
    desk = alone(at(ROWS, 0))
    hints = [
        (hint.label, desk.text[: hint.place].rpartition("\n")[2])
        for hint in inlay_hints(desk.snapshot, 0, 999)
    ]
    assert hints == [
        ('= "Orrin"', "he\t(1)"),
        ('= "Ms. Vale"', "her\t(2)"),
        ('= "Orrin"', "his\t(1)"),
    ]


# CorefUD


def test_corefud_has_the_same() -> None:
    rows = ("Orrin_(e1-person-1-)", "met_-", "Ms._(e2-person-1-", "Vale_e2)", "he_(e1-person-1-)‸")
    desk = alone(corefud(*rows))
    assert "chain e1: `Orrin` → **`he`** (2)" in said(desk)
    moved = desk.after('Move "he" to the chain of "Ms. Vale" (e2, 1 mention)')
    assert moved[4] == "Entity=(e2-person-1-)"
    with pytest.raises(RenameError, match="invalid chain name"):
        rename(desk.snapshot, desk.start, "e-1")
    selected = alone(corefud("Orrin_(e1-person-1-)", "m«et_-", "her_-»"))
    after = selected.after('Tag as a mention of the chain of "Orrin" (e1, 1 mention)')
    assert after[1:] == ["Entity=(e1-person-1-", "Entity=e1)"]


def test_a_chain_that_corefud_lacks_is_accepted_mention_by_mention() -> None:
    key = corefud("The_(e1-person-2-x", "diver_e1)", "met_-", "her_(e1-person-1-)")
    first = response(corefud("‸The_-", "diver_-", "met_-", "her_-"), key)
    text = first.applied('Accept the key\'s mention "The diver" into a new chain')
    assert cells(text) == ["Entity=(e1-person-2-x", "Entity=e1)", "_", "_"]
    assert [placed.mark.label for placed in response(text, key).snapshot.marks(0, len(text))] == [
        'UNS "The diver" of chain e1',
        'MIS "her" of chain e1',
    ]
    second = response(text.replace("4\ther", "4\t‸her"), key)
    title = 'Accept the key\'s mention "her" into the chain of "The diver" (e1, 1 mention)'
    assert second.after(title)[3] == "Entity=(e1-person-1-)"


def test_a_mention_that_the_key_has_alone_is_not_dropped_from_a_wrong_chain() -> None:
    key = corefud("Ann_(e1-person-1-)", "met_-", "Bo_(e2-person-1-)", "her_(e1-person-1-)")
    mine = corefud("Ann_(e1-person-1-)", "met_-", "Bo_(e2-person-1-)", "her_(e2-person-1-)")
    desk = response(mine, key)
    marks = [placed.mark.label for placed in desk.snapshot.marks(0, len(desk.text))]
    assert marks == [
        'UNS "Ann" of chain e1',
        'UNS "Bo" of chain e2',
        'INC "her" of chain e2 (key: chain e1)',
    ]


# Properties


@given(generated.mentions(), generated.mentions(), st.integers(0, generated.TOKENS - 1), st.integers(0, 2))
def test_every_action_keeps_the_words_and_brings_no_finding(
    mine: list[generated.Mention], other: list[generated.Mention], row: int, more: int
) -> None:
    lines = generated.written(mine).splitlines(keepends=True)
    last = min(row + more, generated.TOKENS - 1) + 1
    lines[row + 1] = f"«{lines[row + 1]}"
    lines[last] = lines[last].replace("\n", "»\n")
    desk = response("".join(lines), generated.written(other))
    before = DocumentUnit(desk.text)
    for action in desk.actions():
        after = DocumentUnit(applied(desk.text, combined(action)))
        assert after.tokens() == before.tokens()
        assert len(after.read().defects) <= len(before.read().defects)
        assert after.text != before.text


@given(generated.mentions(), generated.mentions())
def test_following_the_key_ends(mine: list[generated.Mention], other: list[generated.Mention]) -> None:
    """What is accepted and dropped at each mark makes the response the key, chain names aside."""
    text, wanted = generated.written(mine), generated.written(other)
    assume(not any(DocumentUnit(each).may_lose for each in (text, wanted)))
    for _ in range(40):
        desk = response(text, wanted)
        found = _first_step(desk)
        if found is None:
            break
        text = found
    assert _classes(text) == _classes(wanted)


def _first_step(desk: ConllDesk) -> str | None:
    """The text after the first preferred action at any mark that is no agreement."""
    kinds = CodeActionKind.ACCEPT_FROM_KEY, CodeActionKind.DROP_SPURIOUS
    for placed in desk.snapshot.marks(0, len(desk.text)):
        if placed.mark.status.value != "cor":
            here = ConllDesk(desk.snapshot, desk.text, placed.start, placed.end)
            offered = [each for each in here.actions() if each.kind in kinds]
            if offered:
                return applied(desk.text, combined(offered[0]))
    return None


def _classes(text: str) -> set[frozenset[tuple[int, ...]]]:
    chains = DocumentUnit(text).read().chains
    return {frozenset(tuple(each.words) for each in chain.mentions) for chain in chains}
