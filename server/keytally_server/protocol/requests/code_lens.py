"""`textDocument/codeLens`, and `codeLens/resolve` for titles, of which a screen shows few."""

from collections.abc import Sequence

from lsprotocol import types

from keytally_server.features.code_lenses import code_lenses, lens_part
from keytally_server.features.done_documents import done_lens
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

AT_ONCE = 50
"""So few titles are made at once: they stand there as soon as the lenses do."""


def answer(server: KeytallyServer, snapshot: Snapshot, params: types.CodeLensParams) -> list[types.CodeLens]:
    """The tallies above the file and each document; in a large file above those that are looked at."""
    place = server.views.place(snapshot.path)
    server.views.answered(snapshot.path, *lens_part(snapshot, place)[1:])
    done = done_lens(snapshot, server.session.annotators_files.of(snapshot.path, snapshot.reading))
    found = [*done, *code_lenses(snapshot, place)]
    shown = [types.CodeLens(server.range(snapshot, lens.start, lens.start)) for lens in found]
    if server.client.resolves_titles and len(found) > AT_ONCE:
        numbers = server.lens_titles.keep(snapshot.path, [lens.make_title for lens in found])
        for each, number in zip(shown, numbers, strict=True):
            each.data = number
    else:
        _add_titles(shown, [lens.title for lens in found])
    return shown


def resolve(server: KeytallyServer, params: types.CodeLens) -> types.CodeLens:
    """A lens with its title; unchanged if newer answers have taken its place."""
    if (title := server.lens_titles.find(params.data)) is not None:
        _add_titles([params], [title])
    return params


def _add_titles(lenses: Sequence[types.CodeLens], titles: Sequence[str]) -> None:
    for lens, title in zip(lenses, titles, strict=True):
        lens.command = types.Command(title, "")
