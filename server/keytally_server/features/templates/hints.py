"""What stands for something that a template file lacks."""

from keytally.evaluations.interface import Level, Mark
from keytally_server.features.templates.here import record_of
from keytally_server.features.templates.titles import title


def hint_label(mark: Mark) -> str | None:
    """A missing object's identifier with the fill that tells it, or a missing fill; None for slots.

    A slot that is missing has missing fills: these are shown.
    """
    if mark.level is Level.SLOT:
        return None
    record = record_of(mark) if mark.level is Level.OBJECT else None
    told = title(record) if record else ""
    return f'{mark.label} "{told}"' if told else mark.label
