"""Candidates: words that are a mention elsewhere in the file and none where they stand."""

import pytest

from keytally_server.answers import CodeActionKind
from keytally_server.requests.navigation import next_candidate
from tests.server.conll_desk import ConllDesk, alone, cells, corefud, written
from tests.server.desk import applied


def candidates(desk: ConllDesk, *, forwards: bool = True) -> list[str]:
    """The messages of all candidates, from the start of the file or from its end."""
    place = 0 if forwards else len(desk.text)
    found: list[str] = []
    while (stop := next_candidate(desk.snapshot, place, forwards=forwards)) is not None:
        if stop.message in found:
            return found
        found.append(stop.message)
        place = stop.start
    return found


WORDS = written("The_(1", "mayor_1)", "saw_-", "Kit_(2)", "", "Kit_-", "and_-", "the_-", "Mayor_-", "ran_-")


def test_candidates_are_words_that_are_a_mention_elsewhere() -> None:
    found = ['"Kit" is a mention elsewhere', '"the Mayor" is a mention elsewhere']
    assert candidates(alone(WORDS)) == found
    assert candidates(alone(WORDS), forwards=False) == found[::-1]


def test_the_action_at_a_candidate_makes_it_a_mention_of_the_chain() -> None:
    desk = alone(WORDS)
    stop = next_candidate(desk.snapshot, 0)
    assert stop is not None and stop.action == CodeActionKind.WRAP_MENTION.value
    assert desk.text[stop.start : stop.end].split("\t") == ["Kit", "-"]
    picture = f"{WORDS[: stop.start]}«{WORDS[stop.start : stop.end]}»{WORDS[stop.end :]}"
    chosen = next(each for each in alone(picture).actions() if each.kind is CodeActionKind.WRAP_MENTION)
    assert chosen.edits is not None
    assert cells(applied(WORDS, chosen.edits)) == ["(1", "1)", "-", "(2)", "(2)", "-", "-", "-", "-"]


@pytest.mark.parametrize(
    "rows",
    [
        ["Kit_(1)", "ran_-"],
        ["Kit_(1)", "saw_(2", "Kit_-", "run_2)"],
        ["The_(1", "mayor_1)", "saw_-", "the_-", "", "mayor_-"],
    ],
)
def test_words_in_a_mention_and_in_two_sentences_are_none(rows: list[str]) -> None:
    assert candidates(alone(written(*rows))) == []


def test_mentions_of_several_stretches_are_sought_nowhere() -> None:
    text = corefud(
        "old_(e1[1/2]--1-)", "and_-", "men_(e1[2/2]--1-)", "old_-", "men_-", "ran_(e2--1-)", "ran_-"
    )
    assert candidates(alone(text)) == ['"ran" is a mention elsewhere']


def test_lines_of_no_document_have_none() -> None:
    assert candidates(alone(f"x\tKit\t-\n{WORDS}"))[0] == '"Kit" is a mention elsewhere'
    assert candidates(alone("x\tKit\t(1)\nx\tKit\t-\n")) == []
