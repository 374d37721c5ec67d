"""Code actions: quick fixes, edits of annotations, and decisions of an adjudication."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from lsprotocol import types

from keytally.engine.findings import Located
from keytally.findings.finding import Edit
from keytally.runs.check import compatible_fixes
from keytally_server.answers import CHAIN_KINDS, CodeAction
from keytally_server.cursor import whole_clusters
from keytally_server.presenters.presenter import presenter_of
from keytally_server.presenters.safe_fixes import QuickFix
from keytally_server.protocol.edits import adjudicating_edit, confirmed_edit, done_edit, workspace_edit
from keytally_server.protocol.messages import ADJUDICATE, ANNOTATE, DONE, FIX_ALL, REPAIR
from keytally_server.protocol.server import KeytallyServer
from keytally_server.requests.adjudication_actions import adjudicating
from keytally_server.requests.code_lenses import marking_done
from keytally_server.requests.errors import repairs_at
from keytally_server.session.session import project_text
from keytally_server.session.snapshot import Snapshot, UnitAt

MOST_CHOICES = 5


def code_actions(
    snapshot: Snapshot, start: int, end: int, most_choices: int | None = MOST_CHOICES
) -> list[CodeAction]:
    """Return the code actions for the selection from `start` to `end`, or for the element around it.

    Actions based on the key come first, and one of them is preferred. If an action has many possible targets,
    it is returned for each of the `most_choices` likeliest targets; None means every target. For a selection
    that spans several units, the actions for its part in the first unit are returned. A selection that cuts
    an emoji, or any other grapheme cluster, is extended to include the whole cluster.
    """
    at = snapshot.unit_at(start)
    presenter = presenter_of(snapshot.reading.language)
    unit_end = min(at.place + end - start, len(at.unit.text))
    first, unit_end = whole_clusters(at.unit.text, at.place, unit_end)
    at = at._replace(place=first)
    found = presenter.code_actions(snapshot, at, unit_end, most_choices)
    return list(_with_one_preferred(action.moved(at.offset) for action in found))


def _with_one_preferred(actions: Iterable[CodeAction]) -> Iterator[CodeAction]:
    """Yield the actions; only the first preferred one stays preferred."""
    is_first = True
    for action in actions:
        yield action._replace(is_preferred=is_first and action.is_preferred)
        is_first = is_first and not action.is_preferred


def quick_fixes(snapshot: Snapshot, start: int, end: int) -> Iterator[QuickFix]:
    """Yield the fixes of the findings that touch the range from `start` to `end`, and likely repairs."""
    line = 0
    for unit, offset in snapshot.reading.units.between(start, end):
        for finding in snapshot.reading.findings.of(unit):
            located = Located(finding, unit, offset, line)
            if located.start <= end and located.end >= start:
                yield from _fixes([located])
                yield from _repairs(snapshot, located)


def all_fixes(snapshot: Snapshot) -> tuple[Edit, ...]:
    """Return the edits of every fix of the file, in order; if fixes touch each other, only the first is
    included.
    """
    edits = (edit for fix in compatible_fixes(snapshot.reading.findings) for edit in fix)
    return tuple(sorted(edits, key=lambda edit: (edit.start, edit.end)))


def _fixes(findings: Iterable[Located]) -> Iterator[QuickFix]:
    for located in findings:
        title = located.finding.fix_title
        if title is not None:
            yield QuickFix(located, _title(title), _moved(located.finding.edits, located.offset))


def _repairs(snapshot: Snapshot, located: Located) -> Iterator[QuickFix]:
    """Yield additional fixes of a finding; none of them is preferred if the finding has a fix of its own."""
    presenter = presenter_of(snapshot.reading.language)
    at = UnitAt(located.unit, located.offset, located.finding.start)
    for repair in presenter.repairs(snapshot, at, located.finding):
        is_preferred = repair.is_preferred and located.finding.fix_title is None
        yield QuickFix(located, _title(repair.title), repair.edits, is_preferred)


def _title(title: str) -> str:
    return title[:1].upper() + title[1:]


def _moved(edits: Sequence[Edit], offset: int) -> tuple[Edit, ...]:
    ordered = sorted(edits, key=lambda edit: edit.start)
    return tuple(Edit(edit.start + offset, edit.end + offset, edit.text) for edit in ordered)


LARGEST_OFFERED = 50_000
"""The maximum length of a file, in code points, for which decisions on a whole gold and fixes are offered
automatically.
"""


def answer_code_actions(
    server: KeytallyServer, snapshot: Snapshot, params: types.CodeActionParams
) -> list[types.CodeAction]:
    """Return the code actions for a selection; empty for a file that was decoded with a wrong encoding."""
    if server.session.misread(snapshot.path) is not None:
        return []
    start, end = server.offsets(snapshot, params.range)
    return list(_offered(server, snapshot, params.context, start, end))


def _offered(
    server: KeytallyServer, snapshot: Snapshot, context: types.CodeActionContext, start: int, end: int
) -> Iterator[types.CodeAction]:
    if _is_wanted(context, types.CodeActionKind.QuickFix.value):
        for fix in quick_fixes(snapshot, start, end):
            action = _action(server, snapshot, fix.title, types.CodeActionKind.QuickFix.value, fix.edits)
            action.is_preferred = fix.is_preferred
            action.diagnostics = _about(context, fix.located.finding.rule.name)
            yield action
    if _is_wanted(context, FIX_ALL) and (edits := all_fixes(snapshot)):
        yield _action(server, snapshot, "Apply all safe fixes", FIX_ALL, edits)
    decisions = list(_adjudicating(server, snapshot, context, start, end))
    yield from decisions
    if _is_wanted(context, ANNOTATE):
        for action in _annotating(server, snapshot, context, start, end):
            if any(decision.is_preferred for decision in decisions):
                action.is_preferred = None
            yield action
    is_asked = context.trigger_kind is not types.CodeActionTriggerKind.Automatic
    if is_asked and _is_wanted(context, DONE):
        yield from _marking(server, snapshot, start)
    if is_asked and _is_wanted(context, REPAIR):
        yield from _repairing(server, snapshot, context, start, end)


def _repairing(
    server: KeytallyServer, snapshot: Snapshot, context: types.CodeActionContext, start: int, end: int
) -> Iterator[types.CodeAction]:
    """Yield the fixes of differences at a position, with the gain of each fix."""
    is_asked_for = any(_kind_of(only) == REPAIR for only in context.only or ())
    is_quick = is_asked_for or len(snapshot.buffer) <= LARGEST_OFFERED
    kept = server.session.gains.of(snapshot.pair) if is_quick and snapshot.pair is not None else None
    for each in repairs_at(snapshot, kept, start, end) if kept is not None else ():
        changed = server.session.snapshot(each.path)
        if changed is not None:
            yield _action(server, changed, each.title, REPAIR, each.edits)


def _marking(server: KeytallyServer, snapshot: Snapshot, place: int) -> Iterator[types.CodeAction]:
    """Yield the action that marks the document at a position in an annotator's file as done or as not
    done.
    """
    file = server.session.annotators_files.of(snapshot.path, snapshot.reading)
    found = marking_done(snapshot, file, place, partial(project_text, server.session))
    if found is not None:
        yield types.CodeAction(found.title, kind=DONE, edit=done_edit(server, snapshot, found))


def _adjudicating(
    server: KeytallyServer, snapshot: Snapshot, context: types.CodeActionContext, start: int, end: int
) -> Iterator[types.CodeAction]:
    """Yield the possible decisions in a gold; if only the cursor has moved, only decisions on the current
    item.
    """
    followed = snapshot.adjudication
    is_asked = context.trigger_kind is not types.CodeActionTriggerKind.Automatic
    is_narrow = any(_kind_of(only).startswith(ADJUDICATE) for only in context.only or ())
    is_quick = is_narrow or len(snapshot.buffer) <= LARGEST_OFFERED

    def wants(kind: str) -> bool:
        is_of_item = kind in ("none", "own") or kind.isdecimal()
        is_of_file = kind.endswith(".file")
        is_offered = is_of_item or (is_asked and (is_quick or not is_of_file))
        return is_offered and _is_wanted(context, f"{ADJUDICATE}.{kind}")

    for each in adjudicating(snapshot, start, end, wants) if followed is not None else ():
        edit = adjudicating_edit(server, followed, each) if followed is not None else None
        if edit is not None:
            kind = f"{ADJUDICATE}.{each.kind}"
            yield types.CodeAction(each.title, kind=kind, is_preferred=each.is_preferred or None, edit=edit)


def _annotating(
    server: KeytallyServer, snapshot: Snapshot, context: types.CodeActionContext, start: int, end: int
) -> Iterator[types.CodeAction]:
    """Yield the code actions on tags; a client that requests a single kind can choose from all chains."""
    most = None if any(_is_narrow(only) for only in context.only or ()) else MOST_CHOICES
    preview = server.session.settings.chain_preview
    for code_action in code_actions(snapshot, start, end, most):
        kind = ".".join(filter(None, (ANNOTATE, code_action.kind.value, code_action.type)))
        if _is_wanted(context, kind):
            edit = confirmed_edit(
                server, snapshot, code_action, in_full=preview and code_action.kind in CHAIN_KINDS
            )
            yield types.CodeAction(
                code_action.title, kind=kind, is_preferred=code_action.is_preferred or None, edit=edit
            )


def _is_narrow(only: types.CodeActionKind | str) -> bool:
    return _kind_of(only).startswith(f"{ANNOTATE}.")


def _kind_of(only: types.CodeActionKind | str) -> str:
    return str(getattr(only, "value", only))


def _is_wanted(context: types.CodeActionContext, kind: str) -> bool:
    """Return whether a kind, one of its parents or one of its subkinds is requested."""
    if not context.only:
        return not kind.startswith("source.")
    asked = [_kind_of(only) for only in context.only]
    return any(f"{kind}.".startswith(f"{only}.") or f"{only}.".startswith(f"{kind}.") for only in asked)


def _about(context: types.CodeActionContext, rule: str) -> list[types.Diagnostic]:
    return [diagnostic for diagnostic in context.diagnostics if diagnostic.code == rule]


def _action(
    server: KeytallyServer, snapshot: Snapshot, title: str, kind: str, edits: Sequence[Edit]
) -> types.CodeAction:
    return types.CodeAction(title, kind=kind, edit=workspace_edit(server, snapshot, edits))
