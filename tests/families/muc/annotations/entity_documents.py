"""Documents of one text with entities drawn at random: what the tests of their annotations share."""

from collections.abc import Iterable, Sequence

from hypothesis import strategies as st

from keytally.families.contract import Role
from keytally.families.muc.evaluation.named_entity import NamedEntity
from keytally.families.muc.sgml.unit import SgmlUnit
from tests.families.muc.sgml_files import named_entity

WORDS = ["Ida", "Wren", "of", "Port", "Anselm", "met", "the", "Orrin", "Museum", "on", "Monday", "<p>", "$5"]
Entity = tuple[int, int, str, str]
"""The first word, the word behind the last one, the tag and its attributes."""

_TAGS = st.sampled_from(
    [
        ("ENAMEX", ' TYPE="PERSON"'),
        ("ENAMEX", ' TYPE="LOCATION|PERSON"'),
        ("ENAMEX", ' TYPE="PERSON" ALT="Wren" STATUS="OPT"'),
        ("TIMEX", ' TYPE="DATE"'),
        ("TIMEX", ""),
    ]
)


def _crosses(one: Entity, other: Entity) -> bool:
    return one[0] < other[0] < one[1] < other[1] or other[0] < one[0] < other[1] < one[1]


def _nested(entities: Iterable[Entity]) -> list[Entity]:
    """Entities of which none crosses one before it, and no two have one extent and one value."""
    kept: list[Entity] = []
    for entity in entities:
        if entity not in kept and not any(_crosses(entity, other) for other in kept):
            kept.append(entity)
    return kept


_ONE = st.builds(
    lambda start, length, tag: (start, min(start + length, len(WORDS)), *tag),
    st.integers(0, len(WORDS) - 1),
    st.integers(1, 4),
    _TAGS,
)
ENTITIES = st.lists(_ONE, max_size=7).map(_nested)


def written(entities: Sequence[Entity]) -> str:
    """A document with these entities, outer tags around inner ones, those of one extent by their tags."""
    ordered = sorted(entities, key=lambda each: (each[0], -each[1], each[2], each[3]))
    pieces = []
    for place, word in enumerate([*WORDS, ""]):
        inner_first = reversed([each for each in ordered if each[1] == place])
        closed = "".join(f"</{each[2]}>" for each in inner_first)
        opened = "".join(f"<{each[2]}{each[3]}>" for each in ordered if each[0] == place)
        pieces.append(f"{closed} {opened}{word}" if place else f"{opened}{word}")
    return f"<DOC>\n<DOCNO> 7 </DOCNO>\n<TXT>\n{''.join(pieces)}\n</TXT>\n</DOC>\n"


TASK = NamedEntity(named_entity())


def read(text: str, task: NamedEntity = TASK) -> SgmlUnit:
    """The one document of a text."""
    return task.language(Role.KEY).read(text)


def without_optional(entities: Iterable[Entity]) -> list[Entity]:
    """The entities that a response must have: an optional one can take the partner of another."""
    return [each for each in entities if "OPT" not in each[3]]
