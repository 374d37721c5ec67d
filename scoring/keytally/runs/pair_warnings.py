"""Checks of a pair: unusable files, warnings, and parts that are not counted."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from keytally.engine.aligned_readings import ReadingsByText
from keytally.engine.live_pair import LivePair
from keytally.engine.losses import Losses, LossKind, losses, other_tokens_of
from keytally.engine.reading import JoinedReadings, Reading
from keytally.families import registry
from keytally.families.contract import Evaluation, Role
from keytally.findings.finding import Finding, Severity
from keytally.findings.spelling import short_text
from keytally.project.folders import files_below
from keytally.project.pair import Pair
from keytally.runs.files import KeytallyError, shown_path
from keytally.runs.settings import swapped_files
from keytally.text.files import is_folder
from keytally.text.rendering import quantity


def check_response(evaluation: Evaluation, pair: Pair, shown: Path) -> None:
    """Raise KeytallyError if the key, called `shown`, is also given as the response although responses
    have a different format.
    """
    if evaluation.response_has_own_form and pair.key == pair.response:
        raise KeytallyError(
            f"{shown}: the key and the response are the same file; specify a system's output as the response"
        )


def check_items(evaluation: Evaluation, side: JoinedReadings, shown: Path, role: Role) -> list[str]:
    """Raise KeytallyError if a side, called `shown`, contains no items to score.

    A response that is empty except for comments means that the system found nothing. Such a response only
    causes a warning, unless a response must contain an item for each item of the key.
    """
    is_item = evaluation.is_item
    if is_item is not None:
        found, name = any(is_item(unit, role) for unit in side.units), evaluation.item_name(role)
    else:
        found, name = bool(side.documents), "document with a number"
    if found:
        return []
    may_be_empty = role is Role.RESPONSE and evaluation.compare_order is None
    if may_be_empty and _says_nothing(side, _comments_in(evaluation.task)):
        return [f"{shown}: contains no {name}; the whole key counts as missing"]
    problem = f"{shown}: contains no {name}; is this the right file?"
    raise KeytallyError(problem, *(f"{shown}: {reason}" for reason in _reason(side)))


def _reason(side: JoinedReadings) -> list[str]:
    """Return the message of the first error or unread part of a file, which usually explains why it has no
    items.
    """
    reasons = (
        finding
        for unit in side.units
        for finding in unit.findings
        if finding.rule.severity is Severity.ERROR or finding.leaves_out
    )
    return [each.message for each in islice(reasons, 1)]


def _comments_in(task: str) -> tuple[str, ...]:
    """Return the markers that begin comment lines in files of a task."""
    return registry.languages()[registry.task_named(task).language].line_comments


def _says_nothing(side: JoinedReadings, comments: tuple[str, ...]) -> bool:
    """Return whether a side contains only empty lines and comments."""
    lines = "".join(unit.text for unit in side.units).split("\n")
    return all(not line.strip() or line.startswith(comments) for line in lines)


def check_order(live: LivePair, shown: Path) -> None:
    """Raise KeytallyError if the key and the response have different numbers of units; the message names the
    first line without a counterpart.

    `shown` is the name of the response for messages.
    """
    compare_order = live.evaluation.compare_order
    if compare_order is None:
        return
    for key, response in zip(live.key.readings, live.response.readings, strict=True):
        if key.documents.ordinal_count == response.documents.ordinal_count:
            continue
        units = response.documents.ordinals
        found = compare_order(units, key.documents.ordinals)
        if found is not None:
            index, finding = found
            line = response.places.position(response.units.offset_of(units[index]) + finding.start).line + 1
            raise KeytallyError(f"{shown}:{line}: {finding.message}")


_ROLES = (Role.KEY, Role.RESPONSE)
_LINE_END = re.compile(r"\r\n|\n|\r")
_END_NAMES = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}


def lines_on_texts(pair: Pair, texts: Mapping[Path, str], shown: tuple[Path, Path]) -> list[str]:
    """Return the warnings for which the unparsed texts of both sides are sufficient: about swapped files and
    about different line endings.

    Directories are recognised by their files.
    """
    sides = ("", "") if pair.key_files is not None else (pair.key, pair.response)
    key, response = (texts[path] if isinstance(path, Path) else "" for path in sides)
    return [*swapped_files(pair, key, response, shown), *_line_ends(pair, key, response, shown)]


def _line_ends(pair: Pair, key: str, response: str, shown: tuple[Path, Path]) -> list[str]:
    """Return a warning if the first lines of two annotated texts end differently, which shifts all
    offsets.
    """
    ends = [_LINE_END.search(text) for text in (key, response)]
    names = [_END_NAMES[end[0]] for end in ends if end is not None]
    if pair.texts is not None or not registry.task_named(pair.task).texts_rule or len(set(names)) < 2:
        return []
    where = f"{shown[1]}: lines end in {names[1]}, those of {shown[0]} in {names[0]}"
    return [f"{where}; offsets differ, so tags are not aligned; run keytally check"]


def pair_warnings(live: LivePair, shown: Sequence[Path]) -> list[str]:
    """Return the warnings about the files. Raises KeytallyError if the files cannot be scored."""
    pair, task = live.pair, registry.task_named(live.pair.task)
    warnings = [f"{shown[1]}: there is no file {name}; it scores 0" for name in pair.absent]
    if pair.texts is not None and not task.texts_language:
        warnings.insert(0, f"{pair.task} does not compare texts; {pair.texts.name} is ignored")
    for side, name, role in zip((live.key, live.response), shown, _ROLES, strict=True):
        if pair.key_files is None:
            warnings += check_items(live.evaluation, side, name, role)
        warnings += _unnumbered(side, name)
        if pair.texts is not None:
            warnings += _alterations(side, name, task.texts_rule)
    return [*warnings, *_aligned_by_text(live, shown), *_nothing_shared(live, shown)]


def _aligned_by_text(live: LivePair, shown: Sequence[Path]) -> list[str]:
    """Return a note about documents with names that differ from the key's."""
    if not isinstance(live.response, ReadingsByText) or not live.response.renamed:
        return []
    renamed = live.response.renamed
    name, wanted = next(iter(renamed.items()))
    count = quantity(len(renamed), live.evaluation.document_name)
    what = f"{count} whose {'name differs' if len(renamed) == 1 else 'names differ'} from the key's"
    how = "is aligned by text:" if len(renamed) == 1 else "are aligned by text; the first:"
    return [f"{shown[1]}: {what} {how} {short_text(name)} with {short_text(wanted)}"]


def _nothing_shared(live: LivePair, shown: Sequence[Path]) -> list[str]:
    """Return a warning for a response that shares no document name with the key."""
    key, response = live.key.documents, live.response.documents
    if live.pair.key_files is not None or not (len(key) and len(response)):
        return []
    if any(response.units_of(name) for name in key):
        return []
    name = live.evaluation.document_name
    return [f"{shown[1]}: contains no {name} of the key; the whole key counts as missing"]


def _unnumbered(side: JoinedReadings, name: Path) -> list[str]:
    """Return a warning for a file with documents that are identified only by their order."""
    count = len(side.documents.units_of(""))
    what = f"{quantity(count, 'document')} {'has' if count == 1 else 'have'}"
    return [f"{name}: {what} no number; such documents are paired in file order"] if count else []


def _alterations(side: JoinedReadings, name: Path, rule: str) -> list[str]:
    """Return a warning for a file whose text differs from the texts file, which affects the alignment."""
    count = sum(found.finding.rule.name == rule for found in side.findings)
    where = f"{name}: the text differs from the texts file in {quantity(count, 'place')}"
    return [f"{where}; run keytally check"] if count else []


class Lost(NamedTuple):
    """A lost part: its side, the file name for messages, position, line (from 1) and reason.

    It is a plain, picklable value.
    """

    role: Role
    kind: LossKind
    file: Path
    start: int
    line: int
    reason: str


def reason_of(finding: Finding) -> str:
    """Return the reason why a part is lost, with its rule."""
    return f"{finding.message} [{finding.rule.name}]"


def lost_in(live: LivePair, names: Mapping[Path, Path]) -> list[Lost]:
    """Return the lost parts of every scored file of a pair, given the file names for messages.

    If a file is both key and response and is read in the same way for both, its lost parts are assigned to
    the response.
    """
    sides: dict[Reading, tuple[Role, Path]] = {}
    for role, side in ((Role.KEY, live.key), (Role.RESPONSE, live.response)):
        sides |= {side.reading(path): (role, names[path]) for path in side.paths}
    other_tokens = other_tokens_of(live)
    return [
        *unread_files(live.pair),
        *(
            lost
            for reading, (role, name) in sides.items()
            for lost in _lost(reading, role, name, other_tokens)
        ),
    ]


def unread_files(pair: Pair) -> Iterator[Lost]:
    """Yield the task's files in subdirectories of a side that is a directory; they are not read.

    If the other side is one of these subdirectories, its files are excluded.
    """
    layout = registry.task_named(pair.task).folder
    if layout is None or not layout.takes_files or pair.key_files is None:
        return
    sides = (Role.KEY, pair.key, pair.keys), (Role.RESPONSE, pair.response, pair.responses)
    for (role, side, files), (_, other, _) in zip(sides, reversed(sides), strict=True):
        if is_folder(side) and (role is Role.RESPONSE or side != other):
            folder = files[0].parent if files else side
            for path in files_below(folder, layout.extension):
                if not (other.is_relative_to(folder) and path.is_relative_to(other)):
                    yield Lost(role, LossKind.UNREAD_FILE, shown_path(path), 0, 0, "")


def _lost(reading: Reading, role: Role, name: Path, other_tokens: Losses) -> Iterator[Lost]:
    found = losses(reading, other_tokens)
    if not found:
        return
    from keytally.runs.located_findings import Lines  # noqa: PLC0415 - most files are sound

    lines = Lines(reading.text)
    for loss in found:
        line = lines.position(loss.start).line
        yield Lost(role, loss.kind, name, loss.start, line, reason_of(loss.finding))


def loss_lines(lost: Sequence[Lost], document_name: str) -> list[str]:
    """Return a line for each side and type of loss, with the first position, the number of positions and the
    first reason.

    `document_name` is the task's term for a document.
    """
    sides = [(role, kind) for role in (Role.KEY, Role.RESPONSE) for kind in LossKind]
    groups = {side: [each for each in lost if (each.role, each.kind) == side] for side in sides}
    return [_line(*side, group, document_name) for side, group in groups.items() if group]


def _line(role: Role, kind: LossKind, group: Sequence[Lost], document_name: str) -> str:
    first = group[0]
    place = f"{first.file}:{first.line}"
    if kind is LossKind.UNREAD_FILE:
        count, are = len(group), "is" if len(group) == 1 else "are"
        what = f"{quantity(count, 'file')} in subdirectories of the {role.value} {are} not read"
        return f"{first.file}: {what}{', the first one here' if count > 1 else ''}"
    if kind is LossKind.UNREAD:
        count = len({(each.file, each.line, each.reason) for each in group})
        problem = f"{quantity(count, 'place')} in the {role.value} cannot be read"
    elif kind is LossKind.RESOLVED:
        return f"{place}: {quantity(len(group), document_name)}: {first.reason.rpartition(' [')[0]}"
    else:
        count, do = len(group), "does" if len(group) == 1 else "do"
        problem = f"{quantity(count, document_name)} of the {role.value} {do} not have the key's text"
    return f"{place}: {problem}{', the first one here' if count > 1 else ''}: {first.reason}"


def warnings_of(
    lost: Sequence[Lost], evaluation: Evaluation, scores: Sequence[Any], *, strict: bool
) -> list[str]:
    """Return the lines about the lost parts of a pair with these scores.

    Raises KeytallyError with these lines if `strict` is set and parts are lost other than by resolved
    offsets, or if nothing in the key counts because it cannot be read. KeytallyError is also raised if the
    text of the response differs from the key's although the evaluation requires them to be equal.
    """
    lines = loss_lines(lost, evaluation.document_name) if lost else []
    refused = set(LossKind) - {LossKind.RESOLVED} if strict else set[LossKind]()
    if evaluation.requires_key_text:
        refused.add(LossKind.OTHER_TOKENS)
    if any(each.kind in refused for each in lost):
        raise KeytallyError(*lines)
    of_key = (each for each in lost if (each.role, each.kind) == (Role.KEY, LossKind.UNREAD))
    unread = next(of_key, None)
    if unread is not None and _has_no_gold(evaluation, scores):
        raise KeytallyError(f"{unread.file}: nothing in the key counts, because it cannot be read", *lines)
    return lines


def _has_no_gold(evaluation: Evaluation, scores: Sequence[Any]) -> bool:
    """Return whether nothing in a key counts for recall, which would make the score 0."""
    form = evaluation.headline_form
    if form is None or form.over_nothing:
        return False
    return not scores or not any(gold for _, gold, *_ in evaluation.headline_counts(scores).parts())
