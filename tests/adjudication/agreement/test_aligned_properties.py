"""Alignments of templates and patterns: they depend neither on the order of the files nor on that in them."""

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from keytally.families import registry
from keytally.families.annotations import Annotation
from keytally.families.contract import Role, Settings

WORDS = st.sampled_from(["", "Human", "Artifact", "Event"])
PATTERNS = st.lists(st.lists(WORDS, min_size=3, max_size=3), max_size=4)
ENTITIES = st.lists(st.lists(st.sampled_from(["rebels", "band", "mill"]), min_size=1, max_size=2), max_size=2)
TEMPLATES = st.lists(
    st.fixed_dictionaries(
        {"incident_type": st.sampled_from(["attack", "bombing", "attack / bombing"]), "Target": ENTITIES}
    ),
    max_size=4,
)


def said(task: str, text: str) -> Sequence[Annotation]:
    evaluation = registry.evaluation(task, Settings())
    assert evaluation.annotator is not None
    language = evaluation.language(Role.KEY)
    starts = [0, *language.boundaries(text)]
    pieces = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    return evaluation.annotator.annotations([language.read(piece) for piece in pieces if piece])


def pairs(task: str, one: str, other: str) -> list[tuple[Any, Any]]:
    """What the annotations of each pair say."""
    evaluation = registry.evaluation(task, Settings())
    assert evaluation.annotator is not None
    first, second = said(task, one), said(task, other)
    there = evaluation.annotator.counterparts(first, second)
    assert sorted((j, i) for i, j in evaluation.annotator.counterparts(second, first)) == sorted(there)
    return sorted((first[i].place, second[j].place) for i, j in there)


def patterns_text(patterns: Sequence[Sequence[str]]) -> str:
    return "".join("\t".join([*cells, *[""] * 6]) + "\n" for cells in patterns)


def record(templates: Sequence[Any]) -> str:
    return json.dumps({"docid": "d", "templates": templates}) + "\n"


@given(PATTERNS, PATTERNS, st.randoms(use_true_random=False))
def test_patterns(one: list[list[str]], other: list[list[str]], order: Any) -> None:
    turned = order.sample(one, len(one))
    found = pairs("cpa-slots", patterns_text(one), patterns_text(other))
    assert found == pairs("cpa-slots", patterns_text(turned), patterns_text(other))


@given(TEMPLATES, TEMPLATES, st.randoms(use_true_random=False))
def test_templates(one: list[Any], other: list[Any], order: Any) -> None:
    turned = order.sample(one, len(one))
    found = pairs("template-filling", record(one), record(other))
    assert found == pairs("template-filling", record(turned), record(other))


@given(TEMPLATES)
def test_equal_files_have_equal_partners(templates: list[Any]) -> None:
    found = pairs("template-filling", record(templates), record(templates))
    assert len(found) == sum(each.parent is None for each in said("template-filling", record(templates)))
