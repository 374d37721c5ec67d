"""The texts of the files that are scored, decoded only where they are asked for."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from keytally.text.decoding import BOM, decode


class FileTexts(Mapping[Path, str]):
    """The texts of files by their paths, from their bytes and the encoding stated for those not in UTF-8."""

    def __init__(self, data: Mapping[Path, bytes], encoding: str | None = None) -> None:
        self._data = data
        self._encoding = encoding
        self._texts = dict[Path, str]()

    def __getitem__(self, path: Path) -> str:
        if path not in self._texts:
            self._texts[path] = decode(self._data[path], self._encoding).text
        return self._texts[path]

    def __iter__(self) -> Iterator[Path]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def in_utf8(self, path: Path) -> bytes:
        """A text as bytes of UTF-8: most often those of its file."""
        data = self._data[path]
        if data.isascii():
            return data
        decoded = decode(data, self._encoding)
        if decoded.encoding == "utf-8":
            return data.removeprefix(BOM) if decoded.bom else data
        return decoded.text.encode("utf-8", "surrogatepass")
