"""The pictures of how MUC scoring works: tags that are aligned, counts, and classes that are cut up."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from editors.generator.pictures.scored import Scored, Tagged, plain
from editors.generator.pictures.svg import CELL, COLOURS, INK, MARGIN, QUIET, Point, box, line, picture, words
from keytally.families.contract import Role

KEY_SENTENCE = (
    'ferries from <ENAMEX TYPE="ORGANIZATION">Corrigan & Vale Shipyards</ENAMEX> for '
    '<NUMEX TYPE="MONEY">$48 million</NUMEX>, its largest order since <TIMEX TYPE="DATE">1987</TIMEX>'
)
RESPONSE_SENTENCE = (
    'ferries from <ENAMEX TYPE="ORGANIZATION">Corrigan</ENAMEX> & <ENAMEX TYPE="ORGANIZATION">Vale Shipyards'
    '</ENAMEX> for <NUMEX TYPE="MONEY">$48 million</NUMEX>, its largest order since 1987'
)
_KEY_LINE, _RESPONSE_LINE = 52.0, 126.0
_NAMES, _UNIT = "ABCD", 84.0
_SIDE = CELL * 10
"""The room for what is written at the left."""


def _document(body: str) -> str:
    return f"<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n{body}\n</TXT>\n</DOC>\n"


def _sentences() -> Scored:
    return Scored("named_entity", _document(KEY_SENTENCE), _document(RESPONSE_SENTENCE))


def aligned_tags() -> str:
    """The sentence of the key over that of the response, with lines between the tags that are aligned."""
    scored = _sentences()
    shift = plain(_document(KEY_SENTENCE)).index("ferries")
    text = plain(KEY_SENTENCE)
    key, response = (
        [each._replace(start=each.start - shift, end=each.end - shift) for each in scored.tags(role)]
        for role in (Role.KEY, Role.RESPONSE)
    )
    found = [each for each in response if each.verdict != "mis"]
    pieces: list[str] = []
    for name, y in (("key", _KEY_LINE), ("response", _RESPONSE_LINE)):
        pieces += [words(name, Point(MARGIN, y), QUIET), words(text, _at(0, y))]
    pieces += [piece for tag in key for piece in _key_tag(tag)]
    pieces += _lines(key, shift)
    pieces += [piece for number, tag in enumerate(found) for piece in _response_tag(tag, number % 2)]
    width = 2 * MARGIN + _SIDE + CELL * len(text)
    title = "Tags of a key and of a response, aligned, with the verdicts on their slots"
    return picture(width, _RESPONSE_LINE + 98, title, pieces)


def _boxed(tag: Tagged, y: float) -> str:
    at = _at(tag.start, y)
    return box(Point(at.x - 1, y - 15), CELL * (tag.end - tag.start) + 2, 20, tag.verdict)


def _verdicts(tag: Tagged) -> str:
    return ", ".join(f"{name} {verdict.upper()}" for name, verdict in sorted(tag.slots.items()))


def _key_tag(tag: Tagged) -> Iterator[str]:
    """A tag of the key with its type, and with its verdicts where nothing is aligned with it."""
    yield _boxed(tag, _KEY_LINE)
    if tag.partner is not None:
        yield words(tag.type, _at(tag.start, _KEY_LINE - 22), QUIET)
    else:
        told = f"{tag.type}: {_verdicts(tag)}"
        yield words(told, _at(tag.end, _KEY_LINE - 22), COLOURS[tag.verdict], anchor="end")


def _response_tag(tag: Tagged, level: int) -> Iterator[str]:
    """A tag of the response with its type and verdicts below it; on two levels, since tags are short."""
    yield _boxed(tag, _RESPONSE_LINE)
    y = _RESPONSE_LINE + 26 + 40 * level
    if level:
        x = _at(tag.end, y).x - 6
        yield line(Point(x, _RESPONSE_LINE + 7), Point(x, y - 14), COLOURS[tag.verdict], "1 3")
    yield words(tag.type, _at(tag.start, y), QUIET)
    yield words(_verdicts(tag), _at(tag.start, y + 18), COLOURS[tag.verdict])


def _lines(tags: Sequence[Tagged], shift: int) -> Iterator[str]:
    """A line from each tag of the key to what is aligned with it."""
    for tag in tags:
        if tag.partner is not None:
            start, end = (
                _at(tag.start + 1, _KEY_LINE + 7),
                _at(tag.partner[0] - shift + 1, _RESPONSE_LINE - 16),
            )
            yield line(start, end, COLOURS[tag.verdict])


def _at(place: int, y: float) -> Point:
    """The place of a character of a line of text."""
    return Point(MARGIN + _SIDE + CELL * place, y)


def counted_slots() -> str:
    """The slots of the key and of the response as two bars, and the ratios that they give."""
    counts = _sentences().totals
    cor, inc, mis, spu = (int(counts[name]) for name in ("cor", "inc", "mis", "spu"))
    bars = (
        ("possible", (("cor", cor), ("inc", inc), ("mis", mis)), "recall", counts["rec"]),
        ("actual", (("cor", cor), ("inc", inc), ("spu", spu)), "precision", counts["pre"]),
    )
    pieces: list[str] = []
    for number, (name, parts, measure, value) in enumerate(bars):
        whole = sum(size for _, size in parts)
        y = 40.0 + 56 * number
        pieces.append(words(f"{name} {whole}", Point(MARGIN, y + 4), QUIET))
        pieces += _bar(parts, y)
        told = f"{measure} = {cor} / {whole} = {value:.1f} %"
        pieces.append(words(told, Point(MARGIN + 100 + _UNIT * whole + 16, y + 4)))
    f = counts["f"]["p&r"]
    pieces.append(
        words(f"P&R = 2 · recall · precision / (recall + precision) = {f:.2f}", Point(MARGIN, 148), bold=True)
    )
    longest = max(sum(size for _, size in parts) for _, parts, *_ in bars)
    width = 2 * MARGIN + 116 + _UNIT * longest + CELL * 26
    return picture(
        width, 166, "Possible and actual slots with their verdicts, and recall and precision", pieces
    )


def _bar(parts: Sequence[tuple[str, int]], y: float) -> Iterator[str]:
    verdicts = [verdict for verdict, size in parts for _ in range(size)]
    for place, verdict in enumerate(verdicts):
        x = MARGIN + 100 + _UNIT * place
        yield box(Point(x, y - 16), _UNIT - 4, 30, verdict)
        yield words(verdict.upper(), Point(x + _UNIT / 2 - 2, y + 4), COLOURS[verdict], anchor="middle")


def cut_classes() -> str:
    """A class of the key that the response has in two pieces, and the fractions that come of it."""
    key = _chains([_NAMES])
    response = _chains([_NAMES[:2], _NAMES[2:]])
    totals = Scored("coreference", _document(key), _document(response)).totals
    pieces: list[str] = []
    for name, classes, y in (("key", [4], 44.0), ("response", [2, 2], 104.0)):
        pieces.append(words(name, Point(MARGIN, y + 5), QUIET))
        pieces += _classes(classes, y)
    middle = MARGIN + _SIDE + _UNIT * 2
    pieces.append(line(Point(middle, 20), Point(middle, 130), COLOURS["mis"], "2 3"))
    told = (
        ("recall", "key links in the response"),
        ("precision", "response links in the key"),
    )
    for number, (measure, words_for_it) in enumerate(told):
        top, bottom = totals[measure]
        at = Point(MARGIN + _SIDE + _UNIT * 4 + 24, 50.0 + 60 * number)
        pieces.append(words(f"{measure} = {top} / {bottom}  {words_for_it}", at))
    width = 2 * MARGIN + _SIDE + _UNIT * 4 + 24 + CELL * 56
    return picture(width, 150, "A class of four mentions that a response splits into two classes", pieces)


def _chains(classes: Sequence[str]) -> str:
    """Mentions with an ID each; within a class each refers to the one before."""
    return " ".join(
        f'<COREF ID="{name}" TYPE="IDENT" REF="{names[place - 1]}">{name}</COREF>'
        if place
        else f'<COREF ID="{name}">{name}</COREF>'
        for names in classes
        for place, name in enumerate(names)
    )


def _classes(sizes: Sequence[int], y: float) -> Iterator[str]:
    """Mentions in a row, a box around each class."""
    starts = [0, *accumulate(sizes)]
    for start, size in zip(starts, sizes, strict=False):
        x = MARGIN + _SIDE + _UNIT * start
        yield box(Point(x + 4, y - 18), _UNIT * size - 8, 38, "cor")
        for place in range(start, start + size):
            at = Point(MARGIN + _SIDE + _UNIT * (place + 0.5), y + 5)
            if place > start:
                yield line(Point(at.x - _UNIT + 10, y), Point(at.x - 10, y), INK)
            yield words(_NAMES[place], at, bold=True, anchor="middle")
