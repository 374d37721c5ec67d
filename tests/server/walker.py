"""A person who goes from difference to difference in a session, and does what is offered at each."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from random import Random

from keytally.engine.live_pair import LivePair
from keytally.families.contract import Role
from keytally.findings.finding import Edits, apply_edits
from keytally_server.answers import CodeAction, CodeActionKind, NavigationTarget, combined
from keytally_server.requests.code_actions import code_actions
from keytally_server.requests.navigation import differences_ahead, differences_behind
from keytally_server.session.session import Session
from keytally_server.session.snapshot import OpenFile, Snapshot


class Walker:
    """The responses of one pair, open in a session, as the clients go through them."""

    def __init__(self, folder: Path, response: Path) -> None:
        self.session = Session(lambda line: None)
        self.session.set_roots([folder])
        self.response = response
        self.open(response)
        self.settle()

    @property
    def live(self) -> LivePair:
        """The pair."""
        found = self.session.active_pair(self.response)
        assert found is not None
        return found

    @property
    def left(self) -> int:
        """The number of differences in all responses."""
        side, count = self.live.side(Role.RESPONSE), 0
        for path in side.paths:
            reading = side.reading(path)
            for unit in reading.units:
                document = reading.documents.name_of(unit)
                if document is not None:
                    count += len(self.live.differences(Role.RESPONSE, document, unit))
        return count

    def open(self, path: Path) -> None:
        """Open a file as an editor does."""
        if path not in self.session.open_files:
            self.session.opened(path, path.read_bytes().decode(), OpenFile(1, ""))

    def settle(self) -> None:
        """Read and score everything."""
        self.session.read_on()
        for live in self.session.live_pairs:
            live.work()

    def text(self, path: Path) -> str:
        """The present text of a file."""
        return str(self.session.buffer(path))

    def replace(self, path: Path, text: str) -> None:
        """Replace a text, as undo does."""
        self.open(path)
        self.session.changed(path, 2, [(0, len(self.text(path)), text)])
        self.settle()

    def apply(self, path: Path, edits: Edits) -> None:
        """Apply the edits of an action, each as a change of its own, from the last one on."""
        self.open(path)
        self.session.changed(path, 2, [(each.start, each.end, each.text) for each in reversed(edits)])
        self.settle()

    def next(self, path: Path, offset: int, *, inclusive: bool) -> NavigationTarget | None:
        """The next difference."""
        snapshot = self._snapshot(path)
        parts = (
            part(snapshot, offset, inclusive=inclusive) for part in (differences_ahead, differences_behind)
        )
        found = next(chain.from_iterable(parts), None)
        assert found is None or isinstance(found, NavigationTarget)
        return found

    def chosen(self, stop: NavigationTarget) -> CodeAction | None:
        """What the keys of both clients do at a stop: accept, or drop where nothing is to be accepted."""
        actions = code_actions(self._snapshot(stop.path), stop.start, stop.end)
        drops = [each for each in actions if each.kind is CodeActionKind.DROP_SPURIOUS]
        accepts = (each for each in actions if each.is_preferred and each not in drops)
        return next(chain(accepts, drops), None)

    def scramble(self, chance: Random, changes: int) -> None:
        """Change the response by actions that are offered at random places of it."""
        for _ in range(changes):
            text = self.text(self.response)
            start = chance.randrange(len(text) + 1)
            end = min(len(text), start + chance.choice((0, 0, 5, 20)))
            actions = code_actions(self._snapshot(self.response), start, end)
            if actions:
                self.apply(self.response, combined(chance.choice(actions)))

    def walk(self, chance: Random | None = None) -> Sequence[str]:
        """Accept or drop at each difference from the first one on; the titles of what was done.

        Where a tag that crosses another one has to go first, the walk comes back. `chance` undoes and repeats
        a step now and then, and opens and closes the key in between.
        """
        done: list[str] = []
        path, offset, inclusive = self.response, 0, True
        most, passed = self.left, 0
        while (stop := self.next(path, offset, inclusive=inclusive)) is not None:
            before, action = self.left, self.chosen(stop)
            path, offset, inclusive = stop.path, stop.start, action is not None
            if action is None:
                passed += 1
                assert passed <= before, f"nothing is offered at {stop.message}"
                continue
            self._do(stop.path, action, chance)
            passed = 0
            done.append(action.title)
            # An item is right once its whole cluster is, so that a step may end no difference by itself.
            least = 0 if self.live.pair.task == "cpa-clustering" else 1
            assert self.left <= before - least, f"{stop.message} is still there after {action.title}"
            assert len(done) <= most
        return done

    def _do(self, path: Path, action: CodeAction, chance: Random | None) -> None:
        self.open(path)
        before, edits = self.text(path), combined(action)
        self.apply(path, edits)
        if chance is not None and chance.random() < 0.3:
            after, headline = apply_edits(before, edits), self.live.headline()
            self.replace(path, before)
            self._look_at(self.live.side(Role.KEY).paths[0])
            self.replace(path, after)
            assert self.live.headline() == headline

    def _look_at(self, path: Path) -> None:
        if path not in self.session.open_files:
            self.open(path)
            self.session.closed(path)
            self.settle()

    def _snapshot(self, path: Path) -> Snapshot:
        found = self.session.snapshot(path)
        assert found is not None
        return found
