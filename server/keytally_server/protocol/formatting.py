"""`textDocument/formatting`, `rangeFormatting` and `onTypeFormatting`."""

from lsprotocol import types

from keytally_server.features.formatting import formatting
from keytally_server.features.on_type_formatting import on_type_formatting
from keytally_server.protocol.edits import text_edits
from keytally_server.protocol.server import KeytallyServer


def whole(server: KeytallyServer, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    """The edits that lay a file out."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    return text_edits(server, snapshot, formatting(snapshot, _indent(params.options)))


def part(server: KeytallyServer, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
    """The edits that lay some lines out."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    start = server.offset(snapshot, params.range.start)
    end = server.offset(snapshot, params.range.end)
    return text_edits(server, snapshot, formatting(snapshot, _indent(params.options), start, end))


def typed(server: KeytallyServer, params: types.DocumentOnTypeFormattingParams) -> list[types.TextEdit]:
    """The edits that a character calls for."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    offset = server.offset(snapshot, params.position)
    edits = on_type_formatting(snapshot, offset, params.ch, _indent(params.options))
    return text_edits(server, snapshot, edits)


def _indent(options: types.FormattingOptions) -> str:
    """What the client indents by."""
    return " " * options.tab_size if options.insert_spaces else "\t"
