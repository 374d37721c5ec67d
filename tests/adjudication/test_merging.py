"""What a gold becomes: by strategy, by decisions, with what it says already, and with alternatives."""

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.adjudication.gold_items import GoldItems, match_gold
from keytally.adjudication.items import (
    Items,
    Strategy,
    Variant,
    items_of,
    majority,
    unanimous,
    union,
    with_votes,
)
from keytally.adjudication.merging import Decided, MergedDocument, Merging, Outcome, merge_document
from keytally.families.annotations import Annotation, Change, Reference
from keytally.findings.finding import apply_edits
from tests.adjudication.notes import Notes, note
from tests.families.muc.annotations.entity_documents import ENTITIES, TASK, Entity, read, written
from tests.families.muc.sgml_files import document

FILES = st.lists(ENTITIES, min_size=2, max_size=4)
NAMES = ("anna", "ben", "cleo", "dora")
STRATEGIES = st.sampled_from([unanimous, majority, union, with_votes(2)])


def said(text: str) -> Sequence[Annotation]:
    return TASK.annotator.annotations([read(text)])


def bare(text: str) -> str:
    return TASK.annotator.bare([read(text)])[0]


def merge(
    files: Mapping[str, str], merging: Merging | Strategy, gold: str | None = None
) -> tuple[str, MergedDocument]:
    """The gold's text after a merge, by default into the bare text."""
    items = items_of(TASK.annotator, {name: said(text) for name, text in files.items()})
    unit = read(bare(next(iter(files.values()))) if gold is None else gold)
    by = merging if isinstance(merging, Merging) else Merging(merging)
    made = merge_document(
        TASK.annotator,
        items,
        match_gold(TASK.annotator, items, TASK.annotator.annotations([unit])),
        [unit],
        by,
    )
    return apply_edits(unit.text, [edit for _, edit in made.edits]), made


@given(ENTITIES, STRATEGIES)
def test_a_merge_of_equal_files_is_the_file(entities: list[Entity], strategy: Strategy) -> None:
    text = written(entities)
    found, made = merge(dict.fromkeys(NAMES[:3], text), strategy)
    assert made.open == []
    contents = [Counter((each.extent, each.value) for each in said(each)) for each in (found, text)]
    assert contents[0] == contents[1]
    if len({each[:2] for each in entities}) == len(entities):
        assert found == text


@given(FILES, STRATEGIES, st.data())
def test_a_merge_does_not_depend_on_the_order(
    files: list[list[Entity]], strategy: Strategy, data: st.DataObject
) -> None:
    named = {name: written(each) for name, each in zip(NAMES, files, strict=False)}
    order = data.draw(st.permutations(list(named)))
    expected, made = merge(named, strategy)
    found, again = merge({name: named[name] for name in order}, strategy)
    assert (found, again.outcomes) == (expected, made.outcomes)


@given(FILES, STRATEGIES)
def test_a_merge_leaves_the_text_as_it_is_and_a_second_one_adds_nothing(
    files: list[list[Entity]], strategy: Strategy
) -> None:
    named = {name: written(each) for name, each in zip(NAMES, files, strict=False)}
    found, made = merge(named, strategy)
    assert bare(found) == bare(written([]))
    again, repeated = merge(named, strategy, found)
    assert (again, repeated.open) == (found, made.open)


@given(FILES, STRATEGIES)
def test_taking_everything_of_one_annotator_gives_their_file(
    files: list[list[Entity]], strategy: Strategy
) -> None:
    plain = [entity for entity in files[0] if "|" not in entity[3] and "OPT" not in entity[3]]
    named = {name: written(each) for name, each in zip(NAMES, [plain, *files[1:]], strict=False)}
    items = items_of(TASK.annotator, {name: said(text) for name, text in named.items()})
    taken = {number: Variant(items.said(number, "anna"), ("anna",)) for number in range(len(items.items))}
    found, made = merge(named, Merging(strategy, decided=Decided(taken)))
    (score,) = TASK.score("7", [read(found)], [read(named["anna"])])
    totals = TASK.document_totals([score])
    assert made.open == []
    assert (totals["mis"], totals["spu"], totals["inc"]) == (0, 0, 0)
    assert not plain or totals["f"]["p&r"] == 100


def body(text: str) -> str:
    return document(text + "\n")


IDA, WREN = '<ENAMEX TYPE="PERSON">Ida</ENAMEX>', '<ENAMEX TYPE="LOCATION">Ida</ENAMEX>'


def test_what_stands_in_the_gold_stays() -> None:
    files = {"anna": body(f"{IDA} of Port"), "ben": body(f"{IDA} of Port")}
    gold = body(f"{WREN} of <ENAMEX TYPE='LOCATION'>Port</ENAMEX>")
    found, made = merge(files, unanimous, gold)
    assert (found, made.outcomes) == (gold, [Outcome.STANDS])


def test_what_the_gold_lacks_is_added_to_it() -> None:
    files = {"anna": body(f"{IDA} of Port"), "ben": body(f"{IDA} of Port"), "cleo": body("Ida of Port")}
    assert merge(files, majority, body("Ida of <TIMEX>Port</TIMEX>"))[0] == body(
        f"{IDA} of <TIMEX>Port</TIMEX>"
    )
    assert merge(files, unanimous)[1].outcomes == [Outcome.OPEN]


def test_decisions_come_before_the_strategy() -> None:
    files = {"anna": body(IDA), "ben": body(IDA), "cleo": body(WREN)}
    nothing = Decided({0: Variant(None, ())})
    assert merge(files, Merging(majority, decided=nothing))[0] == body("Ida")
    stale = merge(files, Merging(majority, decided=Decided(stale={0})))
    assert (stale[0], stale[1].open) == (body("Ida"), [0])
    stale = merge(files, Merging(majority, decided=Decided(stale={0})), body(WREN))
    assert (stale[0], stale[1].open) == (body(WREN), [0])


def test_alternatives_are_kept_where_all_say_that_something_is_there() -> None:
    kept = Merging(unanimous, keeps_alternatives=True)
    files = {"anna": body(IDA), "ben": body(WREN)}
    assert merge(files, kept)[0] == body('<ENAMEX TYPE="LOCATION|PERSON">Ida</ENAMEX>')
    assert merge({**files, "cleo": body("Ida")}, kept)[1].open == [0]
    assert merge({"anna": body(IDA), "ben": body("<TIMEX>Ida</TIMEX>")}, kept)[1].open == [0]


def test_what_is_refused_is_open() -> None:
    gold = body('Ida <TIMEX TYPE="DATE">Wren of</TIMEX> Port')
    text = body('<ENAMEX TYPE="PERSON">Ida Wren</ENAMEX> <ENAMEX TYPE="PERSON">of Port</ENAMEX>')
    found, made = merge({"anna": text, "ben": gold}, union, gold)
    assert (found, made.open, list(made.refused)) == (gold, [1], [1])


def notes(items: Items, gold: GoldItems, strategy: Strategy) -> tuple[list[Change], MergedDocument]:
    made = merge_document(Notes(), items, gold, [], Merging(strategy))
    return [change for change, _ in made.edits], made


def test_references_lead_to_the_gold_to_other_changes_or_to_nothing() -> None:
    both = [note(0, 2, "X"), note(4, 6, "X"), note(8, 9, Reference(0), Reference(1), Reference(3))]
    anna, ben = [*both, note(20, 22, "X")], [*both, note(30, 32, "X")]
    items = items_of(Notes(), {"anna": anna, "ben": [*ben[:2], note(8, 9, Reference(0), Reference(1))]})
    assert len(items.items) == 4
    anna_only = items_of(Notes(), {"anna": anna, "ben": anna[:2]})
    there = note(0, 2, "Z")
    changes, _ = notes(anna_only, match_gold(Notes(), anna_only, [there]), union)
    assert [change.targets for change in changes] == [(), (there, 0, 2), ()]
    alone, _ = notes(anna_only, match_gold(Notes(), anna_only, [there]), majority)
    assert [change.wanted for change in alone] == [anna[1]]


def test_parts_wait_for_what_they_are_parts_of() -> None:
    part = note(0, 0, "red", name="colour", parent=0)
    items = items_of(Notes(), {"anna": [note(0, 2, "X"), part], "ben": []})
    gold = match_gold(Notes(), items, [])
    changes, made = notes(items, gold, unanimous)
    assert (changes, made.outcomes) == ([], [Outcome.OPEN, Outcome.WAITS])
    changes, made = notes(items, gold, union)
    assert [(change.wanted, change.parent) for change in changes] == [(note(0, 2, "X"), None), (part, 0)]


@pytest.mark.parametrize("strategy", [unanimous, majority])
def test_parts_of_what_one_annotator_has_follow_when_it_stands(strategy: Strategy) -> None:
    part, owner = note(0, 0, "red", name="colour", parent=0), note(0, 2, "X")
    items = items_of(Notes(), {"anna": [owner, part], "ben": []})
    gold = match_gold(Notes(), items, [owner])
    changes, made = notes(items, gold, strategy)
    assert [(change.wanted, change.parent) for change in changes] == [(part, owner)]
    assert made.outcomes == [Outcome.STANDS, Outcome.ADDED]
