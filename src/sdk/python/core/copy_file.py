"""A copy in an SQLite file, as the command `team-api copy` of this package and of the one for Node
write it: each goes on with the file of the other."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .copy import CopyStep


class Failure(Exception):
    """A failure that a person can understand, with a hint."""

    def __init__(self, message: str, hint: str | None = None, exit_code: int = 1) -> None:
        super().__init__(message)
        self.hint = hint
        self.exit_code = exit_code
        """1, or 2 if the person has written the command wrongly."""


TABLES = {
    "member": "members",
    "training": "trainings",
    "evaluation": "evaluations",
    "assignment": "assignments",
    "case": "cases",
    "deal": "deals",
    "objection": "objections",
}
TAKEN_ALONG = ("trainings", "evaluations")
"""A member takes these along."""
OWN = ("id", "member_id", "generation")
"""The columns that every table has. No property of an object replaces them."""
STATE = ("cursor", "generation", "types", "server", "updated_at", "whole_at", "team")
"""The columns of the one row of `copy_state`."""
NOW = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"

REASONS = {
    "database or disk is full": "the disk is full",
    "attempt to write a readonly database": "the file or its folder is read-only",
    "unable to open database file": "its folder is read-only",
    "database is locked": "another program has locked it",
    "disk I/O error": "the disk has a fault, or the file has reached a limit of its size",
}


class CopyFile:
    """Where `copy` keeps what it reads. Other programs may read the file meanwhile."""

    def __init__(self, file: str, *, server: str, team: str, types: Sequence[str]) -> None:
        self._file = file
        self._types = ",".join(sorted(types))
        with self._words():
            path = Path(file).absolute()
            if path.is_dir():
                raise Failure(f"{file} is a folder.", "Name a file: --to copy.sqlite")
            if not path.parent.is_dir():
                raise Failure(f"There is no folder {path.parent}.")
            _make_private(path)
            # Transactions begin where the code says so.
            self._db = sqlite3.connect(path, timeout=5, isolation_level=None)
            former = self._former()
            if former is not None:
                self._refuse_another(former, server=server, team=team)
            is_other = former is not None and former["types"] != self._types
            is_begun = former is not None and former["cursor"] is not None
            self.former_types = former["types"] if former and is_other and is_begun else None
            """What the file was begun with, if that was something else."""
            self._prepare(server, team, is_other)
            found = self._db.execute("select cursor, generation from copy_state").fetchone()
            self._cursor: str | None = found[0]
            self._generation: int = found[1]
            self._columns = {table: self._columns_of(table) for table in TABLES.values()}
            """The declared types of the columns, by their names as SQLite compares them: without
            case."""

    def load(self) -> tuple[str, int] | None:
        return None if self._cursor is None else (self._cursor, self._generation)

    def apply(self, step: CopyStep) -> None:
        is_whole = step.ends and ",".join(sorted(step.types)) == self._types
        with self._words(), self._transaction():
            stored = self._db.execute(
                f"""update copy_state set cursor = ?, generation = ?, updated_at = {NOW},
                    whole_at = coalesce(whole_at, case when ? then {NOW} end) where cursor is ?""",
                [step.cursor, step.generation, is_whole, self._cursor],
            )
            if stored.rowcount != 1:
                raise Failure(
                    f"Another program writes into {self._file}.",
                    "Only one at a time may write into a copy.",
                )
            for change in step.changes:
                table, id, shown = TABLES.get(change["type"]), change["id"], change["object"]
                # A newer service may have more types.
                if table is None:
                    continue
                if shown is None:
                    self._remove(table, id)
                else:
                    self._put(table, [id, change["member_id"], step.generation], shown)
            for each in step.types if step.ends else ():
                older = f"delete from {TABLES[each]} where generation < ?"
                self._db.execute(older, [step.generation])
        self._cursor, self._generation = step.cursor, step.generation

    def count(self) -> int:
        """How many objects the file has."""
        counts = [f"(select count(*) from {table})" for table in TABLES.values()]
        found: int = self._db.execute(f"select {' + '.join(counts)}").fetchone()[0]
        return found

    def close(self) -> None:
        self._db.close()

    def _former(self) -> dict[str, str] | None:
        """The state of a copy that is there. None for a new file. Everything else is refused."""
        try:
            is_new = not self._db.execute("select 1 from sqlite_master").fetchone()
        except sqlite3.DatabaseError as error:
            if str(error) != "file is not a database":
                raise
            raise self._no_copy() from None
        if is_new:
            return None
        if not set(STATE) <= set(self._columns_of("copy_state")):
            raise self._no_copy()
        row = self._db.execute(f"select {', '.join(STATE)} from copy_state").fetchone()
        return None if row is None else dict(zip(STATE, row))

    def _no_copy(self) -> Failure:
        return Failure(
            f"{self._file} is there, and is no copy of a team.",
            "Nothing was written into it. Name another file.",
        )

    def _refuse_another(self, former: Mapping[str, str], *, server: str, team: str) -> None:
        hint = "Name another file, or move this one away."
        if former["team"] != team:
            raise Failure(f"{self._file} is a copy of another team.", hint)
        if former["server"] != server:
            raise Failure(f"{self._file} is a copy from {former['server']}, not {server}.", hint)

    def _prepare(self, server: str, team: str, is_other: bool) -> None:
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = normal")
        # What was erased shall not be readable in the free space of the file.
        self._db.execute("pragma secure_delete = on")
        with self._transaction():
            for table in TABLES.values():
                self._db.execute(
                    f"""create table if not exists {table}
                        (id text primary key, member_id text, generation integer not null)"""
                )
            for table in TAKEN_ALONG:
                self._db.execute(
                    f"create index if not exists {table}_member_id on {table} (member_id)"
                )
            self._db.execute(
                """create table if not exists copy_state (cursor text, generation integer,
                    types text, server text, team text, updated_at text, whole_at text)"""
            )
            self._db.execute(
                """insert into copy_state (generation, types, server, team)
                    select 0, ?, ?, ? where not exists (select 1 from copy_state)""",
                [self._types, server, team],
            )
            if is_other:
                self._change_types()

    def _change_types(self) -> None:
        """Nobody would remove what the copy no longer follows. So it goes, and the cursors of the
        former types with it."""
        for each, table in TABLES.items():
            if each not in self._types.split(","):
                self._db.execute(f"delete from {table}")
        self._db.execute(
            "update copy_state set types = ?, cursor = case when cursor is not null then '{}' end",
            [self._types],
        )

    def _columns_of(self, table: str) -> dict[str, str]:
        rows = self._db.execute("select name, type from pragma_table_info(?)", [table])
        return {name.lower(): declared for name, declared in rows}

    def _put(self, table: str, own: list[object], shown: Mapping[str, object]) -> None:
        row = {name: value for name, value in shown.items() if name.lower() not in OWN}
        for name, value in row.items():
            self._make_column(table, name, value)
        names = ", ".join([*OWN, *map(_quoted, row)])
        values = [*own, *map(_stored, row.values())]
        marks = ", ".join("?" * len(values))
        self._db.execute(f"insert or replace into {table} ({names}) values ({marks})", values)

    def _make_column(self, table: str, name: str, value: object) -> None:
        """A column gets its type from its first value: programs such as DuckDB read what it says.

        A newer server may have properties for which there is no column yet.
        """
        known, declared = self._columns[table].get(name.lower()), _declared(value)
        if known is not None and (known or not declared):
            return
        column = _quoted(name)
        filled = f"select 1 from {table} where {column} is not null limit 1"
        if known is not None and self._db.execute(filled).fetchone():
            self._columns[table][name.lower()] = "any"
            return
        if known is not None:
            self._db.execute(f"alter table {table} drop column {column}")
        self._db.execute(f"alter table {table} add column {column} {declared}")
        self._columns[table][name.lower()] = declared

    def _remove(self, table: str, id: str) -> None:
        self._db.execute(f"delete from {table} where id = ?", [id])
        for each in TAKEN_ALONG if table == TABLES["member"] else ():
            self._db.execute(f"delete from {each} where member_id = ?", [id])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("begin immediate")
        try:
            yield
            self._db.execute("commit")
        except BaseException:
            # A full disk has ended the transaction already.
            if self._db.in_transaction:
                self._db.execute("rollback")
            raise

    @contextmanager
    def _words(self) -> Iterator[None]:
        """Says in plain words why the file cannot be written."""
        try:
            yield
        except sqlite3.Error as error:
            reason = REASONS.get(str(error), str(error))
            raise Failure(f"Cannot write {self._file}: {reason}.") from None


def _make_private(path: Path) -> None:
    """The file has personal data. SQLite gives the files beside it the rights of the file itself."""
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError:
        # It is there and keeps its rights, or SQLite says why it cannot be made.
        return
    os.close(made)
    # The mask of the process can only take rights away, also from the owner.
    path.chmod(0o600)


def _declared(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "boolean"
    return "numeric" if isinstance(value, (int, float)) else "text"


def _stored(value: object) -> object:
    """Scalars as they are, everything else as JSON."""
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return value


def _quoted(name: str) -> str:
    escaped = name.replace('"', '""')
    return f'"{escaped}"'
