"""What is odd about the files of a pair, as warnings."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from keytally.batch.exchange import exchanged
from keytally.batch.items import check_items
from keytally.engine.joined_readings import JoinedReadings
from keytally.engine.live_pair import LivePair
from keytally.evaluations import registry
from keytally.evaluations.interface import Role
from keytally.project.pair import Pair
from keytally.text.plural import quantity

_ROLES = (Role.KEY, Role.RESPONSE)


def order_lines(pair: Pair, texts: Mapping[Path, str], shown: tuple[Path, Path]) -> list[str]:
    """A line if the two sides seem to be in the wrong order; folders are told by what they are made of."""
    sides = ("", "") if pair.key_files is not None else (pair.key, pair.response)
    key, response = (texts[path] if isinstance(path, Path) else "" for path in sides)
    return exchanged(pair, key, response, shown)


def oddities(live: LivePair, shown: Sequence[Path]) -> list[str]:
    """What is odd about the files. Raises KeytallyError where they cannot be scored."""
    pair, task = live.pair, registry.task_named(live.pair.task)
    warnings = [f"{shown[1]}: there is no file {name} here; it counts as 0" for name in pair.absent]
    if pair.texts is not None and not task.texts_language:
        warnings.insert(0, f"{pair.task} compares no texts: {pair.texts.name} plays no part")
    for side, name, role in zip((live.key, live.response), shown, _ROLES, strict=True):
        if pair.key_files is None:
            warnings += check_items(live.evaluation, side, name, role)
        warnings += _unnumbered(side, name)
        if pair.texts is not None:
            warnings += _alterations(side, name, task.texts_rule)
    return warnings


def _unnumbered(side: JoinedReadings, name: Path) -> list[str]:
    """A warning for each file whose documents only their order identifies."""
    count = len(side.documents.units_of(""))
    what = f"{quantity(count, 'document')} {'has' if count == 1 else 'have'}"
    return [f"{name}: {what} no number; such documents are compared in their order"] if count else []


def _alterations(side: JoinedReadings, name: Path, rule: str) -> list[str]:
    """A warning for each file whose text differs from the texts, since that affects the alignment."""
    count = sum(found.finding.rule.name == rule for found in side.findings)
    where = f"{name}: the text departs from the texts in {quantity(count, 'place')}"
    return [f"{where}; see keytally check"] if count else []
