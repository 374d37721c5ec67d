"""Chains changed by edits of cells: what is asked for is what is read, or nothing is changed."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.conll.chain_edits import Changes, NewMention, edits_of, new_name
from keytally.families.conll.model import Mention
from keytally.families.conll.reading import DocumentUnit
from keytally.findings.finding import apply_edits
from tests.families.conll import written, written_corefud

Told = "Counter[tuple[str, tuple[int, ...]]]"


def document(*cells: str) -> DocumentUnit:
    """A document of CoNLL-2012 with a token a cell."""
    rows = "".join(f"a 0 {at} w{at} {cell}\n" for at, cell in enumerate(cells))
    return DocumentUnit(f"#begin document (a); part 000\n{rows}\n#end document\n")


def corefud(*cells: str, heads: Sequence[int] = ()) -> DocumentUnit:
    """A document of CorefUD with a word a cell; `heads` are what the words depend on."""
    rows = "".join(
        f"{at}\tw{at}\t_\t_\t_\t_\t{heads[at - 1] if heads else 0}\t_\t_\t{cell}\n"
        for at, cell in enumerate(cells, start=1)
    )
    return DocumentUnit(f"# newdoc id = a\n# global.Entity = eid-etype-head-other\n{rows}\n")


def mentions(unit: DocumentUnit) -> list[Mention]:
    return [mention for chain in unit.read().chains for mention in chain.mentions]


def cells(unit: DocumentUnit, changes: Changes) -> list[str] | None:
    """The last cells after the changes."""
    edits = edits_of(unit, changes)
    if edits is None:
        return None
    after = DocumentUnit(apply_edits(unit.text, edits))
    return [row.cells[-1] for row in after.read().rows]


def told(unit: DocumentUnit) -> Told:
    """The mentions of a document: the name of the chain, and the words."""
    return Counter((chain.name, tuple(each.words)) for chain in unit.read().chains for each in chain.mentions)


# CoNLL-2012


def test_a_mention_goes_with_its_brackets() -> None:
    unit = document("(1", "1)|(2)", "-")
    first, second = mentions(unit)
    assert cells(unit, Changes(removed=[first])) == ["-", "(2)", "-"]
    assert cells(unit, Changes(removed=[second])) == ["(1", "1)", "-"]


def test_an_empty_cell_is_what_others_of_the_document_are() -> None:
    unit = document("(1)", "_")
    assert cells(unit, Changes(removed=mentions(unit))) == ["_", "_"]


def test_a_mention_moves_to_another_chain() -> None:
    unit = document("(1", "1)|(2)", "-")
    assert cells(unit, Changes(moved=[(mentions(unit)[0], "2")])) == ["(2", "2)|(2)", "-"]


def test_a_new_mention_stands_around_and_in_others() -> None:
    unit = document("-", "(1", "1)", "(2)")
    assert cells(unit, Changes(added=[NewMention(range(1, 4), "3")])) == ["-", "(3|(1", "1)", "(2)|3)"]
    assert cells(unit, Changes(added=[NewMention(range(1, 2), "3")])) == ["-", "(1|(3)", "1)", "(2)"]
    assert cells(unit, Changes(added=[NewMention(range(2), "3")])) == ["(3", "(1|3)", "1)", "(2)"]


CROSSING = [
    Changes(added=[NewMention(range(1, 3), "1")]),
    Changes(added=[NewMention((0, 2), "4")]),
    Changes(added=[NewMention(range(2, 9), "4")]),
]


@pytest.mark.parametrize("changes", CROSSING)
def test_what_the_format_cannot_tell_is_not_written(changes: Changes) -> None:
    assert cells(document("(1", "1)", "-", "-"), changes) is None


def test_lone_brackets_of_a_chain_are_counted_in() -> None:
    """The bracket that opens nothing would take the new one that closes."""
    unit = document("-", "(1", "-", "-")
    assert cells(unit, Changes(added=[NewMention(range(2, 4), "2")])) == ["-", "(1", "(2", "2)"]
    assert cells(unit, Changes(added=[NewMention(range(2), "1")])) is None


def test_new_chains_have_the_next_number() -> None:
    assert new_name(document("(1", "1)", "(7)").read()) == "8"
    assert new_name(document("(1", "(9").read()) == "10"
    assert new_name(document("-").read()) == "1"
    assert new_name(document("(999999999)", "(1000000000)").read()) == "1000000001"
    assert new_name(corefud("_").read()) == "e1"
    assert new_name(corefud("Entity=(x9-a-1-)", "Entity=(y12-a-1-)").read()) == "x10"


# CorefUD


def test_attributes_and_fields_stay() -> None:
    unit = corefud("Entity=(e1-person-1-x", "Bridge=e1<e2|Entity=e1)|SpaceAfter=No")
    moved = cells(unit, Changes(moved=[(mentions(unit)[0], "e2")]))
    assert moved == ["Entity=(e2-person-1-x", "Bridge=e1<e2|Entity=e2)|SpaceAfter=No"]
    removed = cells(unit, Changes(removed=mentions(unit)))
    assert removed == ["_", "Bridge=e1<e2|SpaceAfter=No"]


def test_a_mention_gets_the_type_of_its_chain() -> None:
    unit = corefud("Entity=(e1-person-1-)", "Entity=(e2-place-1-)", "SpaceAfter=No", "A=b")
    moved = cells(unit, Changes(moved=[(mentions(unit)[1], "e1")]))
    assert moved == ["Entity=(e1-person-1-)", "Entity=(e1-person-1-)", "SpaceAfter=No", "A=b"]
    added = cells(unit, Changes(added=[NewMention(unit.read().words[2:], "e2")]))  # type: ignore[index]
    assert added is not None
    assert added[2:] == ["Entity=(e2-place-1-|SpaceAfter=No", "A=b|Entity=e2)"]


def test_a_new_mention_has_its_head_and_its_parts() -> None:
    unit = corefud("_", "_", "_", "_", heads=[2, 0, 2, 3])
    words = unit.read().words
    assert words is not None
    added = cells(unit, Changes(added=[NewMention((words[0], words[1], words[3]), "e1")]))
    assert added == ["Entity=(e1[1/2]--2-", "Entity=e1[1/2])", "_", "Entity=(e1[2/2]--2-)"]


def test_all_brackets_of_a_mention_in_parts_move() -> None:
    unit = corefud(
        "Entity=(e1[1/3]-x-1-)", "Entity=(e1[2/3]-x-1-", "Entity=e1[2/3])", "_", "Entity=(e1[3/3]-x-1-)"
    )
    moved = cells(unit, Changes(moved=[(mentions(unit)[0], "e5")]))
    assert moved == [
        "Entity=(e5[1/3]-x-1-)",
        "Entity=(e5[2/3]-x-1-",
        "Entity=e5[2/3])",
        "_",
        "Entity=(e5[3/3]-x-1-)",
    ]
    assert cells(unit, Changes(removed=mentions(unit))) == ["_"] * 5


def test_brackets_that_would_be_read_as_one_are_not_made() -> None:
    """Without what stands between them, `(e1-` and `e2)` are `(e1-e2)`."""
    unit = corefud("Entity=(e2-a-1-", "Entity=(e1-a-1-(e3-a-1-)e2)", "Entity=e1)")
    between = next(each for each in mentions(unit) if len(each.words) == 1)
    assert cells(unit, Changes(removed=[between])) is None


def test_a_bracket_that_lacks_its_fields_gets_a_name() -> None:
    text = corefud("Entity=(person)", "_").text.replace("eid-etype", "etype-eid")
    unit = DocumentUnit(text)
    assert cells(unit, Changes(moved=[(mentions(unit)[0], "e7")])) == ["Entity=(person-e7)", "_"]


def test_a_second_attribute_of_that_name_stays() -> None:
    unit = corefud("Entity=(e1-a-1-)|Entity=(e9-a-1-)", "_")
    assert cells(unit, Changes(moved=[(mentions(unit)[0], "e2")])) == [
        "Entity=(e2-a-1-)|Entity=(e9-a-1-)",
        "_",
    ]
    assert cells(unit, Changes(removed=mentions(unit))) is None


def test_mentions_that_would_exchange_their_heads_do_not_move() -> None:
    """Of two brackets of one chain that open side by side the second one is closed first."""
    unit = corefud("Entity=(e1-a-3-(e2-a-1-", "Entity=e2)", "Entity=e1)")
    inner = next(each for each in mentions(unit) if len(each.words) == 2)
    assert cells(unit, Changes(moved=[(inner, "e1")])) is not None
    swapped = corefud("Entity=(e2-a-1-(e1-a-3-", "Entity=e2)", "Entity=e1)")
    inner = next(each for each in mentions(swapped) if len(each.words) == 2)
    assert cells(swapped, Changes(moved=[(inner, "e1")])) is None


# Properties


def changes_of(draw: st.DrawFn, unit: DocumentUnit, words: Sequence[int], names: Sequence[str]) -> Changes:
    present = mentions(unit)
    chosen = draw(st.lists(st.sampled_from(present), unique=True, max_size=3)) if present else []
    moved = [(each, draw(st.sampled_from(names))) for each in chosen[1:]]
    start = draw(st.integers(0, len(words) - 1))
    end = draw(st.integers(start + 1, min(len(words), start + 3)))
    added = [NewMention(tuple(words[start:end]), draw(st.sampled_from(names)))]
    return Changes(chosen[:1], moved, draw(st.sampled_from([added, []])))


def expected(unit: DocumentUnit, changes: Changes) -> Told:
    gone = [*changes.removed, *(mention for mention, _ in changes.moved)]
    found = Counter(
        (chain.name, tuple(each.words))
        for chain in unit.read().chains
        for each in chain.mentions
        if each not in gone
    )
    found.update((name, tuple(mention.words)) for mention, name in changes.moved)
    found.update((each.chain, tuple(each.words)) for each in changes.added)
    return found


@given(st.data())
def test_what_is_asked_for_is_read_in_conll(data: st.DataObject) -> None:
    unit = DocumentUnit(written.written(data.draw(written.mentions(repeated=True))))
    changes = data.draw(st.composite(changes_of)(unit, range(written.TOKENS), ("1", "2", "9")))
    check(unit, changes)


@given(st.data())
def test_what_is_asked_for_is_read_in_corefud(data: st.DataObject) -> None:
    unit = DocumentUnit(
        written_corefud.written(data.draw(written_corefud.mentions((2,), repeated=True)), (2,))
    )
    changes = data.draw(st.composite(changes_of)(unit, unit.read().words or (), ("e1", "e2", "e9")))
    check(unit, changes)


def check(unit: DocumentUnit, changes: Changes) -> None:
    """Changes that are possible make just these chains, and no new finding."""
    edits = edits_of(unit, changes)
    if edits is not None:
        after = DocumentUnit(apply_edits(unit.text, edits))
        assert told(after) == expected(unit, changes)
        assert len(after.read().defects) <= len(unit.read().defects)
        assert after.tokens() == unit.tokens()
