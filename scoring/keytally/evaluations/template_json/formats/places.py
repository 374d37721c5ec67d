"""Where records lack something, and what an entity is called."""

from keytally.evaluations.template_json.formats.records import Place
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.model import Entity, Template

_LONGEST = 40


def words_of(entity: Entity) -> str:
    """The first mention of an entity on one line, cut where it is long."""
    return short(entity.mentions[0].text)


def short(text: str) -> str:
    """A text on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}\N{HORIZONTAL ELLIPSIS}"


def behind_name(unit: RecordUnit | None) -> Place:
    """Behind the name of the document."""
    end = unit.record().name_end if unit else 0
    return end, end


def gap_of(unit: RecordUnit | None, template: Template | None, role: str) -> Place:
    """Where a missing entity belongs: behind the opening bracket of its role, else behind the template's."""
    if template is None:
        return behind_name(unit)
    found = template.role(role)
    start = found.start if found else template.start
    end = found.end if found else template.end
    place = min(start + 1, end)
    return place, place
