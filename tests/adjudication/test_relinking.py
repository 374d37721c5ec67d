"""A link that has been chosen while what it leads to was open comes with that."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings

from keytally.adjudication.choices import majority_choices, unanimous_choices, whole, with_dependencies
from keytally.adjudication.gold_edits import Choose, GoldEdits, chosen_in, gold_edits, keeping_edits
from keytally.adjudication.states import LiveAdjudication
from keytally.families.conll.evaluation import evaluation
from keytally.families.contract import Role, Settings
from keytally.findings.finding import apply_edits
from tests.adjudication.test_taking import live
from tests.families.annotating import said, units_of
from tests.families.conll import written
from tests.families.muc.annotations.test_chains_properties import TASK as SGML
from tests.families.muc.annotations.test_chains_properties import marked

LINES = evaluation(Settings())
BARE = "---"


def text(chains: str) -> str:
    """A document with a word for each letter, which is the number of its chain."""
    mentions = [(int(each), at, at) for at, each in enumerate(chains) if each != "-"]
    return written.written(mentions, tokens=len(chains))


class Gold:
    """The gold of some annotators, and what is decided in it."""

    def __init__(self, task: Any, texts: Mapping[str, str], bare: str) -> None:
        self._task = task
        self._texts = texts
        self.text = bare
        self.decisions = ""

    @property
    def live(self) -> LiveAdjudication:
        """The adjudication as it is now."""
        return live(self._task, self._texts, self.text, self.decisions)

    def accept(self, choose: Choose) -> None:
        """Take over what a function chooses in all documents."""
        now = self.live
        self._make(gold_edits(now, chosen_in(now, now.documents, choose)))

    def take(self, document: str, number: int, annotator: str) -> None:
        """Take over what an annotator says of an item, as its action does."""
        now = self.live
        state = now.states[document]
        name = annotator if annotator in state.items.items[number].members else None
        chosen = with_dependencies(state, whole(state.items, number, name))
        self._make(gold_edits(now, {document: chosen}))

    def keep(self, document: str, number: int) -> None:
        """Decide that the gold stays as it is."""
        self._make(keeping_edits(self.live, document, number))

    def _make(self, edits: GoldEdits) -> None:
        assert not edits.refused
        self.text = apply_edits(self.text, edits.gold)
        self.decisions = apply_edits(self.decisions, edits.decisions)


def gold_of(**chains: str) -> Gold:
    return Gold(LINES, {name: text(each) for name, each in chains.items()}, text(BARE))


def document_of(gold: Gold) -> str:
    [name] = gold.live.states
    return name


@pytest.mark.parametrize(("annotator", "expected"), [("anna", "111"), ("cleo", "122")])
def test_a_link_that_all_have_comes_with_the_mention_that_it_leads_to(annotator: str, expected: str) -> None:
    gold = gold_of(anna="111", ben="111", cleo="122")
    gold.accept(unanimous_choices)
    assert gold.text == text("1-2")
    gold.take(document_of(gold), 1, annotator)
    assert gold.text == text(expected)
    [decision] = gold.decisions.splitlines()
    assert decision.split("\t")[2] == f"take {annotator}"


def test_a_link_that_most_have_comes_with_the_mention_that_it_leads_to() -> None:
    gold = gold_of(anna="111", ben="122", cleo="1-1")
    gold.accept(majority_choices)
    assert gold.text == text("1-2")
    decided = {*gold.decisions.splitlines()}
    gold.take(document_of(gold), 1, "anna")
    assert gold.text == text("111")
    assert decided < {*gold.decisions.splitlines()}


def test_what_a_person_has_put_there_gets_no_link() -> None:
    gold = gold_of(anna="111", ben="111", cleo="122")
    gold.text = text("1-1")
    gold.take(document_of(gold), 1, "cleo")
    assert gold.text == text("121")


def test_what_is_decided_to_stay_gets_no_link() -> None:
    gold = gold_of(anna="111", ben="111", cleo="122")
    gold.accept(unanimous_choices)
    gold.keep(document_of(gold), 2)
    gold.take(document_of(gold), 1, "anna")
    assert gold.text == text("112")


def check_one_by_one(task: Any, first: str, second: str) -> None:
    """After what both say, and what Anna says of each open item, the gold says what Anna says."""
    own = task.language(Role.KEY)
    bare = "".join(task.annotator.bare(units_of(own, first)))
    gold = Gold(task, {"anna": first, "ben": second}, bare)
    gold.accept(unanimous_choices)
    for name, state in gold.live.states.items():
        for number in state.open:
            if number in gold.live.states[name].open:
                gold.take(name, number, "anna")
    assert not any(state.open for state in gold.live.states.values())
    after, wanted = (said(task.annotator.annotations(units_of(own, each))) for each in (gold.text, first))
    assert after == wanted


@settings(max_examples=50)
@given(*[written.mentions().map(written.written)] * 2)
def test_lines_say_what_one_says_of_what_is_open(first: str, second: str) -> None:
    check_one_by_one(LINES, first, second)


@pytest.mark.long
@settings(max_examples=50)
@given(marked(), marked())
def test_tags_say_what_one_says_of_what_is_open(first: str, second: str) -> None:
    check_one_by_one(SGML, first, second)
