"""A unit of a file of coreference: a document with the line that begins it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from keytally.evaluations.conll.formats.document import document_of, name_in
from keytally.evaluations.conll.formats.lines import LazyRows, token_place
from keytally.evaluations.conll.model import Chain, Document, Mention, Place, Row
from keytally.evaluations.presentation import Heading, Note, Piece, PieceKind, PresentedUnit
from keytally.findings.finding import Finding
from keytally.text.plural import quantity

FindingsOf = Callable[["DocumentUnit"], tuple[Finding, ...]]

_LONGEST = 60
_SHOWN = 12
"""The number of mentions that a hover lists."""


class DocumentUnit(PresentedUnit):
    """A document; what stands before the first one of a file is a unit without a document."""

    __slots__ = ("_findings", "_findings_of", "_may_lose", "_token_count", "document", "text")

    def __init__(self, text: str, findings_of: FindingsOf | None = None) -> None:
        self.text = text
        self.document = name_in(text)
        self._findings_of = findings_of
        self._findings: tuple[Finding, ...] | None = None
        self._may_lose: bool | None = None
        self._token_count = 0

    @property
    def findings(self) -> Sequence[Finding]:
        """The findings of the document alone, in the order of the text."""
        if self._findings is None:
            self._findings = self._findings_of(self) if self._findings_of else ()
        return self._findings

    def read(self) -> Document:
        """The rows and chains of the document."""
        read = document_of(self.text)
        if self._may_lose is None:
            self._may_lose = _is_odd(read)
            self._token_count = len(_with_text(read.rows))
        return read

    @property
    def may_lose(self) -> bool:
        """Whether something in the document may not be scored."""
        if self._may_lose is None:
            self.read()
        return bool(self._may_lose)

    @property
    def token_count(self) -> int:
        """The number of tokens of the text, which is kept: of many documents not all rows are."""
        if self._may_lose is None:
            self.read()
        return self._token_count

    def tokens(self) -> Sequence[str]:
        """The tokens of the text, in order."""
        rows = self._text_rows()
        return rows.tokens() if isinstance(rows, LazyRows) else [row.token for row in rows]

    def token_place(self, number: int) -> Place:
        """Where a token stands, by its number in `tokens`."""
        row = self._text_rows()[number]
        return token_place(row, self.text[row.start : row.last.end])

    def tokens_on(self, lines: Collection[int]) -> set[int]:
        """The numbers of the tokens whose lines begin at these places."""
        return {at for at, row in enumerate(self._text_rows()) if row.start in lines} if lines else set()

    def missing_place(self, word: int) -> int:
        """Where a bracket at a word would stand: at the end of its row, or of the last one."""
        read = self.read()
        if not read.rows:
            return len(self.text.rstrip())
        return read.rows[min(read.row_number(word), len(read.rows) - 1)].last.end

    def words_of(self, mention: Mention) -> str:
        """The tokens of a mention in quotes, shortened."""
        text = self.text_of(mention)
        return f'"{text}"' if len(text) <= _LONGEST else f'"{text[: _LONGEST - 1].rstrip()}…"'

    def text_of(self, mention: Mention) -> str:
        """The tokens of a mention, with blanks between them."""
        read = self.read()
        numbers = (read.row_number(word) for word in mention.words)
        return " ".join(read.rows[number].token for number in numbers if number < len(read.rows))

    def tokens_at(self, words: Sequence[int]) -> list[str] | None:
        """The tokens of words, by number; None where the document lacks one."""
        read = self.read()
        numbers = [read.row_number(word) for word in words]
        return [read.rows[number].token for number in numbers] if numbers[-1] < len(read.rows) else None

    def _text_rows(self) -> Sequence[Row]:
        return _with_text(self.read().rows)

    def folds(self) -> Iterable[tuple[int, int]]:
        """The lines of the document."""
        read = self.read()
        return [(read.head.start, len(self.text.rstrip()))] if read.head and read.rows else []

    def pieces(self) -> Iterator[Piece]:
        """The line that begins the document, and the brackets."""
        read = self.read()
        if read.head is not None:
            yield Piece(*read.head, PieceKind.KEYWORD)
        mentions = [mention for chain in read.chains for mention in chain.mentions]
        for place in sorted({place for each in mentions for place in (each.opening, each.closing)}):
            yield Piece(*place, PieceKind.TYPE)

    def outline(self) -> Iterable[Heading]:
        """The document, and in it its chains by their first mentions."""
        read = self.read()
        if read.head is None or self.document is None:
            return ()
        chains = tuple(map(self._chain_heading, read.chains))
        return (
            Heading(
                self.document,
                quantity(len(chains), "chain"),
                0,
                len(self.text.rstrip()),
                *read.head,
                children=chains,
            ),
        )

    def note_at(self, place: int) -> Note | None:
        """The chain of the mention whose bracket stands at a place, with its mentions."""
        for chain in self.read().chains:
            for mention in chain.mentions:
                for bracket in (mention.opening, mention.closing):
                    if bracket.start <= place <= bracket.end:
                        return Note(*bracket, self._chain_note(chain, mention))
        return None

    def _chain_heading(self, chain: Chain) -> Heading:
        first = chain.mentions[0]
        name = f"{chain.name}: {self.words_of(first)}"
        start, end = first.opening.start, first.closing.end
        return Heading(name, quantity(len(chain.mentions), "mention"), start, end, *first.opening)

    def _chain_note(self, chain: Chain, asked: Mention) -> str:
        """The mentions of a chain around the one that is asked for."""
        at = chain.mentions.index(asked)
        first = max(0, min(at - _SHOWN // 2, len(chain.mentions) - _SHOWN))
        shown = chain.mentions[first : first + _SHOWN]
        lines = [f"* {self._listed(each, each is asked)}" for each in shown]
        left = len(chain.mentions) - len(shown)
        more = [f"* and {left} more"] if left else []
        head = f"Chain {chain.name}: mention {at + 1} of {len(chain.mentions)}"
        return "\n".join([head, "", *lines, *more])

    def _listed(self, mention: Mention, is_asked: bool) -> str:
        """A mention in a list; the one that is asked for stands out."""
        text = _plain(self.words_of(mention))
        return f"**{text}**" if is_asked else text


def _with_text(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows that are no empty nodes; lazy rows are all of CoNLL-2012, which has none."""
    return rows if isinstance(rows, LazyRows) else [row for row in rows if not row.empty]


def _is_odd(read: Document) -> bool:
    """Whether a document has a defect, or two mentions of the same words."""
    words = [mention.words for chain in read.chains for mention in chain.mentions]
    return bool(read.defects) or len({*words}) < len(words)


def _plain(text: str) -> str:
    """A text in which no character is one of Markdown."""
    return "".join(f"\\{each}" if each in "\\`*_[]<>#|~" else each for each in text)
