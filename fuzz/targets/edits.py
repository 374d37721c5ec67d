"""Sessions after edits, openings and changes on disk tell what a fresh session tells."""

from pathlib import Path
from random import Random
from typing import Any

from fuzz.case import Case
from fuzz.folders import folder_with
from fuzz.grammar import workspace
from fuzz.places import check_finding, check_mark
from fuzz.play import compare
from fuzz.steps import adjudicating, random_steps
from fuzz.targets.target import Target
from keytally.engine.live_pair import LivePair
from keytally_server.requests.adjudication_actions import adjudicating as adjudicating_at
from keytally_server.requests.code_lenses import code_lenses
from keytally_server.requests.hover import hover
from keytally_server.requests.inlay_hints import adjudicated_hints
from keytally_server.requests.navigation import next_undecided
from keytally_server.requests.symbols import document_symbols
from keytally_server.session.session import Session
from keytally_server.session.snapshot import OpenFile, Snapshot

STEPS = 25


class _SessionPlayer:
    """A session on a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._session = Session(lambda line: None)
        self._session.set_roots([folder])

    def open(self, path: Path, text: str, language: str) -> None:
        self._session.opened(path, text, OpenFile(1, language))

    def close(self, path: Path) -> None:
        self._session.closed(path)

    def edit(self, path: Path, start: int, end: int, new: str) -> None:
        self._session.changed(path, 2, [(start, end, new)])

    def changed_on_disk(self, path: Path, removed: bool) -> None:
        self._session.disk_changed([path])

    def pause(self) -> None:
        self._session.read_on(lambda: True)
        for live in self._session.live_pairs:
            live.work(lambda: True)

    def settle(self) -> None:
        self._session.read_on()
        for live in self._session.live_pairs:
            live.work()

    def choices(self) -> list[tuple[Path, Path]]:
        pairs = [live.pair for live in self._session.live_pairs]
        return [(pair.key, pair.response) for pair in pairs if self._session.is_active(pair)]

    def choose(self, choices: list[tuple[Path, Path]]) -> None:
        for key, response in choices:
            self._session.choose_response(key, response)

    def seen(self) -> dict[str, Any]:
        seen: dict[str, Any] = {"pairs": sorted(self._name(live) for live in self._session.live_pairs)}
        for path in self._session.open_files:
            name = path.relative_to(self._folder)
            snapshot = self._session.snapshot(path)
            seen[f"languages {name}"] = snapshot and snapshot.reading.language.name
            if snapshot is not None:
                seen[f"findings {name}"] = self._findings(path)
                seen[f"marks {name}"] = _marks(snapshot)
                seen[f"outlines {name}"] = list(document_symbols(snapshot))
                seen |= {f"{kind} {name}": told for kind, told in _adjudicated(snapshot).items()}
        for live in self._session.live_pairs:
            seen[f"totals {self._name(live)}"] = live.totals()
            seen[f"results {self._name(live)}"] = live.evaluation.report_json(live.scores())
            seen[f"documents {self._name(live)}"] = {
                name: live.document_totals(name) for name in live.documents
            }
        return seen

    def _name(self, live: LivePair) -> str:
        pair = live.pair
        return f"{pair.task} {pair.key.relative_to(self._folder)} {pair.response.relative_to(self._folder)}"

    def _findings(self, path: Path) -> list[Any]:
        seen = []
        for found in self._session.engine.findings(path):
            check_finding(found)
            finding = found.finding
            edits = [(edit.start, edit.end, edit.text) for edit in finding.edits]
            seen.append((finding.rule.name, found.start, found.end, found.line, finding.message, edits))
        return seen


def _adjudicated(snapshot: Snapshot) -> dict[str, Any]:
    """What a gold shows of its adjudication."""
    followed, size = snapshot.adjudication, len(snapshot.reading)
    if followed is None or followed.path != snapshot.path:
        return {}
    places = range(0, size + 1, max(size // 5, 1))
    return {
        "counts": (followed.counts.sum, dict(followed.counts.all)),
        "hints": list(adjudicated_hints(snapshot, 0, size)),
        "lenses": [(lens.start, lens.title) for lens in code_lenses(snapshot)],
        "stops": [next_undecided(snapshot, place, ()) for place in places],
        "decisions": [list(adjudicating_at(snapshot, at, at, lambda kind: True)) for at in places],
        "hovers": [hover(snapshot, place) for place in places],
    }


def _marks(snapshot: Snapshot) -> list[Any]:
    seen = []
    for place in snapshot.marks(0, len(snapshot.reading)):
        check_mark(place.mark)
        seen.append((place.start, place.end, *place.mark[3:6]))
    return seen


def _make(chance: Random) -> Case:
    files = workspace(chance)
    return Case("edits", files, random_steps(chance, files, STEPS))


def _run(case: Case) -> None:
    with folder_with(case.files) as folder:
        compare(case, folder, lambda: _SessionPlayer(folder))


def _make_adjudicated(chance: Random) -> Case:
    return adjudicating(chance, "adjudication", STEPS, {})


TARGET = Target("edits", _make, _run)
ADJUDICATION = Target("adjudication", _make_adjudicated, _run)
