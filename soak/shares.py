"""What a keystroke costs in a document that is 1, 10 or 100 % of its file."""

import random
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.corpora.named_entity import named_entities
from benchmarks.corpora.subjects import SUBJECTS, Subject
from benchmarks.corpora.texts import Texts
from soak.growth import percentile
from soak.row import Row
from soak.server import Server, last_words, typed

STROKES = 60
SHARES = (0.01, 0.1, 1.0)
FRAME = 16.0
_BETWEEN = re.compile(r"</TXT>\n</DOC>\n<DOC>\n.*?<TXT>\n", re.S)
_SAMPLE = 100


def report(size: int) -> Iterator[Row]:
    """A row for each task and share: p95 of a keystroke in the document."""
    for subject in SUBJECTS:
        for share in SHARES:
            cost = 1000 * _cost(subject, size, share)
            yield Row(f"{subject.name}, one document of {share:.0%} of {size / 1e6:g} MB", cost, "ms", FRAME)


def _cost(subject: Subject, size: int, share: float) -> float:
    large = one_document(subject, int(size * share))
    others = subject.texts(int(size * (1 - share))) if share < 1 else Texts("", "")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for side in Texts._fields:
            text = getattr(large, side) + getattr(others, side)
            (folder / f"a.{side}.{subject.suffix}").write_text(text, encoding="utf-8")
        server = Server(folder)
        response = folder / f"a.response.{subject.suffix}"
        server.open_file(response)
        chance, places = random.Random(3), last_words(large.response)
        times = [each for _ in range(STROKES) for each in typed(server, response, chance.choice(places))]
    return percentile(times, 0.95)


def one_document(subject: Subject, size: int) -> Texts:
    """A pair of that size with one document, whose number no other has."""
    in_one = subject.in_one
    texts = _joined(named_entities(size)) if in_one is None else _of_size(in_one, size)
    return Texts(*(text.replace("95000001", "99000001") for text in texts))


def _joined(texts: Texts) -> Texts:
    return Texts(*(_BETWEEN.sub("", text) for text in texts))


def _of_size(in_one: Callable[[int], Texts], size: int) -> Texts:
    length = len(in_one(_SAMPLE).key) / _SAMPLE
    return in_one(max(int(size / length), 10))
