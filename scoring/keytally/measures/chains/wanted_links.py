"""Which mentions are in one chain after changes: by the links that stay and those that change."""

from collections.abc import Mapping

Node = int
"""A mention of the gold, or a new one, by its place in the order of the text."""


def groups(links: Mapping[Node, Node | None], gone: set[Node]) -> list[list[Node]]:
    """The chains of all mentions that are not gone, each in the order of the text.

    A link to a mention that is gone leads on to what that one was linked to.
    """
    parents = {node: node for node in links if node not in gone}
    for node in sorted(parents):
        target = led_on(links, links[node], gone)
        if target is not None:
            some, other = sorted((root_of(parents, node), root_of(parents, target)))
            parents[other] = some
    found: dict[Node, list[Node]] = {}
    for node in sorted(parents):
        found.setdefault(root_of(parents, node), []).append(node)
    return list(found.values())


def led_on(links: Mapping[Node, Node | None], target: Node | None, gone: set[Node]) -> Node | None:
    """The mention that a link means: the target, or the first one behind it that is not gone."""
    seen: set[Node] = set()
    while target is not None and target in gone:
        if target in seen:
            return None
        seen.add(target)
        target = links[target]
    return target


def root_of(parents: dict[Node, Node], node: Node) -> Node:
    """The node that stands for all that are joined with one."""
    while parents[node] != node:
        parents[node] = node = parents[parents[node]]
    return node
