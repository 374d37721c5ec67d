"""What pairs are scored by: configurations, options and companion files, as editors or the disk have them."""

from collections.abc import Callable, Mapping
from pathlib import Path

from keytally.evaluations import registry
from keytally.evaluations.interface import Evaluation
from keytally.evaluations.settings import Settings, SettingsError
from keytally.project.pair import Pair
from keytally.project.reach import Reach
from keytally.text.buffer import TextBuffer
from keytally_server.session.disk import UnreadableError, text_on_disk
from keytally_server.session.warnings import Warnings


class PairSettings:
    """Makes the evaluations of pairs, and warns of what keeps one from being made.

    `open_files` are those that an editor has open; `buffer` gives the text of one, `reach` the folders that a
    file may lie in.
    """

    def __init__(
        self,
        open_files: Mapping[Path, object],
        buffer: Callable[[Path], TextBuffer],
        reach: Callable[[Path], Reach],
        warnings: Warnings,
    ) -> None:
        self._open_files = open_files
        self._buffer = buffer
        self._reach = reach
        self._warnings = warnings

    def evaluation(self, pair: Pair) -> Evaluation | None:
        """What a pair is scored by; None, with a warning to the person, where that has errors.

        A configuration that is open in an editor shows its errors there.
        """
        source, text = pair.configuration, None
        is_open = isinstance(source, Path) and source in self._open_files
        if isinstance(source, Path) and is_open:
            text = str(self._buffer(source))
        options = tuple(pair.options.items())
        try:
            companions = self.companion_texts(pair.companions)
            settings = Settings(source, text, options, companions, pair.settings_within)
            evaluation = registry.evaluation(pair.task, settings)
        except SettingsError as error:
            self._warnings.update((pair.key, pair.configuration), () if is_open else error.problems)
            return None
        except KeyError:
            self._warnings.update(
                (pair.key, pair.configuration), [f"{pair.key}: the task {pair.task} cannot be scored yet"]
            )
            return None
        self._warnings.update((pair.key, pair.configuration), ())
        return evaluation

    def companion_texts(self, companions: Mapping[str, Path | str]) -> dict[str, str]:
        """The texts of companion files, without those that cannot be read, of which the person is told."""
        texts = ((kind, self._companion_text(kind, source)) for kind, source in companions.items())
        return {kind: text for kind, text in texts if text is not None}

    def _companion_text(self, kind: str, source: Path | str) -> str | None:
        """The text of a companion file: as an editor has it, as it is on disk, or built in."""
        try:
            if isinstance(source, str):
                text = registry.companions()[kind].text_of(source)
            else:
                is_open = source in self._open_files
                text = str(self._buffer(source)) if is_open else self._text_on_disk(source)
        except UnreadableError as problem:
            self._warnings.update(source, [str(problem)])
            return None
        self._warnings.update(source, ())
        return text

    def _text_on_disk(self, source: Path) -> str:
        return text_on_disk(source, within=self._reach(source).holds)
