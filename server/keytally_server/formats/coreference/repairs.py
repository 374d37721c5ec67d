"""Likely repairs of a REF that names no mention of its document."""

from collections.abc import Iterator
from itertools import islice

from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally.evaluations.muc.rules.sgml_attributes import removal
from keytally.findings.finding import Edit, Finding
from keytally.findings.table.coreference import DANGLING_REF
from keytally_server.answers.quick_fix import Repair
from keytally_server.formats.coreference.chain_cursor import ChainCursor
from keytally_server.formats.coreference.key_chains import chain_in_key
from keytally_server.formats.sgml.element_lookup import tag_at
from keytally_server.wording.quoted import quoted

MOST_TARGETS = 4


def link_repairs(cursor: ChainCursor, finding: Finding) -> Iterator[Repair]:
    """Point the REF at a mention of the chain in the key, of equal words, or near it; or remove it."""
    if finding.rule.name != DANGLING_REF.name:
        return
    chains, own = cursor.chains, cursor.mention
    tag = tag_at(cursor.unit, finding.start)
    attribute = tag.attribute(cursor.syntax.reference) if tag else None
    if own is None or tag is None or attribute is None:
        return
    advised = set(chain_in_key(cursor, own))
    for target in islice(_targets(cursor, own, advised), MOST_TARGETS):
        name = chains.attributes[target].identifier
        edits = (Edit(finding.start, finding.end, name),)
        is_advised = chains.chain_of[target] in advised
        yield Repair(f'change it to "{name}", {quoted(chains.text(target))}', edits, is_advised)
    edit = removal(cursor.unit.text[tag.start : tag.end], attribute)
    yield Repair("remove REF", (Edit(tag.start + edit.start, tag.start + edit.end, ""),))


def _targets(cursor: ChainCursor, own: int, advised: set[int]) -> Iterator[int]:
    """Other mentions with IDs: the key's chain first, then equal words, then the nearest before."""
    chains = cursor.chains
    text, start = chains.text(own).lower(), chains.starts[own]

    def order(mention: int) -> tuple[bool, bool, bool, int]:
        place = chains.starts[mention]
        differs = chains.text(mention).lower() != text
        return chains.chain_of[mention] not in advised, differs, place > start, abs(start - place)

    others = (each for each in range(len(chains)) if each != own and _is_first(chains, each))
    return iter(sorted(others, key=order))


def _is_first(chains: Chains, mention: int) -> bool:
    """Whether a REF can point to a mention: it has an ID, and is the first that has it."""
    identifier = chains.attributes[mention].identifier
    return bool(identifier) and chains.mention_of(identifier) == mention
