"""`textDocument/codeAction`: quick fixes and edits of tags."""

from collections.abc import Iterator, Sequence
from functools import partial

from lsprotocol import types

from keytally.findings.finding import Edit
from keytally_server.answers.code_action import CHAIN_KINDS
from keytally_server.features.adjudicating import adjudicating
from keytally_server.features.code_actions import MOST_CHOICES, code_actions
from keytally_server.features.done_documents import marking_done
from keytally_server.features.errors import repairs_at
from keytally_server.features.quick_fixes import all_fixes, quick_fixes
from keytally_server.protocol.done_edits import done_edit
from keytally_server.protocol.edits import adjudicating_edit, confirmed_edit, workspace_edit
from keytally_server.protocol.messages import ADJUDICATE, ANNOTATE, DONE, FIX_ALL, REPAIR
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.project_text import project_text
from keytally_server.session.snapshot import Snapshot

LARGEST_OFFERED = 50_000
"""Up to so many code points decisions on a whole gold, and repairs, are offered without being asked for."""


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.CodeActionParams
) -> list[types.CodeAction]:
    """The code actions for a selection."""
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
        yield _action(server, snapshot, "Fix all that has a safe fix", FIX_ALL, edits)
    decisions = list(_adjudicating(server, snapshot, context, start, end))
    yield from decisions
    if _is_wanted(context, ANNOTATE):
        for action in _annotating(server, snapshot, context, start, end):
            if any(each.is_preferred for each in decisions):
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
    """The repairs of differences at a place, with what each of them gains."""
    is_asked_for = any(_kind_of(only) == REPAIR for only in context.only or ())
    is_quick = is_asked_for or len(snapshot.buffer) <= LARGEST_OFFERED
    kept = server.session.gains.of(snapshot.pair) if is_quick and snapshot.pair is not None else None
    for each in repairs_at(snapshot, kept, start, end) if kept is not None else ():
        changed = server.session.snapshot(each.path)
        if changed is not None:
            yield _action(server, changed, each.title, REPAIR, each.edits)


def _marking(server: KeytallyServer, snapshot: Snapshot, place: int) -> Iterator[types.CodeAction]:
    """What marks the document at a place of an annotator's file as done, or as not done."""
    file = server.session.annotators_files.of(snapshot.path, snapshot.reading)
    found = marking_done(snapshot, file, place, partial(project_text, server.session))
    if found is not None:
        yield types.CodeAction(found.title, kind=DONE, edit=done_edit(server, snapshot, found))


def _adjudicating(
    server: KeytallyServer, snapshot: Snapshot, context: types.CodeActionContext, start: int, end: int
) -> Iterator[types.CodeAction]:
    """The decisions that can be made in a gold; while a person only moves, those on the item at hand."""
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
    """The code actions on tags; a client that asks for one kind gets all chains to choose from."""
    most = None if any(_is_narrow(only) for only in context.only or ()) else MOST_CHOICES
    preview = server.session.settings.chain_preview
    for each in code_actions(snapshot, start, end, most):
        kind = ".".join(filter(None, (ANNOTATE, each.kind.value, each.type)))
        if _is_wanted(context, kind):
            edit = confirmed_edit(server, snapshot, each, in_full=preview and each.kind in CHAIN_KINDS)
            yield types.CodeAction(each.title, kind=kind, is_preferred=each.is_preferred or None, edit=edit)


def _is_narrow(only: types.CodeActionKind | str) -> bool:
    return _kind_of(only).startswith(f"{ANNOTATE}.")


def _kind_of(only: types.CodeActionKind | str) -> str:
    return str(getattr(only, "value", only))


def _is_wanted(context: types.CodeActionContext, kind: str) -> bool:
    """Whether a kind, a part of it or a kind within it is requested."""
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
