"""Which links tie a group of mentions into one chain, with as few changes as there can be."""

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence

Antecedents = Sequence[int | None]
"""For each mention of a document the one that its REF points to."""

Links = dict[int, int | None]
"""New antecedents of those mentions that get one, or (None) lose theirs."""


def regrouped(antecedents: Antecedents, group: Sequence[int], head: int | None = None) -> Links:
    """The changes after which the mentions of `group` are a chain of their own.

    `group` is in the order of the text. Links within it stay; what they leave apart is tied to the nearest
    mention before it. With `head` that mention is the one without an antecedent. Links from outside into
    the group are not looked at: whoever makes groups regroups both.
    """
    if not group:
        return {}
    parts = [_Part(antecedents, part, head) for part in _parts(antecedents, group)]
    parts.sort(key=lambda part: (head not in part.members, part.members[0]))
    first = parts[0]
    changes: Links = {}
    if antecedents[first.root] is not None and antecedents[first.root] not in first.members:
        changes[first.root] = None
    if head is not None and first.root != head:
        changes |= {head: None, first.root: head}
    elif head is not None and antecedents[head] is not None:
        changes[head] = None
    joined = sorted(first.members)
    for part in parts[1:]:
        before = bisect_left(joined, part.root)
        changes[part.root] = joined[max(before - 1, 0)]
        for member in part.members:
            insort(joined, member)
    return changes


class _Part:
    """Mentions that are tied together already, and the one among them whose link can be changed freely."""

    def __init__(self, antecedents: Antecedents, members: Sequence[int], head: int | None) -> None:
        self.members = members
        self.root = self._root(antecedents, members[0], head)

    def _root(self, antecedents: Antecedents, mention: int, head: int | None) -> int:
        """Where the links lead: the mention whose link leaves the part, else one of a circle of links."""
        inside = set(self.members)
        walked = {mention: None}
        following = antecedents[mention]
        while following is not None and following in inside and following not in walked:
            walked[following] = None
            mention, following = following, antecedents[following]
        if following is None or following not in inside:
            return mention
        path = list(walked)
        circle = path[path.index(following) :]
        return head if head is not None and head in circle else min(circle)


def _parts(antecedents: Antecedents, group: Sequence[int]) -> Iterator[list[int]]:
    """The mentions of a group by what the links within the group tie together, each part in order."""
    inside = set(group)
    neighbours: dict[int, list[int]] = {mention: [] for mention in group}
    for mention in group:
        antecedent = antecedents[mention]
        if antecedent is not None and antecedent in inside:
            neighbours[mention].append(antecedent)
            neighbours[antecedent].append(mention)
    seen: set[int] = set()
    for mention in group:
        if mention not in seen:
            part = _reached(neighbours, mention)
            seen |= part
            yield sorted(part)


def _reached(neighbours: dict[int, list[int]], mention: int) -> set[int]:
    found, waiting = {mention}, [mention]
    while waiting:
        for each in neighbours[waiting.pop()]:
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found
