"""A file as read in one language and updated after edits, and the joined files of one side."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, Protocol

from keytally.engine.findings import Findings, Located, UnitComparisons, UnitFindings, Wanted
from keytally.engine.units import CHARACTERS, Documents, Places, UnitChanges, UnitReplacement, Units
from keytally.families.contract import WHOLE_TEXT, Evaluation, Language, Role
from keytally.findings.finding import Finding
from keytally.project.pair import Pair
from keytally.text.buffer import IndexedSequence, ItemIndex, TextBuffer
from keytally.text.difference import common_prefix


def language_in(pair: Pair, evaluation: Evaluation, path: Path, side: Role | None = None) -> Language:
    """Return the language of a file on the key's or the response's side of a pair.

    `side` defaults to the side whose reading is shown for the file: the response if the file is on both
    sides. Two files outside directories are read under the key's name, so that they are treated as the same
    document. Findings about missing files are attached to the first response in a directory.
    """
    language = evaluation.language(_role(pair, path, side))
    if language.of_file is None:
        return language
    if pair.key_files is None:
        return language.of_file(pair.key.name, ())
    return language.of_file(path.name, pair.absent if path in pair.responses[:1] else ())


def _role(pair: Pair, path: Path, side: Role | None) -> Role:
    """Return the role in which a file is read; in key2key, both sides are keys."""
    if path not in pair.keys or path not in pair.responses:
        return pair.role_of(path)
    return Role.KEY if side is Role.KEY or pair.both_keys else Role.RESPONSE


Change = tuple[int, int, str]
"""A start, an end, and the new text between them; offsets apply to the text after earlier changes."""


class _Unread:
    """A range of text that edits have touched and that is not divided into units yet."""

    document = None
    findings = ()

    def __init__(self, text: str) -> None:
        self.text = text


def cut_units(text: str, boundaries: Sequence[int]) -> list[str]:
    """Split a text at those of the boundaries that lie within it, and return the texts of the units."""
    starts = boundaries[: bisect_left(boundaries, len(text))]
    return [text[start:end] for start, end in pairwise((0, *starts, len(text)))]


class UnitReader:
    """Splits text into the units of a language, and after an edit reads only the affected units again."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def read(self, text: str) -> list[Any]:
        """Return the units of a complete text."""
        return list(map(self._language.read, self._cut(text, "")))

    def apply(self, changes: Iterable[Change], units: Units) -> list[UnitReplacement]:
        """Apply changes to the text of `units` one after the other, and replace the affected units."""
        unread: dict[_Unread, list[Any]] = {}
        for change in changes:
            self._replace_by_unread(units.index, change, unread)
        return [self._read_again(units.index, stretch, old) for stretch, old in reversed(unread.items())]

    def append(self, pieces: Sequence[str], units: Units) -> list[UnitReplacement]:
        """Append units' texts to `units`, which end at a unit boundary."""
        last, _ = units.index.find(units.length, CHARACTERS)
        old = [units.index[last]]
        new = [*old, *map(self._language.read, pieces)]
        units.index.replace(last, last, new)
        return [UnitReplacement(old, new)]

    def _replace_by_unread(
        self, units: IndexedSequence[Any], change: Change, unread: dict[_Unread, list[Any]]
    ) -> None:
        """Replace the units that a change touches with the resulting text."""
        start, end, text = change
        first, last = self._touched(units, start, end)
        touched = units.range(first, last)
        offset = units.before(first)[CHARACTERS]
        before = "".join(unit.text for unit in touched)
        stretch = _Unread(before[: start - offset] + text + before[end - offset :])
        units.replace(first, last, [stretch])
        unread[stretch] = [old for unit in touched for old in unread.pop(unit, [unit])]

    def _read_again(
        self, units: IndexedSequence[Any], stretch: _Unread, old: Sequence[Any]
    ) -> UnitReplacement:
        place = units.place_of(stretch)
        new = self._reread(old, stretch.text, self._text_after(units, place))
        units.replace(place, place, new)
        return UnitReplacement(old, new)

    def _touched(self, units: IndexedSequence[Any], start: int, end: int) -> tuple[ItemIndex, ItemIndex]:
        """Return the first and the last unit whose boundaries or text a change may affect."""
        first, _ = units.find(max(start - self._language.lookahead, 0), CHARACTERS)
        last, _ = units.find(WHOLE_TEXT if self._language.lookahead == WHOLE_TEXT else end, CHARACTERS)
        return first, last

    def _text_after(self, units: IndexedSequence[Any], place: ItemIndex) -> str:
        """Return the characters after a unit that can determine whether there is a boundary in it."""
        text, lookahead = "", self._language.lookahead
        following = units.following(place)
        while following is not None and len(text) < lookahead:
            text += units[following].text[:lookahead]
            following = units.following(following)
        return text[:lookahead]

    def _cut(self, text: str, after: str) -> list[str]:
        return cut_units(text, self._language.boundaries(text + after))

    def _reread(self, old: Sequence[Any], text: str, after: str) -> list[Any]:
        """Read `text`, reusing unchanged units at either end."""
        pieces = self._cut(text, after)
        head = common_prefix(pieces, [unit.text for unit in old])
        pieces, rest = pieces[head:], old[head:]
        tail = common_prefix(pieces[::-1], [unit.text for unit in reversed(rest)])
        middle, replaced = pieces[: len(pieces) - tail], rest[: len(rest) - tail]
        reread = self._language.reread
        if reread is not None and len(middle) == len(replaced) == 1:
            new = [reread(replaced[0], middle[0])]
        else:
            new = list(map(self._language.read, middle))
        return [*old[:head], *new, *rest[len(rest) - tail :]]


def _variant_of(language: Language, text: str) -> Language:
    """Return the variant of a language that applies to a text."""
    return language if language.of_whole is None else language.of_whole(text)


def _every_finding(finding: Finding) -> bool:
    return True


class Reading:
    """The units of one text in one language, their documents, positions and findings.

    `edit` updates all four. Findings come from the units, from comparing units of the file with each other,
    and from comparisons with other files; `wanted` filters them. A file that is not `judged` has only
    findings from comparisons with other files, until `judging` is run. `revision` increases with every edit.
    The length is the number of characters of the text.
    """

    def __init__(
        self, language: Language, text: str, wanted: Wanted = _every_finding, *, judged: bool = True
    ) -> None:
        self.language = language
        self.revision = 0
        self._variant = _variant_of(language, text)
        self._reader = UnitReader(self._variant)
        self._unit_findings = UnitFindings(wanted, judged=judged)
        self.units = Units(self._reader.read(text), self._unit_findings.select_all)
        self.documents = Documents(self.units)
        self.places = Places(self.units)
        self.findings = Findings(self.units, self._unit_findings)
        self.is_judged = judged
        self._comparisons: UnitComparisons | None = None
        if judged:
            for _ in self._comparing():
                pass

    def __len__(self) -> int:
        return self.units.length

    @property
    def variant(self) -> Any:
        """Return the value that selects the variant of the language; None if it has no variants."""
        return self._variant.variant

    @property
    def text(self) -> str:
        """Return the complete text."""
        return "".join(unit.text for unit in self.units)

    def edit(self, changes: Iterable[Change]) -> set[str]:
        """Change the text; return the documents with changed units.

        A change replaces the text between a start and an end; offsets apply to the text after earlier
        changes. Only the units that the changes touch are read again.
        """
        replacements = self._reader.apply(changes, self.units)
        return self._take_over_in_variant(replacements) if replacements else set()

    def append(self, pieces: Sequence[str]) -> set[str]:
        """Append units' texts to a text that ends at a unit boundary; return the same as `edit`."""
        return self._take_over_in_variant(self._reader.append(pieces, self.units))

    def _take_over_in_variant(self, replacements: Sequence[UnitReplacement]) -> set[str]:
        """Register changed units; if the new text requires another variant of the language, read
        everything again.
        """
        documents = self._take_over(replacements)
        variant = self._variant
        if variant.of_whole is None:
            return documents
        old, new = ([unit for side in sides for unit in side] for sides in zip(*replacements, strict=True))
        if variant.keeps(old, new, self.units, is_first=any(map(self._is_first, replacements))):
            return documents
        text = self.text
        renewed = _variant_of(self.language, text)
        if renewed == variant:
            return documents
        self._variant = renewed
        self._reader = UnitReader(renewed)
        return documents | self._take_over([self._read_all(text)])

    def _is_first(self, replacement: UnitReplacement) -> bool:
        """Return whether the new units of a replacement include the first or the second unit of the file;
        true if there are no new units.
        """
        index = self.units.index
        first, _ = index.find(0, CHARACTERS)
        second = index.following(first)
        heads = [index[first], *([] if second is None else [index[second]])]
        return not replacement.new or any(unit in replacement.new for unit in heads)

    def _read_all(self, text: str) -> UnitReplacement:
        """Read the complete text again."""
        old, new = list(self.units), self._reader.read(text)
        index = self.units.index
        index.replace(index.find(0, CHARACTERS)[0], index.find(WHOLE_TEXT, CHARACTERS)[0], new)
        return UnitReplacement(old, new)

    def _take_over(self, replacements: Sequence[UnitReplacement]) -> set[str]:
        self.revision += 1
        changed = UnitChanges(replacements, self.units)
        self._unit_findings.forget(changed.removed)
        self.places.update(changed.removed)
        documents = self.documents.update(changed)
        if self._comparisons is not None:
            self._comparisons.update(changed)
        return documents

    def judging(self) -> Iterator[None]:
        """Compute the findings of an unjudged text, in short steps between which edits may occur."""
        self._unit_findings.judged = True
        for unit in list(self.units):
            if unit.findings and unit in self.units:
                self.units.recount(unit)
            yield
        yield from self._comparing()
        self.is_judged = True

    def _comparing(self) -> Iterator[None]:
        """Compare all units with each other, in short steps."""
        self._comparisons = UnitComparisons(self._variant, self.units, self.documents, self.findings)
        yield from self._comparisons.comparing()

    def refilter(self) -> None:
        """Apply the filter for findings again."""
        self.places.forget_places()
        self.documents.forget_places()
        self.units.recount_all()


class SourceText:
    """The text of one file, with a reading for each requested language.

    If the file is not `judged`, its readings are not judged either (see `Reading`) until `judging` is run.
    """

    def __init__(self, text: str, *, judged: bool = True) -> None:
        self.buffer = TextBuffer(text)
        self._judged = judged
        self._readings: dict[Language, Reading] = {}

    @property
    def readings(self) -> Iterator[Reading]:
        """Yield all readings, in the order in which they were requested."""
        return iter(self._readings.values())

    @property
    def text(self) -> str:
        """Return the complete text."""
        return str(self.buffer)

    def reading(self, language: Language, wanted: Wanted) -> Reading:
        """Return the reading of this file in `language`, created on first use."""
        if language not in self._readings:
            self._readings[language] = Reading(language, self.text, wanted, judged=self._judged)
        return self._readings[language]

    def judging(self) -> Iterator[None]:
        """Compute the findings of unjudged readings, in short steps between which edits may occur."""
        self._judged = True
        for reading in list(self.readings):
            if not reading.is_judged:
                yield from reading.judging()

    def keep(self, readings: set[Reading]) -> None:
        """Discard the readings that are not in this set."""
        self._readings = {
            language: reading for language, reading in self._readings.items() if reading in readings
        }

    def append(self, language: Language, pieces: Sequence[str]) -> dict[Reading, set[str]]:
        """Append units of a language to a text that ends at a unit boundary; return the same as `reread`."""
        end, text = len(self.buffer), "".join(pieces)
        self.buffer.replace(end, end, text)
        return {
            reading: reading.append(pieces)
            if reading.language == language
            else reading.edit([(end, end, text)])
            for reading in self.readings
        }

    def reread(self, changes: Sequence[Change]) -> dict[Reading, set[str]]:
        """Apply the changes in the buffer to every reading; return the changed documents of each reading."""
        return {reading: reading.edit(changes) for reading in self.readings}


class AnyDocuments(Protocol):
    """The documents of a side of a pair, in order."""

    def __iter__(self) -> Iterator[str]: ...

    def __len__(self) -> int: ...

    def units_of(self, document: str) -> Sequence[Any]:
        """Return the units of a document in file order; empty if the side lacks the document."""
        ...


class JoinedDocuments:
    """The names of the documents of several readings, in order; all units of a document must be in one
    file.
    """

    def __init__(self, readings: Sequence[Reading]) -> None:
        self._readings = readings

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(chain.from_iterable(reading.documents for reading in self._readings)))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def units_of(self, document: str) -> Sequence[Any]:
        """Return the units of a document in file order; empty if the files lack the document."""
        for reading in self._readings:
            if units := reading.documents.units_of(document):
                return units
        return ()


class JoinedReadings:
    """The readings of several files, presented as a single text in file order."""

    def __init__(self, readings: Mapping[Path, Reading]) -> None:
        self._by_path = dict(readings)
        self.readings: Sequence[Reading] = list(self._by_path.values())
        self.documents: AnyDocuments = (
            self.readings[0].documents if len(self.readings) == 1 else JoinedDocuments(self.readings)
        )

    def __contains__(self, path: Path) -> bool:
        return path in self._by_path

    @property
    def paths(self) -> Sequence[Path]:
        """Return the files in order."""
        return list(self._by_path)

    def reading(self, path: Path) -> Reading:
        """Return the reading of a file; raises KeyError for an unknown file."""
        return self._by_path[path]

    def document_with(self, unit: Any) -> str | None:
        """Return the document of a unit; None if it is in no document, or not in these files."""
        reading = next((each for each in self.readings if unit in each.units), None)
        return None if reading is None else reading.documents.name_of(unit)

    @property
    def units(self) -> Iterator[Any]:
        """Yield all units in file order."""
        return chain.from_iterable(reading.units for reading in self.readings)

    @property
    def findings(self) -> Iterator[Located]:
        """Yield all findings, file by file."""
        return chain.from_iterable(reading.findings for reading in self.readings)


class Observer(Protocol):
    """An object that is computed from the readings of several files and updated after every edit."""

    @property
    def path(self) -> Path:
        """Return the file to which the findings are added."""
        ...

    @property
    def paths(self) -> Sequence[Path]:
        """Return the files of the observed readings, which the engine keeps open."""
        ...

    @property
    def readings(self) -> Sequence[Reading]:
        """Return the observed readings, which the engine keeps."""
        ...

    def renew(self, changed: Mapping[Reading, set[str]]) -> set[Path]:
        """Update for changed documents in readings; return the files whose findings may have changed."""
        ...

    def end(self) -> None:
        """Remove the findings that this observer has added to readings."""
        ...
