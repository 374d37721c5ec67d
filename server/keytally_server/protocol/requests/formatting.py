"""`textDocument/formatting`, `rangeFormatting` and `onTypeFormatting`."""

from lsprotocol import types

from keytally_server.features.formatting import formatting
from keytally_server.features.on_type_formatting import on_type_formatting
from keytally_server.protocol.edits import text_edits
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def whole(
    server: KeytallyServer, snapshot: Snapshot, params: types.DocumentFormattingParams
) -> list[types.TextEdit]:
    """The edits that format a file."""
    return text_edits(server, snapshot, formatting(snapshot, _indent(params.options)))


def part(
    server: KeytallyServer, snapshot: Snapshot, params: types.DocumentRangeFormattingParams
) -> list[types.TextEdit]:
    """The edits that format some lines."""
    start, end = server.offsets(snapshot, params.range)
    return text_edits(server, snapshot, formatting(snapshot, _indent(params.options), start, end))


def typed(
    server: KeytallyServer, snapshot: Snapshot, params: types.DocumentOnTypeFormattingParams
) -> list[types.TextEdit]:
    """The edits after a typed character."""
    offset = server.offset(snapshot, params.position)
    edits = on_type_formatting(snapshot, offset, params.ch, _indent(params.options))
    return text_edits(server, snapshot, edits)


def _indent(options: types.FormattingOptions) -> str:
    """The client's indentation."""
    return " " * options.tab_size if options.insert_spaces else "\t"
