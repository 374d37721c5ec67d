"""The mentions and chains that the gold is to have in a document, and the changes of brackets for them."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from keytally.evaluations.annotated import Annotation, Change
from keytally.evaluations.conll.annotations.chain_edits import Changes, NewMention, names_in, new_names
from keytally.evaluations.conll.annotations.mentions import (
    chain_of,
    fields_of,
    listed_in,
    mention_of,
    said_fields,
    stretches_of,
    words_at,
)
from keytally.evaluations.conll.annotations.spelling import bracket_of
from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.model import Mention
from keytally.measures.chains.wanted_links import groups

Node = int
"""A mention by its place in the order of the text, new ones and those that go away among them."""


class GoldMention(NamedTuple):
    """A mention of the gold: its number among those that the gold has, and what it is to be.

    `change` is the number of the change that concerns it. A new one has no number; one that goes away has a
    change and is not wanted.
    """

    words: tuple[int, ...]
    present: int | None
    change: int | None
    wanted: Annotation | None
    is_gone: bool = False


class GoldChains:
    """A document after some changes, which are given with their numbers; `own` are all that concern it.

    Those of `own` that are not `accepted` are not made.
    """

    def __init__(
        self, unit: DocumentUnit, changes: Sequence[Change], own: Sequence[int], accepted: Collection[int]
    ) -> None:
        self._unit = unit
        self._listed = listed_in(unit)
        self._before = self._listed.before()
        self._changes = changes
        self._accepted = accepted
        self._mentions = sorted([*self._old(own), *self._added(own)], key=_in_text)

    def changes(self) -> Changes:
        """The changes of brackets."""
        chains = self._chains()
        removed = [self._own(each) for each in self._mentions if each.is_gone and each.present is not None]
        removed += self._repeated()
        moved: list[tuple[Mention, str]] = []
        added: list[NewMention] = []
        for chain, name in zip(chains, self._names(chains), strict=True):
            for each in (self._mentions[node] for node in chain):
                if each.wanted is not None and self._is_rewritten(each, each.wanted):
                    removed += [] if each.present is None else [self._own(each)]
                    added.append(NewMention(each.words, name, bracket_of(each.wanted, self._unit)))
                elif self._chain(each) != name:
                    moved.append((self._own(each), name))
        return Changes(removed, moved, added, keeps_types=True)

    def _repeated(self) -> Iterator[Mention]:
        """The other mentions of the words of those that change."""
        for each in self._mentions:
            if each.present is not None and each.change in self._accepted:
                yield from self._listed.repeated.get(each.present, ())

    def _old(self, own: Sequence[int]) -> Iterator[GoldMention]:
        """The mentions of the gold."""
        present = ((at, self._changes[at].present) for at in own)
        change_of = {self._number(said): at for at, said in present if said is not None}
        for number, each in enumerate(self._listed.mentions):
            at = change_of.get(number)
            words, wanted, is_made = tuple(each.mention.words), None, at in self._accepted
            if at is not None and is_made and (wanted := self._changes[at].wanted) is not None:
                words = wanted_words(self._unit, wanted)
            yield GoldMention(words, number, at, wanted, is_made and wanted is None)

    def _added(self, own: Sequence[int]) -> Iterator[GoldMention]:
        """The new mentions, those whose changes are not made among them."""
        for at in own:
            present, wanted, *_ = self._changes[at]
            if present is None and wanted is not None:
                yield GoldMention(
                    wanted_words(self._unit, wanted), None, at, wanted, at not in self._accepted
                )

    def _chains(self) -> list[list[Node]]:
        gone = {node for node, each in enumerate(self._mentions) if each.is_gone}
        return groups({node: self._link(each) for node, each in enumerate(self._mentions)}, gone)

    @cached_property
    def _node_of_present(self) -> Mapping[int, Node]:
        return {each.present: at for at, each in enumerate(self._mentions) if each.present is not None}

    @cached_property
    def _node_of_change(self) -> Mapping[int, Node]:
        return {each.change: at for at, each in enumerate(self._mentions) if each.change is not None}

    def _link(self, each: GoldMention) -> Node | None:
        """The mention that one is linked to: the one before it in its chain, or as its change wants."""
        if each.wanted is None or each.change is None:
            before = None if each.present is None else self._before[each.present]
            return None if before is None else self._node_of_present[before]
        target = next(iter(self._changes[each.change].targets), None)
        if isinstance(target, int):
            return self._node_of_change.get(target)
        known = target is not None and target.unit is self._unit
        return self._node_of_present[self._number(target)] if target is not None and known else None

    def _number(self, said: Annotation) -> int:
        """The number of one of the gold's annotations among its mentions."""
        return self._listed.number_of[stretches_of(said)]

    def _own(self, each: GoldMention) -> Mention:
        assert each.present is not None, "it is one of the gold's"
        return self._listed.mentions[each.present].mention

    def _chain(self, each: GoldMention) -> str | None:
        """The name of a mention's chain in the gold; None for a new one."""
        if each.present is None:
            return None
        return self._unit.read().chains[self._listed.mentions[each.present].chain].name

    def _is_rewritten(self, each: GoldMention, wanted: Annotation) -> bool:
        """Whether a wanted mention is new, or has other words or fields than the gold's."""
        if each.present is None:
            return True
        own = self._own(each)
        return tuple(own.words) != each.words or fields_of(self._unit, own) != said_fields(wanted)

    def _names(self, chains: Sequence[Sequence[Node]]) -> Iterator[str]:
        """The name of each chain: that of most of its mentions, in the gold, then in annotators' files."""
        read = self._unit.read()
        given: dict[int, str] = {}
        _give(given, [[self._chain(self._mentions[node]) for node in chain] for chain in chains])
        of_files = [[self._chain_in_file(self._mentions[node]) for node in chain] for chain in chains]
        _give(given, of_files, names_in(read))
        fresh = (name for name in new_names(read) if name not in given.values())
        return (given[number] if number in given else next(fresh) for number in range(len(chains)))

    def _chain_in_file(self, each: GoldMention) -> str | None:
        wanted = each.wanted
        return None if wanted is None or wanted.unit is None else chain_of(wanted)


def _give(given: dict[int, str], names: Sequence[Sequence[str | None]], taken: Collection[str] = ()) -> None:
    """Give each chain that has no name the most frequent one of its mentions, which no larger chain has."""
    ranked = sorted(
        (-count, number, name)
        for number, some in enumerate(names)
        for name, count in Counter(filter(None, some)).items()
    )
    used = {*given.values(), *taken}
    for _, number, name in ranked:
        if number not in given and name not in used:
            given[number] = name
            used.add(name)


def _in_text(each: GoldMention) -> tuple[int, int, int]:
    return each.words[0], -each.words[-1], -1 if each.present is not None else each.change or 0


def wanted_words(unit: DocumentUnit, wanted: Annotation) -> tuple[int, ...]:
    """The words of a wanted mention; those of a document of the gold where no file says it."""
    if wanted.unit is None:
        return words_at(unit, stretches_of(wanted))
    return tuple(mention_of(wanted).words)
