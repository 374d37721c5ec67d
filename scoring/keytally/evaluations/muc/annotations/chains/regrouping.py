"""Computes the links that make one chain of a group of mentions, with as few changes as possible."""

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence

Antecedents = Sequence[int | None]
"""For each mention of a document, the mention that its REF points to."""

Links = dict[int, int | None]
"""The new antecedent of each mention that changes; None if the mention loses its antecedent."""


def regrouped(antecedents: Antecedents, group: Sequence[int], head: int | None = None) -> Links:
    """The changes that make the mentions of `group` a chain of their own.

    `group` is in the order of the text. Links within it stay; the root of each further part gets a link to
    the nearest mention before it. If `head` is given, that mention has no antecedent. Ignores links from
    outside into the group: a caller that forms groups must regroup both sides.
    """
    if not group or (head is None and _is_chain(antecedents, group)):
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


def _is_chain(antecedents: Antecedents, group: Sequence[int]) -> bool:
    """Whether the first mention has no antecedent, and each other one has one before it in the group."""
    seen: set[int] = set()
    for mention in group:
        antecedent = antecedents[mention]
        if antecedent not in seen if seen else antecedent is not None:
            return False
        seen.add(mention)
    return True


class _Part:
    """Mentions that links already join, and the one mention whose link can change freely."""

    def __init__(self, antecedents: Antecedents, members: Sequence[int], head: int | None) -> None:
        self.members = members
        self.root = self._root(antecedents, members[0], head)

    def _root(self, antecedents: Antecedents, mention: int, head: int | None) -> int:
        """The mention whose link leaves the part, or one mention of a cycle of links."""
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
    """The parts of a group that links within the group join, each part in order."""
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
