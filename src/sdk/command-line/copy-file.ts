import { closeSync, fchmodSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CopyState, CopyStep } from '../typescript/sync/copy.ts';
import { Failure } from './failure.ts';

export type Change = {
  type: string;
  id: string;
  member_id: string | null;
  change: string;
  object: Record<string, unknown> | null;
};

/** The table of each type. */
export const tables: Readonly<Record<string, string>> = {
  member: 'members',
  training: 'trainings',
  evaluation: 'evaluations',
  assignment: 'assignments',
  case: 'cases',
  deal: 'deals',
  objection: 'objections',
};

/** A member takes these along. */
const takenAlong = ['trainings', 'evaluations'];
/** The columns that every table has. No property of an object replaces them. */
const own = ['id', 'member_id', 'generation'];
const state = ['cursor', 'generation', 'types', 'server', 'team', 'updated_at', 'whole_at'];

type Place = { file: string; server: string; team: string; types: readonly string[] };
type Former = { cursor: string | null; types: string; server: string; team: string };

/**
 * An SQLite file with a copy. The package for Python writes the same file, and each goes on with that of the other.
 * Other programs may read it meanwhile.
 */
export class CopyFile {
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #types: string;
  readonly #statements = new Map<string, StatementSync>();
  /** The declared types of the columns of each table, by their names as SQLite compares them: without case. */
  readonly #columns = new Map<string, Map<string, string>>();
  #cursor: string | null;
  #generation: number;
  /** What the file was begun with, if that was something else. */
  readonly formerTypes: string | undefined;

  constructor(sqlite: typeof import('node:sqlite'), { file, server, team, types }: Place) {
    this.#file = file;
    this.#types = types.toSorted().join();
    checkPlace(file);
    makePrivate(file);
    const [db, former] = this.#inWords(() => {
      const opened = new sqlite.DatabaseSync(file);
      opened.exec('pragma busy_timeout = 5000');
      return [opened, formerOf(opened, file)];
    });
    this.#db = db;
    if (former) refuseAnother(former, { file, server, team });
    const isOther = former !== undefined && former.types !== this.#types;
    this.formerTypes = isOther && former.cursor !== null ? former.types : undefined;
    this.#inWords(() => this.#prepare({ server, team, isOther }));
    const { cursor, generation } = db.prepare('select * from copy_state').get() as CopyState;
    this.#cursor = cursor;
    this.#generation = generation;
  }

  load(): CopyState | null {
    return this.#cursor === null ? null : { cursor: this.#cursor, generation: this.#generation };
  }

  apply({ changes, cursor, generation, ends, types }: CopyStep<Change, string>): void {
    const isWhole = ends && types.toSorted().join() === this.#types;
    this.#inWords(() =>
      this.#transaction(() => {
        const stored = this.#run(
          `update copy_state set cursor = ?, generation = ?, updated_at = ${now},
            whole_at = coalesce(whole_at, iif(?, ${now}, null)) where cursor is ?`,
          [cursor, generation, Number(isWhole), this.#cursor],
        );
        if (stored !== 1) {
          throw new Failure(
            `Another program writes into ${this.#file}.`,
            'Only one at a time may write into a copy.',
          );
        }
        for (const change of changes) this.#take(change, generation);
        for (const type of ends ? types : []) {
          this.#run(`delete from ${tables[type]} where generation < ?`, [generation]);
        }
      }),
    );
    this.#cursor = cursor;
    this.#generation = generation;
  }

  /** How many objects the file has. */
  count(): number {
    const counts = Object.values(tables).map((table) => `(select count(*) from ${table})`);
    return Number(this.#db.prepare(`select ${counts.join(' + ')} as count`).get()?.count);
  }

  close(): void {
    this.#db.close();
  }

  #prepare({ server, team, isOther }: { server: string; team: string; isOther: boolean }): void {
    this.#db.exec('pragma journal_mode = wal; pragma synchronous = normal');
    // What was erased shall not be readable in the free space of the file.
    this.#db.exec('pragma secure_delete = on');
    this.#transaction(() => {
      for (const table of Object.values(tables)) {
        this.#db.exec(`create table if not exists ${table}
          (id text primary key, member_id text, generation integer not null)`);
      }
      for (const table of takenAlong) {
        this.#db.exec(`create index if not exists ${table}_member_id on ${table} (member_id)`);
      }
      this.#db.exec(`create table if not exists copy_state (cursor text, generation integer,
        types text, server text, team text, updated_at text, whole_at text)`);
      this.#run(
        `insert into copy_state (generation, types, server, team)
          select 0, ?, ?, ? where not exists (select 1 from copy_state)`,
        [this.#types, server, team],
      );
      if (isOther) this.#changeTypes();
    });
    for (const table of Object.values(tables)) {
      const rows = this.#db.prepare('select name, type from pragma_table_info(?)').all(table);
      const named = rows.map(
        ({ name, type }) => [String(name).toLowerCase(), String(type)] as const,
      );
      this.#columns.set(table, new Map(named));
    }
  }

  /** Nobody would remove what the copy no longer follows. So it goes, and the cursors of the former types with it. */
  #changeTypes(): void {
    const types = this.#types.split(',');
    for (const [type, table] of Object.entries(tables)) {
      if (!types.includes(type)) this.#run(`delete from ${table}`, []);
    }
    this.#run(`update copy_state set types = ?, cursor = iif(cursor is null, null, '{}')`, [
      this.#types,
    ]);
  }

  #take({ type, id, member_id, object }: Change, generation: number): void {
    const table = tables[type];
    // A newer service may have more types.
    if (table === undefined) return;
    if (object) {
      this.#put(table, [id, member_id, generation], object);
      return;
    }
    this.#run(`delete from ${table} where id = ?`, [id]);
    for (const taken of type === 'member' ? takenAlong : []) {
      this.#run(`delete from ${taken} where member_id = ?`, [id]);
    }
  }

  #put(table: string, about: SQLInputValue[], object: Record<string, unknown>): void {
    const shown = Object.entries(object).filter(([name]) => !own.includes(name.toLowerCase()));
    for (const [name, value] of shown) this.#makeColumn(table, name, value);
    const names = [...own, ...shown.map(([name]) => quoted(name))];
    const values = [...about, ...shown.map(([, value]) => stored(value))];
    const marks = names.map(() => '?').join();
    this.#run(`insert or replace into ${table} (${names.join()}) values (${marks})`, values);
  }

  /** A column gets its type from its first value: programs such as DuckDB read what the type says. */
  #makeColumn(table: string, name: string, value: unknown): void {
    const columns = this.#columns.get(table);
    const known = columns?.get(name.toLowerCase());
    const type = typeOf(value);
    if (known !== undefined && (known !== '' || type === '')) return;
    const column = quoted(name);
    const filled = `select 1 from ${table} where ${column} is not null limit 1`;
    const isFilled = known !== undefined && this.#db.prepare(filled).get() !== undefined;
    if (known !== undefined && !isFilled)
      this.#db.exec(`alter table ${table} drop column ${column}`);
    if (!isFilled) this.#db.exec(`alter table ${table} add column ${column} ${type}`);
    columns?.set(name.toLowerCase(), isFilled ? 'any' : type);
  }

  /** Returns how many rows were changed. */
  #run(sql: string, values: SQLInputValue[]): number {
    const statement = this.#statements.get(sql) ?? this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return Number(statement.run(...values).changes);
  }

  /** If it fails, the program ends, and SQLite forgets the transaction. */
  #transaction(work: () => void): void {
    this.#db.exec('begin immediate');
    work();
    this.#db.exec('commit');
  }

  /** Says in plain words why the file cannot be written. */
  #inWords<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!isOfSqlite(error)) throw error;
      // The lowest byte is the kind of the error.
      const reason = reasons[error.errcode & 255] ?? error.message;
      throw new Failure(`Cannot write ${this.#file}: ${reason}.`);
    }
  }
}

const now = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;
const NOT_A_DATABASE = 26;
const reasons: Readonly<Record<number, string>> = {
  5: 'another program has locked it',
  8: 'the file or its folder is read-only',
  10: 'the disk has a fault, or the file has reached a limit of its size',
  13: 'the disk is full',
  14: 'its folder is read-only',
};

const isOfSqlite = (error: unknown): error is Error & { errcode: number } =>
  error instanceof Error && 'errcode' in error;

function checkPlace(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Failure(`${file} is a folder.`, 'Name a file: --to copy.sqlite');
  }
  const folder = path.dirname(path.resolve(file));
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Failure(`There is no folder ${folder}.`);
  }
}

/** The file has personal data. SQLite gives the files beside it the rights of the file itself. */
function makePrivate(file: string): void {
  try {
    const made = openSync(file, 'wx', 0o600);
    // The mask of the process can only take rights away, also from the owner.
    fchmodSync(made, 0o600);
    closeSync(made);
  } catch {
    // It is there and keeps its rights, or SQLite says why it cannot be made.
  }
}

/** The state of a copy that is there. Nothing for a new file. Everything else is refused. */
function formerOf(db: DatabaseSync, file: string): Former | undefined {
  const foreign = new Failure(
    `${file} is there, and is no copy of a team.`,
    'Nothing was written into it. Name another file.',
  );
  try {
    if (!db.prepare('select 1 from sqlite_master').get()) return undefined;
  } catch (error) {
    throw isOfSqlite(error) && error.errcode === NOT_A_DATABASE ? foreign : error;
  }
  const columns = db.prepare(`select name from pragma_table_info('copy_state')`).all();
  if (!state.every((name) => columns.some((column) => column.name === name))) throw foreign;
  return db.prepare('select * from copy_state').get() as Former | undefined;
}

function refuseAnother(former: Former, { file, server, team }: Omit<Place, 'types'>): void {
  const hint = 'Name another file, or move this one away.';
  if (former.team !== team) throw new Failure(`${file} is a copy of another team.`, hint);
  if (former.server !== server) {
    throw new Failure(`${file} is a copy from ${former.server}, not ${server}.`, hint);
  }
}

function typeOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' ? 'numeric' : 'text';
}

/** Scalars as they are, everything else as JSON. */
function stored(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return value;
  return JSON.stringify(value);
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
