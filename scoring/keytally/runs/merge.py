"""Merge annotators' files into a gold."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from keytally.adjudication.gold_items import GoldItems, Known, match_gold
from keytally.adjudication.items import (
    FEWEST,
    NAMES,
    Items,
    Variant,
    example,
    items_of,
    strategy_named,
    variants,
)
from keytally.adjudication.merging import Decided, Merging, Outcome, merge_document, previous_merge
from keytally.adjudication.states import DocumentState, claims_in_document, state_of
from keytally.families import registry
from keytally.families.annotations import Annotation, Reference
from keytally.families.contract import Evaluation, Settings
from keytally.findings.finding import Edit, FilePosition, apply_edits
from keytally.project.adjudications import Adjudication
from keytally.project.discovery import discover
from keytally.project.pair_entries import PairSettings
from keytally.runs.files import KeytallyError, encoded_text, folders_of, readable_settings, shown_path
from keytally.runs.located_findings import annotators_problems
from keytally.runs.merge_files import (
    Sources,
    altered_texts,
    gold_problem,
    missing_documents,
    read_sources,
    unknown_documents,
)
from keytally.runs.outputs import OutputFile, output_file, refuse_parts, write_files
from keytally.runs.request import Given, pair_of
from keytally.runs.settings import (
    FilePath,
    OptionValues,
    as_folders,
    as_overrides,
    check_task,
    companion_texts,
    source_of,
)
from keytally.text.files import Decoded, absolute
from keytally.text.rendering import quantity


class SaidAt(NamedTuple):
    """A variant: its annotators, its value as text (None for absence), and its position in each file."""

    annotators: tuple[str, ...]
    value: str | None
    places: tuple[tuple[Path, FilePosition], ...]


class OpenItem(NamedTuple):
    """An undecided item with its variants; `reason` is set if the cause is not just disagreement."""

    document: str
    kind: str
    name: str
    variants: Sequence[SaidAt]
    reason: str = ""

    def lines(self, files: Mapping[str, Path]) -> Iterator[str]:
        """Yield a line for the item, and a line with the position for each annotator; `files` maps
        annotators to files.
        """
        reason = f" ({self.reason})" if self.reason else ""
        yield f'{self.document or "document without a number"}: {self.kind} "{self.name}" is open{reason}'
        for variant in self.variants:
            if variant.value is None:
                yield from (f"  {files[name]}: nothing{_by(name, files)}" for name in variant.annotators)
            for name, (path, place) in zip(variant.annotators, variant.places, strict=False):
                yield f"  {path}:{place.line}:{place.column}: {variant.value}{_by(name, files)}"

    @property
    def values(self) -> dict[str, Any]:
        """Return the item as JSON values."""
        return {
            "document": self.document,
            "kind": self.kind,
            "name": self.name,
            "reason": self.reason,
            "variants": [
                {
                    "annotators": list(variant.annotators),
                    "value": variant.value,
                    "places": [{"path": str(path), **place._asdict()} for path, place in variant.places],
                }
                for variant in self.variants
            ],
        }


def _by(name: str, files: Mapping[str, Path]) -> str:
    """Return an annotator's name to append; "" if it is the name of the file."""
    return "" if str(files[name]) == name else f" ({name})"


class ItemState(NamedTuple):
    """The state of an item before the merge, and the outcome of the merge, as text."""

    document: str
    kind: str
    name: str
    state: str
    outcome: str

    @property
    def values(self) -> dict[str, str]:
        """Return the item as JSON values."""
        return self._asdict()


@dataclass(frozen=True, slots=True)
class MergeResult:
    """The merge of annotators' files into a gold.

    `text` is the gold's new text; `gold` is its path, or None if none was specified. `standing` items were
    already in the gold, `added` items are new, `absent` items are rejected, and `open` items are undecided.
    `left_out` contains a line for each document of an annotator that could not be compared.
    """

    task: str
    strategy: str
    gold: Path | None
    text: str
    annotators: Mapping[str, Path]
    added: int
    standing: int
    absent: int
    open: Sequence[OpenItem]
    left_out: Sequence[str]
    warnings: Sequence[str]
    is_changed: bool
    _decoded: Decoded = field(repr=False)
    _output: OutputFile | None = field(repr=False)
    _items: Callable[[], Sequence[ItemState]] = field(repr=False, compare=False)

    @property
    def items(self) -> Sequence[ItemState]:
        """Return every item of the merged documents with its state, computed lazily."""
        return self._items()

    @property
    def begins_with_mark(self) -> bool:
        """Return whether the gold's file begins with a byte-order mark, which is not part of `text`."""
        return self._decoded.bom

    @property
    def is_done(self) -> bool:
        """Return whether no item is open and no document was omitted."""
        return not self.open and not self.left_out

    @property
    def summary(self) -> str:
        """Return the number of decided and open items, in one line."""
        found = {"added": self.added, "already present": self.standing, "rejected": self.absent}
        counts = ", ".join(f"{count} {what}" for what, count in found.items() if count)
        is_open = quantity(len(self.open), "open item") if self.open else "no open items"
        return f"{self.gold or self.task}: {counts + ', ' if counts else ''}{is_open}"

    @property
    def values(self) -> dict[str, Any]:
        """Return the result as JSON values."""
        return {
            "task": self.task,
            "gold": None if self.gold is None else str(self.gold),
            "strategy": self.strategy,
            "annotators": {name: str(path) for name, path in self.annotators.items()},
            "added": self.added,
            "standing": self.standing,
            "absent": self.absent,
            "open": [item.values for item in self.open],
            "left_out": list(self.left_out),
            "items": [item.values for item in self.items],
        }

    def write(self) -> bool:
        """Write the gold if it changes; return whether it did. Raises KeytallyError if writing fails."""
        if self.gold is None or self._output is None:
            raise KeytallyError("no gold is specified to write to")
        if self.is_changed:
            write_files([(self._output, encoded_text(self.gold, self._decoded, self.text))])
        return self.is_changed


STALE = "the annotations have changed since it was decided"


class _Judged(NamedTuple):
    """The items of a document in the gold, the decisions about them, and their states."""

    gold: GoldItems
    decided: Decided
    state: Callable[[], DocumentState]


class MergeRun:
    """The edits of the gold, the outcome of each item, the open items, and a line for each omitted text."""

    def __init__(self, sources: Sources, merging: Merging) -> None:
        self._sources = sources
        self._merging = merging
        self._edits: list[Edit] = []
        self._added: list[str] = []
        self._last: list[Any] = list(sources.gold.reading.units)[-1:]
        self._states: list[tuple[str, int, Callable[[], DocumentState]]] = []
        self.outcomes: list[Outcome] = []
        self.open: list[OpenItem] = []
        self.left_out: list[str] = []

    @property
    def text(self) -> str:
        """Return the gold's text after the merge."""
        return apply_edits(self._sources.gold.decoded.text, self._edits) + "".join(self._added)

    def merge(self) -> None:
        """Merge every document; leave out a document whose text differs between files.

        Raises KeytallyError if a new gold would be created while annotators' texts differ.
        """
        sources = self._sources
        whole: dict[str, dict[str, Sequence[Any]]] = {}
        for document in sources.documents():
            doing = sources.doing(document)
            if lines := list(altered_texts(sources, document, doing)):
                self.left_out += lines
            else:
                whole[document] = doing
        if self.left_out and sources.is_made_of_annotators:
            advice = (
                "a new gold starts from the annotators' text, which must be "
                "the same in all files; specify the texts"
            )
            raise KeytallyError(*self.left_out, advice)
        for document, doing in whole.items():
            self._merge(document, doing)

    def _merge(self, document: str, doing: Mapping[str, Sequence[Any]]) -> None:
        editor = self._sources.editor
        units = self._sources.gold.reading.documents.units_of(document)
        items = items_of(editor, {name: editor.annotations(units) for name, units in doing.items()})
        annotations = editor.annotations(units)
        judged = self._judged(document, items, annotations)
        merging = self._merging._replace(decided=judged.decided, nothing=self._nothing(doing))
        made = merge_document(editor, items, judged.gold, units or self._last, merging)
        if annotations and any(items.items[number].parent is None for number in made.added):
            known = previous_merge(editor, items, judged.gold, merging)
            judged = self._judged(document, items, annotations, known)
            merging = merging._replace(decided=judged.decided)
            made = merge_document(editor, items, judged.gold, units or self._last, merging)
        self._edit(made.edits, is_new=not units)
        self._states.append((document, len(self.outcomes), judged.state))
        self.outcomes += made.outcomes
        reasons = {**dict.fromkeys(judged.decided.stale, STALE), **made.refused}
        self.open += [self._open(document, items, each, reasons.get(each, "")) for each in made.open]

    def _judged(
        self,
        document: str,
        items: Items,
        annotations: Sequence[Annotation],
        known: Mapping[int, int] = MappingProxyType({}),
    ) -> _Judged:
        """Match the gold's annotations with the items, and return the match with the decisions and the
        states; `known` contains annotations that are already matched.
        """
        decisions = self._sources.decisions.of(document)
        editor, annotators = self._sources.editor, self._sources.annotators
        if not decisions:
            gold = match_gold(editor, items, annotations, Known(known))
            return _Judged(
                gold, Decided(), lambda: state_of(items, gold, claims_in_document(items, ()), annotators)
            )
        told = claims_in_document(items, decisions)
        gold = match_gold(editor, items, annotations, Known(known, told.nothing))
        state = state_of(items, gold, told, annotators)
        return _Judged(gold, state.decided, lambda: state)

    def _nothing(self, doing: Mapping[str, Sequence[Any]]) -> Sequence[Annotation]:
        nothing_said = self._sources.editor.nothing_said
        return () if nothing_said is None else nothing_said(list(doing.values()))

    def _edit(self, edits: Sequence[tuple[Any, Edit]], *, is_new: bool) -> None:
        """Store the edits of a document; the edits of a new document append it to the gold."""
        if is_new and edits:
            self._append("".join(edit.text for _, edit in edits))
        for unit, edit in () if is_new else edits:
            start = self._sources.gold.reading.units.offset_of(unit)
            self._edits.append(Edit(start + edit.start, start + edit.end, edit.text))

    def _append(self, added: str) -> None:
        """Append a document that is not in the gold's text; the next new document follows it."""
        self._added.append(added)
        self._last = [self._sources.adjudication.language(self._sources.evaluation).read(added)]

    def items(self) -> list[ItemState]:
        """Return every item with its state before the merge and its outcome, by document."""
        found: list[ItemState] = []
        for document, first, states in self._states:
            title, state = self._sources.title(document), states()
            outcomes = self.outcomes[first : first + len(state.standings)]
            for number, (standing, outcome) in enumerate(zip(state.standings, outcomes, strict=True)):
                names = title, state.items.items[number].kind, state.items.full_name(number)
                found.append(ItemState(*names, standing.state.value, outcome.value))
        return found

    def _open(self, document: str, items: Items, number: int, reason: str) -> OpenItem:
        item = items.items[number]
        found = [self._variant_places(items, number, variant) for variant in variants(items, number)]
        return OpenItem(self._sources.title(document), item.kind, items.full_name(number), found, reason)

    def _variant_places(self, items: Items, number: int, variant: Variant) -> SaidAt:
        first = example(items, number, variant)
        if first is None:
            return SaidAt(variant.annotators, None, ())
        members = items.items[number].members
        places = tuple(
            (file.shown, file.position(items.annotations[name][members[name]]))
            for name in variant.annotators
            for file in [self._sources.annotators[name]]
        )
        owner = items.annotations[variant.annotators[0]]
        return SaidAt(variant.annotators, _in_words(first, owner), places)


def _in_words(said: Annotation, owner: Sequence[Annotation]) -> str:
    """Return a value on one line, with its text if texts may differ; references show their targets."""
    words = [
        f'-> "{owner[part.target].name}"' if isinstance(part, Reference) else part for part in said.value
    ]
    return " ".join([f'"{said.name}"', *words] if said.extent is not None else words)


UNANIMOUS = "unanimous"


def merge(  # noqa: PLR0913 -- each is a choice of the command line
    task: str,
    files: Sequence[FilePath] | Mapping[str, FilePath],
    *,
    gold: FilePath | None = None,
    strategy: str = UNANIMOUS,
    keep_alternatives: bool = False,
    texts: FilePath | None = None,
    config: FilePath | None = None,
    options: OptionValues | None = None,
    encoding: str | None = None,
    done: Mapping[str, Sequence[str]] | None = None,
    allow: Sequence[FilePath] = (),
    force: bool = False,
) -> MergeResult:
    """Merge annotators' files into a gold, from one file each or from a mapping of names to files.

    Nothing is written until `MergeResult.write`. An existing `gold` keeps its annotations. `strategy` is
    `unanimous`, `majority`, `votes=N` or `union`; items that it does not decide are in `MergeResult.open`.
    `keep_alternatives` writes open items with their alternatives, if the format supports alternatives. `done`
    maps an annotator to the documents that are finished; an annotator without an entry has finished all.
    `force` accepts a `gold` that has no document of the task, or malformed parts.

    Raises KeytallyError if the files cannot be merged.
    """
    check_task(task)
    given = Given(
        task,
        source_of(config),
        None if texts is None else absolute(Path(texts)),
        encoding,
        as_overrides(options or {}),
        as_folders(allow),
    )
    adjudication, warnings = _adjudication_of(_named(files), gold, done or {}, given)
    return merge_adjudication(adjudication, strategy, keep_alternatives, warnings, force=force)


def _adjudication_of(
    files: Mapping[str, Path], gold: FilePath | None, done: Mapping[str, Sequence[str]], given: Given
) -> tuple[Adjudication, Sequence[str]]:
    """Return the adjudication of files by name, with warnings about the settings of the first two files."""
    first, second, *_ = (path for _, path in sorted(files.items()))
    pair, used, warnings = pair_of(first, second, given)
    settings = PairSettings(
        pair.texts, pair.companions, pair.configuration, pair.encoding, dict(used), pair.option_files
    )
    adjudication = Adjudication(
        pair.task,
        None if gold is None else absolute(Path(gold)),
        {name: absolute(path) for name, path in files.items()},
        settings,
        {name: tuple(documents) for name, documents in done.items()},
        settings_reach=pair.settings_reach,
    )
    return adjudication, warnings


def merge_project(  # noqa: PLR0913 -- each is a choice of the command line
    folder: FilePath,
    *,
    task: str | None = None,
    strategy: str = UNANIMOUS,
    keep_alternatives: bool = False,
    allow: Sequence[FilePath] = (),
    force: bool = False,
) -> list[MergeResult]:
    """Merge the files of the `[[adjudication]]` tables of a keytally.toml, of one task or of all.

    Raises KeytallyError if there are no such tables, or if such a table names an unusable file, because the
    majority would change without one of the annotators. Errors in other tables are reported as warnings.
    """
    found = discover(folder, folders_of(Path(folder), as_folders(allow)))
    problems, warnings = annotators_problems(found)
    if problems:
        raise KeytallyError(*problems)
    stated = [each for each in found.adjudications if each.gold is not None and task in (None, each.task)]
    if not stated:
        of = "" if task is None else f" for the task {task}"
        advice = (
            "specify the annotators' files, or declare them in an [[adjudication]] table in keytally.toml"
        )
        raise KeytallyError(*warnings, f"no annotators{of} with a gold are declared here; {advice}")
    results = []
    for number, adjudication in enumerate(stated):
        told = () if number else warnings
        results.append(merge_adjudication(adjudication, strategy, keep_alternatives, told, force=force))
    return results


def _named(files: Sequence[FilePath] | Mapping[str, FilePath]) -> dict[str, Path]:
    """Return the files by annotator name; for a file given without a name, the path is the name."""
    named = files if isinstance(files, Mapping) else {str(file): file for file in files}
    if len(named) < len(files) or len({absolute(Path(file)) for file in named.values()}) < len(named):
        raise KeytallyError("a file is specified twice; each annotator needs a separate file")
    if len(named) < FEWEST:
        raise KeytallyError("specify one file per annotator; a merge needs at least two")
    return {name: Path(file) for name, file in named.items()}


def merge_adjudication(
    adjudication: Adjudication,
    strategy: str,
    keep_alternatives: bool,
    warnings: Sequence[str] = (),
    *,
    force: bool = False,
) -> MergeResult:
    """Merge the files of one adjudication. Raises KeytallyError if the files cannot be merged.

    `force` accepts a gold without a document of the task, or with malformed parts.
    """
    chosen = strategy_named(strategy)
    if chosen is None:
        raise KeytallyError(f"unknown strategy {strategy!r}; use {NAMES}")
    output = None if adjudication.gold is None else _gold_output(adjudication, adjudication.gold)
    sources = read_sources(adjudication, _evaluation(adjudication))
    if not force and (problem := gold_problem(sources)) is not None:
        raise KeytallyError(problem)
    run = MergeRun(sources, Merging(chosen, keep_alternatives))
    run.merge()
    text, count = run.text, Counter(run.outcomes)
    return MergeResult(
        adjudication.task,
        strategy,
        None if adjudication.gold is None else shown_path(adjudication.gold),
        text,
        {name: file.shown for name, file in sources.annotators.items()},
        count[Outcome.ADDED],
        count[Outcome.STANDS],
        count[Outcome.NOTHING],
        run.open,
        run.left_out,
        [*warnings, *sources.decisions.warnings, *missing_documents(sources), *unknown_documents(sources)],
        text != sources.present,
        sources.gold.decoded,
        None if output is None else output._replace(before=sources.before),
        run.items,
    )


def _gold_output(adjudication: Adjudication, gold: Path) -> OutputFile:
    """Return the gold as an output. Raises KeytallyError if a merge may not write to its path."""
    output = output_file(gold, adjudication.reach, str(shown_path(gold)))
    refuse_parts(output, (*adjudication.annotators.values(), *adjudication.settings.files))
    return output


def _evaluation(adjudication: Adjudication) -> Evaluation:
    """Return the evaluation with the settings of an adjudication.

    Raises KeytallyError for a task without annotations to merge.
    """
    settings = adjudication.settings
    given = Settings(
        shown_path(settings.configuration),
        options=list(settings.options.items()),
        companions=companion_texts(settings.companions, adjudication.settings_within),
        within=adjudication.settings_within,
    )
    with readable_settings():
        evaluation = registry.evaluation(adjudication.task, given)
    if not evaluation.can_merge:
        others = ", ".join(task.name for task in registry.tasks().values() if task.annotated)
        raise KeytallyError(f"{adjudication.task} files cannot be merged; tasks that support it: {others}")
    return evaluation
