"""An item as the document's measures see it: the gold standard's words, and the guesses of an answer."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.lexsub.model import MOST_GUESSES
from keytally.evaluations.lexsub.scoring.document import DocumentScoring
from keytally.evaluations.lexsub.scoring.result import ItemScore


class Guess(NamedTuple):
    """A guess as it is written, and the gold standard's word that it names, else itself."""

    text: str
    word: str


class Answer(NamedTuple):
    """The gold standard's words with their frequencies, and the different guesses in their order."""

    words: Mapping[str, int]
    guesses: Sequence[Guess]

    @property
    def top(self) -> Sequence[str]:
        """The most frequent words."""
        most = max(self.words.values(), default=0)
        return [word for word, count in self.words.items() if count == most]

    @property
    def counted(self) -> Sequence[Guess]:
        """The guesses that count where only the first ten do."""
        return self.guesses[:MOST_GUESSES]

    def named(self, word: str) -> bool:
        """Whether a guess names a word."""
        return any(guess.word == word for guess in self.guesses)

    @property
    def wanted(self) -> Sequence[str]:
        """The ten words that are worth most; of equal ones those that are named."""
        counted = {guess.word for guess in self.counted}
        by_worth = sorted(self.words, key=lambda word: (-self.words[word], word not in counted))
        return by_worth[:MOST_GUESSES]

    def lacking(self) -> Iterator["Lacking"]:
        """The wanted words that are not counted, the most frequent first.

        Beside each stands the word of the gold standard in whose place it belongs, if one must go.
        """
        counted = [guess.word for guess in self.counted]
        wanted = self.wanted
        extra = sorted(
            (word for word in counted if word in self.words and word not in wanted),
            key=lambda word: -self.words[word],
        )
        for number, word in enumerate(each for each in wanted if each not in counted):
            yield Lacking(word, extra[number] if number < len(extra) else None)


class Lacking(NamedTuple):
    """A word that an answer lacks, and a less frequent one in whose place it belongs; None for none."""

    word: str
    instead_of: str | None


def answer_of(scoring: DocumentScoring, score: ItemScore) -> Answer:
    """The item of a score."""
    key = score.key.list if score.key is not None else None
    response = score.response.list if score.response is not None else None
    gold = scoring.gold([score.key] if score.key is not None else [])
    guesses = (Guess(*each) for each in scoring.guesses(key or "", response or ""))
    return Answer(gold.words, list({guess.word: guess for guess in reversed([*guesses])}.values())[::-1])
