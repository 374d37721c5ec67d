"""The presenter of templates as JSON: the units' own presentation, the map of templates, and names."""

from collections.abc import Iterable

from keytally_server.answers.completion import Completion
from keytally_server.answers.hover import Hover
from keytally_server.formats.presented.presenter import PresentedUnitPresenter
from keytally_server.formats.template_json.completion import name_completions
from keytally_server.formats.template_json.hover import template_hover
from keytally_server.session.snapshot import Snapshot, UnitAt


class TemplateJsonPresenter(PresentedUnitPresenter):
    """Presents templates and entities: verdicts, partners, and the names of roles and types."""

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """The verdicts at a place; on a type also the template's partner and the next best one."""
        return template_hover(snapshot, at)

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """Types and roles, in the string of a type and of a role's name."""
        return name_completions(snapshot, at)
