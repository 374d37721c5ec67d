"""The engine: files and edits in; findings, verdicts and tallies out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from keytally.engine.checks import Checks
from keytally.engine.findings import Located
from keytally.engine.follower import Follower
from keytally.engine.joined_readings import JoinedReadings
from keytally.engine.languages import language_in
from keytally.engine.live_pair import LivePair
from keytally.engine.live_pairs import LivePairs
from keytally.engine.reading import Reading
from keytally.engine.rereading import Change
from keytally.engine.source import SourceText
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.findings.finding import Finding
from keytally.project.pair import Pair
from keytally.text.difference import difference

Wanted = Callable[[Path, Finding], bool]


def every_finding(path: Path, finding: Finding) -> bool:
    """Want all findings of every file."""
    return True


class Engine:
    """Files, the pairs they form, and everything that follows from their texts.

    The engine reads no file: `open` gives it texts. A file has a reading for each language that a
    pair or `open` names; its findings are those of its first pair's reading, else of its own. A file
    that is key and response of one pair has two readings, unless one language serves both.
    `wanted` chooses the findings that are kept; without `compares_texts` a pair's files are not
    held against the texts they were made from; without `judges` that comparison is all that makes
    findings, which saves a run that only scores from taking every file apart twice.
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
        self._checks = Checks()
        self._followers: dict[Follower, None] = {}

    def __contains__(self, path: Path) -> bool:
        return path in self._sources

    @property
    def paths(self) -> list[Path]:
        """The files that the engine knows, the first one opened first."""
        return list(self._sources)

    @property
    def pairs(self) -> list[LivePair]:
        """The pairs, in the order in which they were added."""
        return list(self._pairs)

    def open(
        self, path: Path, text: str, language: Language | None = None, *, judged: bool = True
    ) -> set[Path]:
        """Take a file in, or give one that is known its new text, and return as `edit` does.

        `language` is how the file is read where no pair says so. A new one that is not `judged` has no
        findings, until `judging`.
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
        """Set how a file is read where no pair says so; None is for a file of no known language."""
        before = self._languages.pop(path, None)
        if language is not None:
            self._languages[path] = language
        if before is not None and before != language:
            self._drop_unused_readings(path)

    def refilter(self) -> None:
        """Choose again which findings are wanted."""
        for source in self._sources.values():
            for reading in source.readings:
                reading.refilter()

    def close(self, path: Path) -> None:
        """Forget a file; one that a pair or a follower holds stays."""
        if not self.followers_of(path) and not self.pairs_of(path) and not self._pairs.have_texts(path):
            self._sources.pop(path, None)
            self._languages.pop(path, None)
            self._checks.unread.discard(path)

    def judging(self, path: Path) -> Iterator[None]:
        """Judge a file that is not judged, and compare it, in short steps; edits may come between them."""
        self._checks.unread.discard(path)
        return chain(self._sources[path].judging(), self._checks.begin())

    def source(self, path: Path) -> SourceText:
        """A file's text and readings; raises KeyError for a file that is not open."""
        return self._sources[path]

    def edit(self, path: Path, changes: Iterable[Change]) -> set[Path]:
        """Replace stretches of a file, one after the other, each given by start, end and new text.

        Offsets are those of the text that the changes before have left; each change is asked for when
        those before it are made. Returns the files whose findings may have changed.
        """
        source = self._sources[path]
        made: list[Change] = []
        try:
            for change in changes:
                source.buffer.replace(*change)
                made.append(change)
        finally:
            # Also where a change cannot be made: readings never lag behind the text.
            touched = self._take_over(path, source.reread(made))
        return touched

    def append(self, path: Path, language: Language, pieces: Sequence[str]) -> set[Path]:
        """Put units, as a language cuts them, behind a file that ends where one begins; returns as `edit`."""
        return self._take_over(path, self._sources[path].append(language, pieces))

    def _take_over(self, path: Path, changed: Mapping[Reading, set[str]]) -> set[Path]:
        """Account for changed documents in pairs and comparisons; returns what `edit` does."""
        self._pairs.mark_stale(changed)
        touched = {path} | self._checks.renew(changed)
        return touched.union(*(follower.renew(changed) for follower in self._followers))

    def add_pair(self, pair: Pair, evaluation: Evaluation) -> LivePair:
        """Keep a pair scored from now on; its files must be open. Raises KeyError where one is not."""
        key = self._side(pair, evaluation, pair.keys, Role.KEY)
        response = self._side(pair, evaluation, pair.responses, Role.RESPONSE)
        live = LivePair(pair, evaluation, key, response, self._texts(pair, evaluation))
        self._pairs.add(live)
        if self._compares_texts:
            self._checks.add(live)
        return live

    def remove_pair(self, live: LivePair) -> None:
        """Let a pair go, and the readings that only it used."""
        self._pairs.remove(live)
        if self._compares_texts:
            self._checks.remove(live)
        texts = () if live.pair.texts is None else (live.pair.texts,)
        self._drop_unused_readings(*live.pair.keys, *live.pair.responses, *texts)

    def add_follower(self, follower: Follower) -> None:
        """Keep a follower up to date from now on; its files must be open."""
        self._followers[follower] = None

    def followers_of(self, path: Path) -> list[Follower]:
        """The followers that a file is a part of."""
        return [follower for follower in self._followers if path in follower.paths]

    def remove_follower(self, follower: Follower) -> None:
        """Let a follower go, and the readings that only it used."""
        self._followers.pop(follower)
        follower.end()
        self._drop_unused_readings(*follower.paths)

    def reading_by(self, path: Path, language: Language) -> Reading:
        """The reading of a file by a language, for a follower; raises KeyError for one that is not open."""
        return self._reading(path, language)

    def pairs_of(self, path: Path) -> list[LivePair]:
        """The pairs in which a file is the key or the response."""
        return self._pairs.of(path)

    def reading(self, path: Path) -> Reading | None:
        """The reading that a file's findings come from; None for a file of no known language."""
        for live in self.pairs_of(path):
            return live.reading(path)
        if path in self._languages:
            return self._reading(path, self._languages[path])
        return next(self._sources[path].readings, None)

    def findings(self, path: Path) -> Iterator[Located]:
        """A file's findings in the order of their places."""
        reading = self.reading(path)
        return iter(() if reading is None else reading.findings)

    def _side(self, pair: Pair, evaluation: Evaluation, paths: Iterable[Path], role: Role) -> JoinedReadings:
        languages = {path: language_in(pair, evaluation, path, role) for path in paths}
        return JoinedReadings({path: self._reading(path, languages[path]) for path in paths})

    def _texts(self, pair: Pair, evaluation: Evaluation) -> Reading | None:
        """The reading of a pair's texts; None where they are not open, or nothing is compared with them."""
        if not self._compares_texts or pair.texts is None or pair.texts not in self._sources:
            return None
        return self._reading(pair.texts, evaluation.language(Role.TEXTS))

    def _reading(self, path: Path, language: Language) -> Reading:
        return self._sources[path].reading(language, partial(self._wanted, path))

    def _drop_unused_readings(self, *paths: Path) -> None:
        """Drop the readings of these files that no pair uses, and that are not the files' own."""
        for path in dict.fromkeys(paths):
            if (source := self._sources.get(path)) is not None:
                source.keep({each for each in source.readings if self._is_used(path, each)})

    def _is_used(self, path: Path, reading: Reading) -> bool:
        if any(reading in follower.readings for follower in self._followers):
            return True
        return self._pairs.use(reading) or self._languages.get(path) == reading.language
