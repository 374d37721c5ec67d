"""The ability of evaluations whose annotators judge a text token by token."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from keytally.evaluations.annotated import Annotation


@runtime_checkable
class JudgesTokens(Protocol):
    """An evaluation that lists annotations, by which each token of a text has a type or none."""

    def tokens(self, units: Sequence[Any]) -> Sequence[tuple[int, int]]:
        """The tokens that annotators judge, in order: stretches of a document's bare text."""
        ...

    def token_type(self, annotation: Annotation) -> str:
        """The type that an annotation gives to the tokens that it covers."""
        ...


@runtime_checkable
class JudgesLayers(JudgesTokens, Protocol):
    """An evaluation by which a token has a type in each of several layers, such as its tag and its role."""

    @property
    def token_layers(self) -> Sequence[str]:
        """The kinds of annotations, each of which is a layer; every annotation covers one token."""
        ...
