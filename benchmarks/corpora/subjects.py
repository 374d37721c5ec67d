"""What is measured, task by task; another family of tasks is a module beside this and a line here."""

from collections.abc import Callable
from typing import NamedTuple

from benchmarks.corpora import (
    chains,
    columns,
    coreference,
    json_records,
    named_entity,
    template_records,
    templates,
)
from benchmarks.corpora.texts import Texts


class Subject(NamedTuple):
    """A task with pairs to measure it on.

    `texts` makes a pair with sides of so many characters, `in_one` one document with so many objects a
    side, where the task has such; `spoilt` puts findings into a text. `suffix` and `language_id` tell
    editors what the files are; `target` is the design's for a batch run, in MB/s.
    """

    name: str
    task: str
    texts: Callable[[int], Texts]
    suffix: str
    language_id: str
    target: float
    in_one: Callable[[int], Texts] | None = None
    spoilt: Callable[[str], str] | None = None


def _spoilt(text: str) -> str:
    """Template records with defects in some slots, and some objects twice."""
    return templates.repeated(templates.faulty(text))


SUBJECTS = (
    Subject(
        "named entity",
        "named_entity",
        named_entity.named_entities,
        "sgml",
        "muc-sgml",
        6,
        named_entity.named_entities_in_one,
    ),
    Subject(
        "coreference", "coreference", coreference.chains, "sgml", "muc-sgml", 10, coreference.chains_in_one
    ),
    Subject(
        "template element",
        "template_element",
        templates.elements,
        "templates",
        "muc-template",
        3,
        templates.elements_in_one,
        _spoilt,
    ),
    Subject(
        "scenario template",
        "scenario_template",
        templates.scenarios,
        "templates",
        "muc-template",
        3,
        templates.scenarios_in_one,
        _spoilt,
    ),
)

_TOKEN_LENGTH, _DOCUMENT_LENGTH = 9.4, 18_000
"""The characters of a token's line in columns, and of a document of chains."""


def _columns(size: int) -> Texts:
    return columns.token_columns(int(size / _TOKEN_LENGTH))


def _chains(size: int) -> Texts:
    return Texts(*chains.files(max(size // _DOCUMENT_LENGTH, 1)))


TYPED_SUBJECTS = (
    *SUBJECTS,
    Subject("token columns", "entities", _columns, "bio", "token-columns", 4),
    Subject("chains of tokens", "conll-coreference", _chains, "conll", "conll", 4),
    Subject(
        "templates as JSON",
        "template-filling",
        template_records.template_records,
        "jsonl",
        "template-json",
        3,
    ),
    Subject("records", "records", json_records.record_lines, "jsonl", "records", 4),
)
"""All tasks whose files are opened and typed in."""
