"""What pairs of templates have right, by role, and the counts that this makes."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from keytally.measures.templates.compared import Mentions, Templates
from keytally.measures.templates.counts import Counts, RoleCounts

Hits = Mapping[str, tuple[int, int]]
"""What a pair of templates has right in the response, and what it finds of the key, by role."""

Sizes = Mapping[str, int]
"""The size of each role of a side."""


def in_all(hits: Hits) -> tuple[int, int]:
    """What is right and what is found over all roles."""
    right = found = 0
    for of_role in hits.values():
        right += of_role[0]
        found += of_role[1]
    return right, found


def sizes(templates: Templates, size: Callable[[Sequence[Mentions]], int]) -> dict[str, int]:
    """The size of each role over templates, given that of the entities of a role."""
    found: dict[str, int] = {}
    for template in templates:
        for role, entities in template.roles.items():
            found[role] = found.get(role, 0) + (size(entities) if entities else 0)
    return found


def counted(pairs: Iterable[Hits], gold: Sizes, proposed: Sizes) -> RoleCounts:
    """The counts of each role of either side, where pairs of templates have hits."""
    right, found = dict.fromkeys(gold, 0), dict.fromkeys(gold, 0)
    for hits in pairs:
        for role, (mine, its) in hits.items():
            right[role] += mine
            found[role] += its
    counts = {role: Counts(right[role], proposed.get(role, 0), found[role], gold[role]) for role in gold}
    for role, size in proposed.items():
        if role not in counts:
            counts[role] = Counts(0, size, 0, 0)
    return counts
