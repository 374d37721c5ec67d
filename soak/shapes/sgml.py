"""Hostile keys and responses of named entities and coreference."""

from collections.abc import Callable

from soak.shapes.shape import Shape

Body = Callable[[int], str]
_NAME = '<ENAMEX TYPE="PERSON">Ann</ENAMEX>'


def _files(key: Body, response: Body | None = None) -> Callable[[int], dict[str, str]]:
    def files(n: int) -> dict[str, str]:
        return {"key.sgml": _document(key(n)), "response.sgml": _document((response or key)(n))}

    return files


def _document(body: str) -> str:
    return f"<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n{body}\n</TXT>\n</DOC>\n"


def _names(name: str, size: int, key: Body, response: Body | None = None) -> Shape:
    return Shape(
        f"named entity: {name}", size, _files(key, response), "named_entity", "key.sgml", "response.sgml"
    )


def _chains(name: str, size: int, key: Body, response: Body | None = None) -> Shape:
    return Shape(
        f"coreference: {name}", size, _files(key, response), "coreference", "key.sgml", "response.sgml"
    )


def _documents(n: int) -> dict[str, str]:
    text = "".join(_document(_NAME).replace(" 1 ", f" {number} ") for number in range(n))
    return {"key.sgml": text, "response.sgml": text}


def _same_documents(n: int) -> dict[str, str]:
    text = _document(_NAME) * n
    return {"key.sgml": text, "response.sgml": text}


def _alternatives(n: int) -> str:
    return "|".join(f"w{number}" for number in range(n))


def _mention(number: int, ref: int | None = None, text: str = "it") -> str:
    link = "" if ref is None else f' TYPE="IDENT" REF="{ref}"'
    return f'<COREF ID="{number}"{link}>{text}</COREF>\n'


SHAPES = (
    Shape("named entity: documents", 500, _documents, "named_entity", "key.sgml", "response.sgml"),
    Shape("named entity: one number", 500, _same_documents, "named_entity", "key.sgml", "response.sgml"),
    _names("tags in a document", 1000, lambda n: f"{_NAME} and\n" * n),
    _names("tags on one line", 1000, lambda n: f"{_NAME} " * n),
    _names("tags on one span", 200, lambda n: '<ENAMEX TYPE="PERSON">' * n + "Ann" + "</ENAMEX>" * n),
    _names("tags around tags", 1000, lambda n: '<ENAMEX TYPE="PERSON">Ann ' * n + "</ENAMEX>" * n),
    _names("tags that never end", 1000, lambda n: '<ENAMEX TYPE="PERSON">Ann ' * n),
    _names("ends without a start", 2000, lambda n: "Ann</ENAMEX> " * n),
    _names(
        "alternatives of ALT", 2000, lambda n: f'<ENAMEX TYPE="PERSON" ALT="{_alternatives(n)}">Ann</ENAMEX>'
    ),
    _names("alternatives of TYPE", 2000, lambda n: f'<ENAMEX TYPE="{_alternatives(n)}">Ann</ENAMEX>'),
    _names(
        "attributes of a tag", 2000, lambda n: f"<ENAMEX {' '.join(f'a{i}=1' for i in range(n))}>Ann</ENAMEX>"
    ),
    _names("the same attribute", 2000, lambda n: f"<ENAMEX {'TYPE=PERSON ' * n}>Ann</ENAMEX>"),
    _names("less-than signs", 20000, lambda n: "<" * n),
    _names("quotes in a tag", 5000, lambda n: '<ENAMEX TYPE="' * n),
    _names("ampersands", 20000, lambda n: "&" * n),
    _names("words without a tag", 5000, lambda n: "word " * n, lambda n: f"{_NAME} " + "word " * n),
    _names("same names, none aligned", 500, lambda n: f"{_NAME} " * n, lambda n: f"x {_NAME}" * n),
    _chains("one chain", 500, lambda n: "".join(_mention(i, i - 1 if i else None) for i in range(n))),
    _chains("all to the first", 500, lambda n: "".join(_mention(i, 0 if i else None) for i in range(n))),
    _chains("chains of one", 500, lambda n: "".join(_mention(i) for i in range(n))),
    _chains("a ring", 500, lambda n: "".join(_mention(i, (i + 1) % n) for i in range(n))),
    _chains("the same ID", 500, lambda n: _mention(1) * n),
    _chains("REF to nothing", 500, lambda n: "".join(_mention(i, i + n) for i in range(n))),
    _chains("nested", 200, lambda n: "".join(f'<COREF ID="{i}">' for i in range(n)) + "x" + "</COREF>" * n),
    _chains(
        "one chain, cut to ones",
        500,
        lambda n: "".join(_mention(i, i - 1 if i else None) for i in range(n)),
        lambda n: "".join(_mention(i) for i in range(n)),
    ),
)
