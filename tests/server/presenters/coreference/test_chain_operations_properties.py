"""Whatever the links, an operation makes the chains that it says, and nothing else."""

import re
from collections import Counter
from collections.abc import Iterable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.muc.annotations.chain_edits import regroup_links
from keytally_server.answers import CodeAction, CodeActionKind, combined
from keytally_server.requests.code_actions import code_actions
from keytally_server.session.snapshot import Snapshot
from tests.server.chain_desk import chains_in, response
from tests.server.desk import FOOT, HEAD, applied

Partition = set[frozenset[int]]

links = st.lists(st.one_of(st.none(), st.integers(0, 7)), min_size=1, max_size=8)


def partition(antecedents: list[int | None], members: Iterable[int]) -> Partition:
    """The classes of mentions, joined one link after the other."""
    classes = {member: {member} for member in members}
    for member, antecedent in enumerate(antecedents):
        if antecedent in classes and member in classes and classes[antecedent] is not classes[member]:
            merged = classes[antecedent] | classes[member]
            for each in merged:
                classes[each] = merged
    return {frozenset(each) for each in classes.values()}


@given(links, st.randoms(use_true_random=False), st.booleans())
def test_any_groups_can_be_made_of_any_links(
    drawn: list[int | None], random: Random, with_head: bool
) -> None:
    antecedents = [None if each is None or each >= len(drawn) else each for each in drawn]
    left = [mention for mention in range(len(drawn)) if random.random() < 0.5]
    right = [mention for mention in range(len(drawn)) if mention not in left]
    head = random.choice(left) if left and with_head else None
    changes = regroup_links(antecedents, left, head) | regroup_links(antecedents, right)
    after = [changes.get(mention, antecedent) for mention, antecedent in enumerate(antecedents)]
    assert partition(after, range(len(drawn))) == {frozenset(each) for each in (left, right) if each}
    assert all(changes[mention] != antecedents[mention] for mention in changes)
    if head is not None:
        assert after[head] is None


@given(links)
def test_a_chain_that_is_whole_is_left_as_it_is(drawn: list[int | None]) -> None:
    antecedents = [None if each is None or each >= len(drawn) else each for each in drawn]
    for members in partition(antecedents, range(len(drawn))):
        assert regroup_links(antecedents, sorted(members)) == {}


tags = st.lists(
    st.tuples(st.sampled_from(["", "1", "2", "3", "4"]), st.sampled_from(["", "1", "2", "3", "4", "9"])),
    min_size=1,
    max_size=6,
)


@settings(max_examples=60)
@given(tags, st.integers(0, 5))
def test_every_operation_does_to_the_classes_what_it_says(drawn: list[tuple[str, str]], at: int) -> None:
    at = min(at, len(drawn) - 1)
    mentions = [
        f"[{name}{'>' if to else ''}{to} {'‸' * (place == at)}w{place}]"
        for place, (name, to) in enumerate(drawn)
    ]
    desk = response(" ".join(mentions) + "\n")
    before = members_of(desk.snapshot, desk.text)
    own = next(each for each in before if at in each)
    for action in code_actions(desk.snapshot, desk.start, desk.end, None):
        after_text = applied(desk.text, combined(action))
        after = members_of(desk.snapshot, after_text)
        wanted = expected(action, before, own, at)
        if wanted is not None:
            assert after in wanted, action.title


@settings(max_examples=60)
@given(tags, tags, st.integers(0, 5))
def test_no_operation_leaves_a_ref_to_nothing(
    drawn: list[tuple[str, str]], outside: list[tuple[str, str]], at: int
) -> None:
    """IDs are of the whole document, so that REFs from outside the sections count as well."""
    at = min(at, len(drawn) - 1)

    def spelt(tag: tuple[str, str], text: str) -> str:
        return f"[{tag[0]}{'>' if tag[1] else ''}{tag[1]} {text}]"

    inside = " ".join(spelt(tag, f"{'‸' * (place == at)}w{place}") for place, tag in enumerate(drawn))
    others = " ".join(spelt(tag, f"w{len(drawn) + place}") for place, tag in enumerate(outside))
    desk = response(f"{inside}\n</TXT>\n<SO> {others} </SO>\n<TXT>\n")
    before = dangling(desk.text)
    for action in code_actions(desk.snapshot, desk.start, desk.end, None):
        assert dangling(applied(desk.text, combined(action))) <= before, action.title


def dangling(text: str) -> Counter[str]:
    """The REFs that name no ID of the text."""
    names = set(re.findall(r'\bID="(\w+)"', text))
    return Counter(name for name in re.findall(r'\bREF="(\w+)"', text) if name not in names)


def members_of(snapshot: Snapshot, text: str) -> Partition:
    """The classes by the numbers that stand in the mentions' texts."""
    chains = chains_in(snapshot, text.removeprefix(HEAD).removesuffix(FOOT))
    return {
        frozenset(int(chains.text(mention).removeprefix("w")) for mention in members)
        for members in chains.members
    }


def expected(action: CodeAction, before: Partition, own: frozenset[int], at: int) -> list[Partition] | None:
    """The partitions that an operation may lead to; None for one that is not about chains."""
    others = before - {own}
    alone = frozenset({at})
    rest = {own - alone} - {frozenset()}
    if action.kind is CodeActionKind.SPLIT_CHAIN:
        parts = (frozenset(each for each in own if each < at), frozenset(each for each in own if each >= at))
        return [others | set(parts)]
    if action.kind is CodeActionKind.MAKE_FIRST:
        return [before]
    if action.kind is CodeActionKind.REMOVE_MENTION:
        return [others | rest]
    if action.kind is CodeActionKind.MERGE_CHAINS:
        return [(others - {other}) | {own | other} for other in others]
    if action.kind is CodeActionKind.MOVE_MENTION:
        parted = [others | rest | {alone}]
        return parted + [(others - {other}) | rest | {other | alone} for other in others]
    return None
