"""Lists that are read when they are used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

T = TypeVar("T")
P = TypeVar("P", bound=Mapping[str, Any])


class Listing(Generic[T, P]):
    """A list that is read when it is used.

    - `for item in listing` gives all items, page after page.
    - `for page in listing.pages()` gives the pages.
    - `listing.first_page()` gives the first page alone, with its `next_cursor`.
    """

    def __init__(self, read: Callable[[str | None], P]) -> None:
        self._read = read

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page["data"]

    def pages(self) -> Iterator[P]:
        """All pages in turn. If you want to go on later, keep the `next_cursor` of a page."""
        cursor: str | None = None
        while True:
            page = self._read(cursor)
            yield page
            cursor = page.get("next_cursor")
            if not cursor:
                return

    def first_page(self) -> P:
        return self._read(None)

    def __repr__(self) -> str:
        return "<Listing: iterate over it, or over its pages()>"
