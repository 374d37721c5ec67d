"""The engine: computes findings, verdicts and tallies from files and edits."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from keytally.engine.comparison import Check, reference_check
from keytally.engine.findings import Located
from keytally.engine.live_pair import LivePair, LivePairs
from keytally.engine.reading import Change, JoinedReadings, Observer, Reading, SourceText, language_in
from keytally.families.contract import Evaluation, Language, Role
from keytally.findings.finding import Finding
from keytally.project.pair import Pair
from keytally.text.difference import difference


class _Wanted(NamedTuple):
    """The reference with which a pair compares a file; `texts` is the name of the reference if it is a texts
    file.

    `paths` contains the paths of the file and of the reference.
    """

    paths: tuple[Path, Path]
    reference: Reading
    texts: str | None


class _Made(NamedTuple):
    """A comparison and its inputs: the pair's request, and the signature of its evaluation."""

    check: Check
    wanted: _Wanted
    signature: str


class TextComparisons:
    """Compares each reading with at most one reference: the reference of the first pair that compares the
    reading.

    Pairs are in the order in which they were added. A comparison with a file in `unread` waits until the file
    is removed from `unread`.
    """

    def __init__(self) -> None:
        self._wishes: dict[Reading, dict[LivePair, _Wanted]] = {}
        self._made: dict[Reading, _Made] = {}
        self._by_reference: dict[Reading, dict[Check, None]] = {}
        self.unread: set[Path] = set()

    def add(self, live: LivePair) -> None:
        """Start those comparisons of a pair that no other pair already performs."""
        for reading, wanted in _comparisons(live):
            self._wishes.setdefault(reading, {}).setdefault(live, wanted)
            self._settle(reading)

    def remove(self, live: LivePair) -> None:
        """Stop the comparisons that no remaining pair needs; any other comparison of the pair is taken
        over by the next pair that needs it.
        """
        for reading, _ in _comparisons(live):
            self._wishes.get(reading, {}).pop(live, None)
            self._settle(reading)

    def _settle(self, reading: Reading) -> None:
        """Compare a reading as its first pair requests; a comparison with the same inputs is reused."""
        first = next(iter(self._wishes.get(reading, {}).items()), None)
        made = self._made.get(reading)
        if first is None:
            self._wishes.pop(reading, None)
        elif made is not None and made[1:] == (first[1], first[0].evaluation.signature):
            return
        if made is not None:
            self._end(reading, made.check)
        if first is not None:
            for _ in self._beginning(reading, *first):
                pass

    def begin(self) -> Iterator[None]:
        """Run the comparisons that waited for files, in short steps between which edits may occur."""
        for reading, wishes in list(self._wishes.items()):
            if reading not in self._made:
                yield from self._beginning(reading, *next(iter(wishes.items())))

    def _beginning(self, reading: Reading, live: LivePair, wanted: _Wanted) -> Iterator[None]:
        if not self.unread.isdisjoint(wanted.paths):
            return
        check = reference_check(reading, wanted.reference, live.evaluation, wanted.texts)
        if check is None:
            return
        made = self._made[reading] = _Made(check, wanted, live.evaluation.signature)
        self._by_reference.setdefault(wanted.reference, {})[check] = None
        for _ in check.begin():
            yield
            if self._made.get(reading) is not made:
                return

    def _end(self, reading: Reading, check: Check) -> None:
        check.end()
        del self._made[reading]
        del self._by_reference[check.reference][check]
        if not self._by_reference[check.reference]:
            del self._by_reference[check.reference]

    def renew(self, changed: Mapping[Reading, set[str]]) -> set[Path]:
        """Compare changed documents again; return the files whose findings may have changed.

        Any change to a file may move the positions that findings refer to.
        """
        return {
            self._made[check.reading].wanted.paths[0]
            for check in self._concerned(changed)
            if check.renew(changed.get(check.reading, set()) | changed.get(check.reference, set()))
            or (check.points_out and check.reference in changed)
        }

    def _concerned(self, changed: Iterable[Reading]) -> Iterator[Check]:
        """Yield the comparisons in which any of these readings is compared, on either side."""
        concerned: dict[Check, None] = {}
        for reading in changed:
            if reading in self._made:
                concerned[self._made[reading].check] = None
            concerned.update(self._by_reference.get(reading, {}))
        return iter(concerned)


def _comparisons(live: LivePair) -> Iterator[tuple[Reading, _Wanted]]:
    """Yield each file of the pair with the texts file if there is one; otherwise each response with its
    key.
    """
    if live.texts is not None and live.pair.texts is not None:
        name = live.pair.texts.name
        for path in (*live.pair.keys, *live.pair.responses):
            if (reading := live.reading(path)) is not live.texts:
                yield reading, _Wanted((path, live.pair.texts), live.texts, name)
        return
    for path in live.pair.responses:
        if key := live.pair.other(path):
            reading, reference = live.response.reading(path), live.key.reading(key)
            if reading is not reference:
                yield reading, _Wanted((path, key), reference, None)


Wanted = Callable[[Path, Finding], bool]


def every_finding(path: Path, finding: Finding) -> bool:
    """Accept every finding of every file; this is the filter that requests all findings."""
    return True


class Engine:
    """Files, the pairs that they form, and all results computed from their texts.

    The engine does not read files; texts are passed to `open`. A file has a reading for each language that a
    pair or `open` specifies. Its findings come from the reading that its first pair uses, or from the file's
    own reading if it belongs to no pair. A file that is both the key and the response of a pair has two
    readings, unless the same language applies to both. `wanted` filters the findings. If `compares_texts` is
    false, the files of a pair are compared neither with the texts that they annotate nor with each other. If
    `judges` is false, only these comparisons produce findings, so that a scoring run does not analyse each
    file twice.
    """

    def __init__(
        self, wanted: Wanted = every_finding, *, compares_texts: bool = True, judges: bool = True
    ) -> None:
        self._wanted = wanted
        self._judges = judges
        self._compares_texts = compares_texts
        self._sources: dict[Path, SourceText] = {}
        self._languages: dict[Path, Language] = {}
        self._pairs = LivePairs()
        self._checks = TextComparisons()
        self._followers: dict[Observer, None] = {}

    def __contains__(self, path: Path) -> bool:
        return path in self._sources

    @property
    def paths(self) -> list[Path]:
        """Return the paths of all files in the engine, in the order in which they were opened."""
        return list(self._sources)

    @property
    def pairs(self) -> list[LivePair]:
        """Return the pairs, in the order in which they were added."""
        return list(self._pairs)

    def open(
        self, path: Path, text: str, language: Language | None = None, *, judged: bool = True
    ) -> set[Path]:
        """Add a file, or replace the text of a file that is already open; return the same as `edit`.

        `language` applies if no pair determines the language. A new file that is not `judged` has no findings
        until `judging` is run.
        """
        if language is not None:
            self.read_as(path, language)
        if path not in self._sources:
            self._sources[path] = SourceText(text, judged=judged and self._judges)
            if not judged:
                self._checks.unread.add(path)
        elif change := difference(self._sources[path].text, text):
            return self.edit(path, [change])
        return {path}

    def read_as(self, path: Path, language: Language | None) -> None:
        """Set the language of a file for which no pair determines one; None for an unknown language."""
        before = self._languages.pop(path, None)
        if language is not None:
            self._languages[path] = language
        if before is not None and before != language:
            self._drop_unused_readings(path)

    def refilter(self) -> None:
        """Apply the filter for findings again."""
        for source in self._sources.values():
            for reading in source.readings:
                reading.refilter()

    def close(self, path: Path) -> None:
        """Remove a file, unless a pair or a follower still uses it."""
        if not self.followers_of(path) and not self.pairs_of(path) and not self._pairs.have_texts(path):
            self._sources.pop(path, None)
            self._languages.pop(path, None)
            self._checks.unread.discard(path)

    def judging(self, path: Path) -> Iterator[None]:
        """Compute the findings of an unjudged file and compare it, in short steps between which edits may
        occur.
        """
        self._checks.unread.discard(path)
        return chain(self._sources[path].judging(), self._checks.begin())

    def source(self, path: Path) -> SourceText:
        """Return a file's text and readings; raises KeyError for a file that is not open."""
        return self._sources[path]

    def edit(self, path: Path, changes: Iterable[Change]) -> set[Path]:
        """Replace ranges of a file one after the other; each change consists of a start, an end and the new
        text.

        Offsets apply to the text after the previous changes; each change is requested only after those before
        it are applied. Returns the files whose findings may have changed.
        """
        source = self._sources[path]
        made: list[Change] = []
        try:
            for change in changes:
                source.buffer.replace(*change)
                made.append(change)
        finally:
            # This also runs if a change fails: readings must match the text.
            touched = self._take_over(path, source.reread(made))
        return touched

    def append(self, path: Path, language: Language, pieces: Sequence[str]) -> set[Path]:
        """Append units' texts to a file that ends at a unit boundary; return the same as `edit`."""
        return self._take_over(path, self._sources[path].append(language, pieces))

    def _take_over(self, path: Path, changed: Mapping[Reading, set[str]]) -> set[Path]:
        """Update pairs and comparisons for changed documents; return the same as `edit`."""
        self._pairs.mark_stale(changed)
        touched = {path} | self._checks.renew(changed)
        return touched.union(*(follower.renew(changed) for follower in self._followers))

    def add_pair(self, pair: Pair, evaluation: Evaluation) -> LivePair:
        """Add a pair and keep its score up to date; raises KeyError if one of its files is not open."""
        key = self._side(pair, evaluation, pair.keys, Role.KEY)
        response = self._side(pair, evaluation, pair.responses, Role.RESPONSE)
        live = LivePair(pair, evaluation, key, response, self._texts(pair, evaluation))
        self._pairs.add(live)
        if self._compares_texts:
            self._checks.add(live)
        return live

    def remove_pair(self, live: LivePair) -> None:
        """Remove a pair, and the readings that only this pair used."""
        self._pairs.remove(live)
        if self._compares_texts:
            self._checks.remove(live)
        texts = () if live.pair.texts is None else (live.pair.texts,)
        self._drop_unused_readings(*live.pair.keys, *live.pair.responses, *texts)

    def add_follower(self, follower: Observer) -> None:
        """Add a follower, and keep it up to date; its files must be open."""
        self._followers[follower] = None

    def followers_of(self, path: Path) -> list[Observer]:
        """Return the followers that observe a file."""
        return [follower for follower in self._followers if path in follower.paths]

    def remove_follower(self, follower: Observer) -> None:
        """Remove a follower, and the readings that only this follower used."""
        self._followers.pop(follower)
        follower.end()
        self._drop_unused_readings(*follower.paths)

    def reading_by(self, path: Path, language: Language) -> Reading:
        """Return the reading of a file by a language, for a follower.

        Raises KeyError for a file that is not open.
        """
        return self._reading(path, language)

    def pairs_of(self, path: Path) -> list[LivePair]:
        """Return the pairs in which a file is the key or the response."""
        return self._pairs.of(path)

    def reading(self, path: Path) -> Reading | None:
        """Return the reading that provides a file's findings; None for a file of unknown language."""
        for live in self.pairs_of(path):
            return live.reading(path)
        if path in self._languages:
            return self._reading(path, self._languages[path])
        return next(self._sources[path].readings, None)

    def findings(self, path: Path) -> Iterator[Located]:
        """Yield a file's findings, sorted by position."""
        reading = self.reading(path)
        return iter(() if reading is None else reading.findings)

    def _side(self, pair: Pair, evaluation: Evaluation, paths: Iterable[Path], role: Role) -> JoinedReadings:
        languages = {path: language_in(pair, evaluation, path, role) for path in paths}
        return JoinedReadings({path: self._reading(path, languages[path]) for path in paths})

    def _texts(self, pair: Pair, evaluation: Evaluation) -> Reading | None:
        """Return the reading of a pair's texts.

        The result is None if the texts are not open, or if nothing is compared with them.
        """
        if not self._compares_texts or pair.texts is None or pair.texts not in self._sources:
            return None
        return self._reading(pair.texts, language_in(pair, evaluation, pair.texts))

    def _reading(self, path: Path, language: Language) -> Reading:
        return self._sources[path].reading(language, partial(self._wanted, path))

    def _drop_unused_readings(self, *paths: Path) -> None:
        """Discard the readings of these files that no pair uses and that are not the files' own readings."""
        for path in dict.fromkeys(paths):
            if (source := self._sources.get(path)) is not None:
                source.keep({reading for reading in source.readings if self._is_used(path, reading)})

    def _is_used(self, path: Path, reading: Reading) -> bool:
        if any(reading in follower.readings for follower in self._followers):
            return True
        return self._pairs.use(reading) or self._languages.get(path) == reading.language


def opened_pair(pair: Pair, evaluation: Evaluation, texts: Mapping[Path, str]) -> LivePair:
    """Return a pair to be scored, given the texts of its files; no findings are computed for their units."""
    engine = Engine(compares_texts=pair.texts is not None, judges=False)
    for path, text in texts.items():
        engine.open(path, text)
    return engine.add_pair(pair, evaluation)
