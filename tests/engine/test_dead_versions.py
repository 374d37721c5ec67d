"""Nothing keeps what an edit has replaced, however many edits there are."""

import gc
from pathlib import Path

import pytest

from keytally.engine.engine import Engine
from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally.project.pair import Pair

KEY, RESPONSE = Path("/key"), Path("/response")
TAGS = 700
"""So many that the document counts as large."""

FEW = 4
"""Versions of a document that may be alive: each has an object a tag, and more."""

DOCUMENT = "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\nab {}</TXT>\n</DOC>\n"
ENTITIES = DOCUMENT.format('<ENAMEX TYPE="PERSON">Ann</ENAMEX> met\n' * TAGS)
CHAINS = DOCUMENT.format(
    "".join(f'<COREF ID="{n}" REF="{max(n - 1, 0)}">Ann</COREF> met\n' for n in range(TAGS))
)
TEMPLATES = "# ab\n" + "".join(f"<PERSON-1-{n}> :=\n\tPER_NAME: Ann {n}\n" for n in range(TAGS))
SUCCESSIONS = TEMPLATES + "<TEMPLATE-1-1> :=\n\tCONTENT: <SUCCESSION_EVENT-1-1>\n"


def objects_alive() -> int:
    """The number of objects that garbage collection knows of."""
    gc.collect()
    return len(gc.get_objects())


@pytest.mark.long
@pytest.mark.parametrize(
    ("task", "text", "needle"),
    [
        ("named_entity", ENTITIES, "ab"),
        ("named_entity", ENTITIES, "Ann"),
        ("named_entity", ENTITIES, "1 </DOCNO"),
        ("coreference", CHAINS, "ab"),
        ("coreference", CHAINS, "Ann"),
        ("coreference", CHAINS, "1 </DOCNO"),
        ("template_element", TEMPLATES, "Ann"),
        ("template_element", TEMPLATES, "1-7> :="),
        ("scenario_template", SUCCESSIONS, "Ann"),
        ("scenario_template", SUCCESSIONS, "1-7> :="),
    ],
)
def test_memory_is_flat(task: str, text: str, needle: str) -> None:
    engine = Engine()
    engine.open(KEY, text)
    engine.open(RESPONSE, text)
    live = engine.add_pair(Pair(task, KEY, RESPONSE), registry.evaluation(task, Settings()))
    counts: list[int] = []
    for edits in (3, 30):
        for _ in range(edits):
            place = engine.source(RESPONSE).text.index(needle)
            engine.edit(RESPONSE, [(place, place, "7")])
            live.work()
            list(live.marks(Role.RESPONSE, place - 20, place + 20))
        counts.append(objects_alive())
    assert counts[1] - counts[0] < FEW * TAGS
