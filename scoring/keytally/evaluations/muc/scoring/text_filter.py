"""Text filtering: whether each side decides that a document is relevant to the scenario.

Manual, options `template_name` and `content_name`: a document is relevant if its template object has fills in
the content slot; only the first template object of a document counts.
"""

from collections.abc import Sequence

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject
from keytally.tallies.tally import Tally


def text_filter(
    key: Sequence[MucObject], response: Sequence[MucObject], configuration: Configuration
) -> Tally:
    """One document's tally: correct if both sides decide alike, else incorrect."""
    decisions = (is_relevant(side, configuration) for side in (key, response))
    return Tally(cor=1) if len(set(decisions)) == 1 else Tally(inc=1)


def is_relevant(objects: Sequence[MucObject], configuration: Configuration) -> bool:
    """Whether one side decides that a document is relevant; without a template object it is not."""
    name = configuration.template_name.lower()
    template = next((obj for obj in objects if obj.class_name == name), None)
    slot = None if template is None else template.slots.get(configuration.content_name.lower())
    return slot is not None and any(slot.alternatives)
