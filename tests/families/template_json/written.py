"""Documents with templates: made by hypothesis, and written in each of the forms."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

ROLES = ("PerpInd", "Target", "Weapon")
MENTIONS = ("the man", "Man", "men", "a bomb", "bomb", "bombs.", "dynamite")
TYPES = ("attack", "attack", "bombing", "attack / bombing")

Template = Mapping[str, Any]
Document = Sequence[Template]

entities = st.lists(st.lists(st.sampled_from(MENTIONS), min_size=1, max_size=3), max_size=2)


def templates(types: Sequence[str] = TYPES) -> st.SearchStrategy[Template]:
    """A template with all roles, some without entities."""
    return st.fixed_dictionaries({"incident_type": st.sampled_from(types), **dict.fromkeys(ROLES, entities)})


def documents(most: int = 3) -> st.SearchStrategy[Document]:
    return st.lists(templates(), max_size=most)


def pairs(most: int = 3) -> st.SearchStrategy[list[tuple[Document, Document]]]:
    """Some documents of a key and a response."""
    return st.lists(st.tuples(documents(most), documents(most)), min_size=1, max_size=4)


def lines(content: Sequence[Any], name: str = "templates") -> str:
    """A record a line."""
    records = ({"docid": f"TST1-MUC3-{at:04}", name: each} for at, each in enumerate(content, 1))
    return "".join(f"{json.dumps(each)}\n" for each in records)


def one_object(content: Sequence[Any], name: str = "pred_templates", indent: int | None = 1) -> str:
    """One object with all documents, as the programs take it."""
    return json.dumps({str(10_000 + at): {name: each} for at, each in enumerate(content, 1)}, indent=indent)


def with_offsets(template: Template) -> Template:
    """A template whose mentions have offsets, as in a key."""
    return {
        name: value if isinstance(value, str) else [[[each, 7] for each in entity] for entity in value]
        for name, value in template.items()
    }


def extracts(template: Template) -> Template:
    """The roles of a template."""
    return {name: value for name, value in template.items() if name != "incident_type"}
