"""Labels of inlay hints for objects and fills that a response lacks."""

from keytally.evaluations.interface import Level, Mark
from keytally_server.formats.templates.marked_record import partner_record
from keytally_server.formats.templates.record_titles import title


def hint_label(mark: Mark) -> str | None:
    """A missing object's identifier and title, or a missing fill; None for slots.

    The missing fills of a slot show that the slot is missing.
    """
    if mark.level is Level.SLOT:
        return None
    record = partner_record(mark) if mark.level is Level.OBJECT else None
    name = title(record) if record else ""
    return f'{mark.label} "{name}"' if name else mark.label
