"""`textDocument/codeLens`, and `codeLens/resolve` for titles, of which a screen shows few."""

from lsprotocol import types

from keytally_server.answers.code_lens import CodeLens
from keytally_server.features.code_lenses import code_lenses, lens_now, lens_part
from keytally_server.features.done_documents import done_lens
from keytally_server.protocol.lens_data import lens_data, subject_of_lens
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.annotators_file import AnnotatorsFile
from keytally_server.session.snapshot import Snapshot

AT_ONCE = 50
"""So few titles are made at once: they stand there as soon as the lenses do."""


def answer(server: KeytallyServer, snapshot: Snapshot, params: types.CodeLensParams) -> list[types.CodeLens]:
    """The tallies above the file and each document; in a large file above those that are looked at."""
    place = server.views.place(snapshot.path)
    server.views.answered(snapshot.path, *lens_part(snapshot, place)[1:])
    found = [*done_lens(snapshot, _annotators_file(server, snapshot)), *code_lenses(snapshot, place)]
    shown = [types.CodeLens(server.range(snapshot, lens.start, lens.start)) for lens in found]
    if server.client.resolves_titles and len(found) > AT_ONCE:
        for each, lens in zip(shown, found, strict=True):
            each.data = lens_data(params.text_document.uri, lens)
    else:
        for each, lens in zip(shown, found, strict=True):
            each.command = _titled(lens)
    return shown


def resolve(server: KeytallyServer, snapshot: Snapshot, params: types.CodeLens) -> types.CodeLens:
    """A lens with its title as the file is now; unchanged where the file has no such lens any more."""
    lens = lens_now(snapshot, _annotators_file(server, snapshot), *subject_of_lens(params))
    if lens is not None:
        params.command = _titled(lens)
    return params


def _annotators_file(server: KeytallyServer, snapshot: Snapshot) -> AnnotatorsFile | None:
    return server.session.annotators_files.of(snapshot.path, snapshot.reading)


def _titled(lens: CodeLens) -> types.Command:
    return types.Command(lens.title, "")
