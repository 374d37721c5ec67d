"""What is odd about the files of a pair, as warnings."""

import re
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
_LINE_END = re.compile(r"\r\n|\n|\r")
_END_NAMES = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}


def lines_on_texts(pair: Pair, texts: Mapping[Path, str], shown: tuple[Path, Path]) -> list[str]:
    """What the texts of both sides show before they are read: an order that seems wrong, other line ends.

    Folders are told by what they are made of.
    """
    sides = ("", "") if pair.key_files is not None else (pair.key, pair.response)
    key, response = (texts[path] if isinstance(path, Path) else "" for path in sides)
    return [*exchanged(pair, key, response, shown), *_line_ends(pair, key, response, shown)]


def _line_ends(pair: Pair, key: str, response: str, shown: tuple[Path, Path]) -> list[str]:
    """A line if the first lines of two annotated texts end differently, which moves all places after them."""
    ends = [_LINE_END.search(text) for text in (key, response)]
    names = [_END_NAMES[end[0]] for end in ends if end is not None]
    if pair.texts is not None or not registry.task_named(pair.task).texts_rule or len(set(names)) < 2:
        return []
    where = f"{shown[1]}: lines end in {names[1]}, those of {shown[0]} in {names[0]}"
    return [f"{where}: their places differ, and tags are not aligned; see keytally check"]


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
    return [*warnings, *_nothing_shared(live, shown)]


def _nothing_shared(live: LivePair, shown: Sequence[Path]) -> list[str]:
    """A warning for a response none of whose documents has the name of one of the key's."""
    key, response = live.key.documents, live.response.documents
    if live.pair.key_files is not None or not (len(key) and len(response)):
        return []
    if any(response.units_of(name) for name in key):
        return []
    name = live.evaluation.document_name
    return [f"{shown[1]}: no {name} of the key in it: all of the key counts as missing"]


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
