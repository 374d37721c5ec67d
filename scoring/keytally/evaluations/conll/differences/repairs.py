"""The edits of a response by which its chains are those of the key, as far as differences are repaired."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from keytally.evaluations.annotated import Rewriting
from keytally.evaluations.classified import Difference
from keytally.evaluations.conll.annotations.chain_edits import Changes, NewMention, edits_of, new_names
from keytally.evaluations.conll.differences.cells import cells_of
from keytally.evaluations.conll.differences.chains import Subject, Units
from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.model import Mention
from keytally.evaluations.conll.scoring.comparison import ComparedChains
from keytally.findings.edits import Edits
from keytally.findings.finding import Edit
from keytally.measures.chains.cells import Cells
from keytally.measures.chains.differences import ChainDifference
from keytally.measures.chains.regrouped import Node, regrouped
from keytally.measures.chains.repairs import repairs_of

LACKS_DOCUMENT = "the response lacks the document"
OTHER_TEXT = "the response has other tokens there"
UNTOLD = "the format cannot tell such chains"

Named = Mapping[int, ChainDifference]
"""Differences by their index."""

Compare = Callable[[DocumentUnit | None, DocumentUnit | None], ComparedChains]


def repair(differences: Sequence[Difference], compare: Compare) -> Rewriting:
    """The edits of a document (keytally.evaluations.classified.ClassifiesDifferences)."""
    by_units = defaultdict[Units, dict[int, ChainDifference]](dict)
    for number, difference in enumerate(differences):
        subject: Subject = difference.subject
        by_units[subject.units][number] = subject.found
    edits: list[tuple[DocumentUnit, Edit]] = []
    refused: dict[int, str] = {}
    for units, own in by_units.items():
        if units.key is None or units.response is None:
            refused |= dict.fromkeys(own, LACKS_DOCUMENT)
        else:
            plan = _Repairing(units.key, units.response, compare(units.key, units.response))
            edits += ((units.response, edit) for edit in plan.edits(own, refused))
    return Rewriting(edits, refused)


class _Repairing:
    """Repairs the differences of one document."""

    def __init__(self, key: DocumentUnit, response: DocumentUnit, compared: ComparedChains) -> None:
        self._key = key
        self._response = response
        self._compared = compared
        self._cells: Cells = cells_of(compared)
        scored = {each.mention for each in compared.response.mentions}
        present = (mention for chain in compared.response.chains for mention in chain.mentions)
        self._unscored = {tuple(each.words): each for each in present if each not in scored}

    def edits(self, differences: Named, refused: dict[int, str]) -> Edits:
        """The edits; where not all can be made, those of the ones that can be, one after the other."""
        sound: dict[int, ChainDifference] = {}
        for number, each in differences.items():
            if all(map(self._has_tokens, each.key)):
                sound[number] = each
            else:
                refused[number] = OTHER_TEXT
        made = self._made(sound)
        if made is not None:
            return made
        kept: dict[int, ChainDifference] = {}
        for number, each in sound.items():
            if self._made({**kept, number: each}) is None:
                refused[number] = UNTOLD
            else:
                kept[number] = each
        return self._made(kept) or ()

    def _has_tokens(self, mention: int) -> bool:
        """Whether the response has the tokens of a mention of the key."""
        words = self._compared.key.mentions[mention].mention.words
        return self._response.tokens_at(words) == self._key.tokens_at(words)

    def _made(self, differences: Named) -> Edits | None:
        _, repairs = repairs_of(self._cells, differences)
        return edits_of(self._response, self._changes(regrouped(self._cells, repairs)))

    def _changes(self, groups: Sequence[Sequence[Node]]) -> Changes:
        """The changes that make the groups the chains of the response."""
        mentions = self._compared.response.mentions
        moved: list[tuple[Mention, str]] = []
        added: list[NewMention] = []
        kept = {node.response for group in groups for node in group if node.key is None}
        removed = [each.mention for number, each in enumerate(mentions) if number not in kept]
        for group, name in zip(groups, self._names(groups), strict=True):
            for node in group:
                if node.key is not None:
                    words = self._compared.key.mentions[node.key].mention.words
                    present = self._unscored.get(tuple(words))
                    if present is None:
                        added.append(NewMention(tuple(words), name))
                    else:
                        moved.append((present, name))
                elif node.response is not None and self._name(node.response) != name:
                    moved.append((mentions[node.response].mention, name))
        return Changes(removed, moved, added)

    def _name(self, mention: int) -> str:
        """The name of a mention's chain in the response."""
        return self._compared.response.chains[self._compared.response.mentions[mention].chain].name

    def _names(self, groups: Sequence[Sequence[Node]]) -> Iterator[str]:
        """A name for each group: that of most of its mentions, where no larger part of a chain has it."""
        present = [[each.response for each in group if each.response is not None] for group in groups]
        votes = [Counter(map(self._name, group)) for group in present]
        given: dict[int, str] = {}
        ranked = sorted(
            (-count, number, name) for number, vote in enumerate(votes) for name, count in vote.items()
        )
        for _, number, name in ranked:
            if number not in given and name not in given.values():
                given[number] = name
        fresh = new_names(self._response.read())
        return (given[number] if number in given else next(fresh) for number in range(len(groups)))
