"""CEAF-REE and CEAF-RME against searches over all alignments."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.template_json.scoring import proportional, ree_counts, strict
from keytally.measures.template_maps import (
    TYPE,
    ComparedTemplate,
    Counts,
    Mentions,
    normal_mention,
    sum_of_roles,
)
from keytally.measures.template_measures import gtt_counts, phi3_counts, subset_counts

mentions = st.lists(st.sampled_from("abcd"), min_size=1, max_size=3).map(tuple)
entities = st.lists(mentions, max_size=3)
roles = st.fixed_dictionaries({"R": entities, "S": entities})
templates = st.builds(ComparedTemplate, st.sampled_from(["x", "x", "y"]), roles)
several = st.lists(templates, max_size=3)


def alignments(rows: int, columns: int) -> Iterator[list[int | None]]:
    """All one-to-one alignments."""
    if rows == 0:
        yield []
        return
    for rest in alignments(rows - 1, columns):
        for column in (None, *(each for each in range(columns) if each not in rest)):
            yield [*rest, column]


def best(key: Sequence[object], response: Sequence[object], worth: Callable[..., Fraction | int]) -> Fraction:
    """The greatest sum over all alignments."""
    return max(
        sum(
            (Fraction(worth(key[at], response[row])) for row, at in enumerate(each) if at is not None),
            Fraction(0),
        )
        for each in alignments(len(response), len(key))
    )


@given(entities, entities)
def test_ree_is_the_best_alignment(key: list[Mentions], response: list[Mentions]) -> None:
    for similarity in (strict, proportional):
        counts = ree_counts({"R": key}, {"R": response}, similarity)["R"]
        assert (counts.proposed, counts.gold) == (len(response), len(key))
        assert counts.correct == counts.found == best(key, response, similarity)


def shared(key: Mentions, response: Mentions) -> int:
    return sum(mention in key for mention in response)


def touched(key: ComparedTemplate, response: ComparedTemplate) -> int:
    """The response's entities that share a mention with the key's."""
    return (
        0
        if key.type != response.type
        else sum(
            any(shared(other, each) for other in key.roles[role])
            for role in "RS"
            for each in response.roles[role]
        )
    )


def mentions_shared(key: ComparedTemplate, response: ComparedTemplate) -> Fraction:
    """The mentions that the entities of two templates share in their best alignment."""
    if key.type != response.type:
        return Fraction(0)
    return sum((best(key.roles[role], response.roles[role], shared) for role in "RS"), Fraction(0))


@given(several, several)
@settings(max_examples=60, deadline=None)
def test_rme_is_the_best_alignment(key: list[ComparedTemplate], response: list[ComparedTemplate]) -> None:
    by_entity, by_mention = (
        sum_of_roles(subset_counts(key, response)),
        sum_of_roles(phi3_counts(key, response)),
    )
    assert by_entity.correct == best(key, response, touched)
    assert by_mention.correct == by_mention.found == best(key, response, mentions_shared)
    assert by_entity.found <= by_entity.correct
    assert (by_entity.gold, by_mention.gold) == tuple(
        sum(size(each) for template in key for role in "RS" for each in template.roles[role])
        for size in (lambda each: 1, len)
    )


def fit(response: Mentions, key: Mentions) -> bool:
    return set(response) <= set(key)


@given(several, several)
@settings(max_examples=60, deadline=None)
def test_gtt_counts_what_fits_under_its_map(
    key: list[ComparedTemplate], response: list[ComparedTemplate]
) -> None:
    roles, chosen = gtt_counts(key, response)
    pairs = [(mine, key[at]) for mine, at in zip(response, chosen.partners, strict=True) if at is not None]
    for role in "RS":
        sides = [(mine.roles[role], its.roles[role]) for mine, its in pairs]
        assert roles.get(role, Counts()) == (
            sum(any(fit(entity, other) for other in its) for mine, its in sides for entity in mine),
            sum(len(each.roles[role]) for each in response),
            sum(any(fit(entity, other) for entity in mine) for mine, its in sides for other in its),
            sum(len(each.roles[role]) for each in key),
        )
    assert roles.get(TYPE, Counts()) == (len(pairs), len(response), len(pairs), len(key))


def test_of_several_types_that_counts_which_touches_most() -> None:
    key = [ComparedTemplate("x / y", {"R": [("a",), ("b",)]})]
    response = [ComparedTemplate("x", {"R": [("a",)]}), ComparedTemplate("y", {"R": [("a",), ("b",)]})]
    assert tuple(sum_of_roles(subset_counts(key, response))) == (2, 3, 2, 2)


@pytest.mark.parametrize(
    ("written", "compared"),
    [
        ("The Man", "man"),
        ('"an  army", the', "army"),
        ("anthem", "anthem"),
        ("a.n. other", "other"),
        ("", ""),
        ("caf\u00e9\u2019s", "caf\u00e9\u2019s"),
    ],
)
def test_mentions_are_compared_without_case_punctuation_and_articles(written: str, compared: str) -> None:
    assert normal_mention(written) == compared
