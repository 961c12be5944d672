import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { until } from '../../harness/until.ts';
import { useDatabase } from '../../harness/use-database.ts';

// These tests check what src/db/pg assumes of pg. They use pg alone, and no code of ours.
const database = useDatabase();
const root = path.resolve(import.meta.dirname, '../../..');

/** The parts of pg that its types do not declare. */
type Connection = {
  stream: Duplex;
  sync(): void;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};
type Query = {
  text: string;
  name: string | undefined;
  values: unknown[] | undefined;
  callback: (error: Error | null, result?: pg.QueryResult) => void;
  _result: { _types?: unknown };
  requiresPreparation(): boolean;
  submit(connection: Connection): Error | null;
};
const Query = pg.Query as unknown as new (config: string | pg.QueryConfig) => Query;

async function opened(config: pg.ClientConfig = { pipeline: true }) {
  const client = new pg.Client({ connectionString: database().url, ...config });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  const { connection, _types } = client as unknown as { connection: Connection; _types: unknown };
  return { client, connection, types: _types };
}

/** Sends a statement of a class of our own, and resolves with its result. */
function sent(client: pg.Client, query: Query): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  query.callback = (error, result) => (error ? reject(error) : resolve(result as pg.QueryResult));
  client.query(query as unknown as pg.Submittable);
  return promise;
}

test('the version of pg is pinned, and README.md names it', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const installed = JSON.parse(read('node_modules/pg/package.json')).version;
  expect(JSON.parse(read('package.json')).dependencies.pg).toBe(installed);
  expect(read('src/db/pg/README.md')).toContain(`pg ${installed}`);
});

test('a statement sends everything through the stream of its connection, which can be corked', async () => {
  const { client, connection } = await opened();
  const write = vi.spyOn(connection.stream, '_writev');
  connection.stream.cork();
  const answers = [1, 2].map((n) => client.query('select $1::int as n', [n]));
  await new Promise((done) => setTimeout(done, 20));
  expect(write).not.toHaveBeenCalled();
  connection.stream.uncork();
  expect((await Promise.all(answers)).map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  expect(write).toHaveBeenCalledOnce();
});

test('a prepared statement ends with one call of `sync`, and a statement of text alone does not; `sync` can be replaced', async () => {
  const { client, connection } = await opened();
  const sync = connection.sync.bind(connection);
  let calls = 0;
  connection.sync = () => {
    calls += 1;
    sync();
  };
  await client.query({ name: 'named', text: 'select 1' });
  await client.query('select $1::int', [1]);
  expect(calls).toBe(2);
  await client.query('select 1');
  expect(calls).toBe(2);
  expect(new Query({ name: 'named', text: 'begin', values: [] }).requiresPreparation()).toBe(true);
  expect(new Query('begin').requiresPreparation()).toBe(false);
});

test('the messages of an answer go to the methods of the statement that PostgreSQL is answering', async () => {
  const { client } = await opened();
  const calls: string[] = [];
  class Watched extends Query {}
  for (const name of [
    'handleRowDescription',
    'handleDataRow',
    'handleCommandComplete',
    'handleEmptyQuery',
    'handleError',
    'handleReadyForQuery',
  ]) {
    const own = (Query.prototype as unknown as Record<string, (...args: unknown[]) => unknown>)[
      name
    ];
    Object.assign(Watched.prototype, {
      [name](this: Query, ...args: unknown[]) {
        calls.push(name.replace('handle', ''));
        return own?.apply(this, args);
      },
    });
  }
  await sent(client, new Watched({ text: 'select $1::int', values: [1] }));
  expect(calls.splice(0)).toEqual([
    'RowDescription',
    'DataRow',
    'CommandComplete',
    'ReadyForQuery',
  ]);
  await sent(client, new Watched({ name: 'empty', text: '', values: [] }));
  expect(calls.splice(0)).toEqual(['EmptyQuery', 'ReadyForQuery']);
  const failed = sent(client, new Watched({ text: 'select 1 / $1::int', values: [0] }));
  await expect(failed).rejects.toBeInstanceOf(pg.DatabaseError);
  expect(calls).toEqual(['Error']);
});

test('`submit` sends at once in a pipeline, and returns an error instead of throwing it', async () => {
  const { client, connection } = await opened();
  const first = client.query('select pg_sleep(0.05)');
  const submit = vi.spyOn(Query.prototype as Query, 'submit');
  onTestFinished(() => submit.mockRestore());
  const second = client.query({ name: 'second', text: 'select $1::int as n', values: [2] });
  expect(submit).toHaveBeenCalledOnce();
  expect(submit.mock.results[0]?.value).toBeNull();
  await Promise.all([first, second]);
  const unnamed = new Query('');
  Object.assign(unnamed, { text: undefined, name: undefined });
  expect(unnamed.submit(connection)).toBeInstanceOf(Error);
});

test('pg lists a named statement as submitted until PostgreSQL has parsed it, then as parsed', async () => {
  const { client, connection } = await opened();
  const statement = { name: 'kept', text: 'select $1::int as n', values: [1] };
  const answer = client.query(statement);
  expect(connection.submittedNamedStatements).toEqual({ kept: statement.text });
  await answer;
  expect(connection.submittedNamedStatements).toEqual({});
  expect(connection.parsedStatements).toEqual({ kept: statement.text });
  // If the name is removed from the list, pg parses the statement again before it binds it.
  await client.query('begin');
  const failing = client.query('select 1 / $1::int', [0]).catch(() => undefined);
  const late = client.query({ ...statement, name: 'late' }).catch(() => undefined);
  await Promise.all([failing, late, client.query('rollback')]);
  delete connection.submittedNamedStatements.late;
  expect((await client.query({ ...statement, name: 'late' })).rows).toEqual([{ n: 1 }]);
});

test('a prepared value may be prepared again, and the preparation of a value that cannot be sent throws', () => {
  const values = [
    null,
    'Ä',
    7,
    true,
    new Date(0),
    Buffer.from('x'),
    [1, [null, 'a"b']],
    { a: [1] },
  ];
  for (const value of values) {
    const once = utils.prepareValue(value);
    expect(utils.prepareValue(once)).toEqual(once);
  }
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  expect(() => utils.prepareValue(circular)).toThrow();
});

test('a statement has no type parsers until its client gives it some', async () => {
  const parsers = { getTypeParser: () => (text: string) => `parsed ${text}` };
  const { client, types } = await opened({ types: parsers as pg.CustomTypesConfig });
  const query = new Query({ text: 'select $1::int as n', values: [1] });
  expect(query._result._types).toBeUndefined();
  expect((await sent(client, query)).rows).toEqual([{ n: 'parsed 1' }]);
  expect(query._result._types).toBe(types);
});

test('COPY asks the statement for its rows, with a connection that can send them', async () => {
  const { client } = await opened();
  await client.query('create temporary table copied (text text)');
  class Copy extends Query {
    handleCopyInResponse(connection: Connection): void {
      connection.sendCopyFromChunk(Buffer.from('one\ntwo\n'));
      connection.endCopyFrom();
    }
  }
  const { rowCount } = await sent(client, new Copy('copy copied from stdin'));
  expect(rowCount).toBe(2);
  // A statement without `handleCopyInResponse` is refused, and the connection can be used again.
  await expect(client.query('copy copied from stdin')).rejects.toThrow('No source stream defined');
  expect((await client.query('select text from copied')).rowCount).toBe(2);
});

test('the status of a transaction is known after its first answer', async () => {
  const { client } = await opened();
  await client.query('begin');
  expect(client.getTransactionStatus()).toBe('T');
  await client.query('rollback');
  expect(client.getTransactionStatus()).toBe('I');
});

test('errors of lost, closed and silent connections have the words that database-error.ts looks for', async () => {
  const { client, connection } = await opened({});
  await client.end();
  await expect(client.query('select 1')).rejects.toThrow('Client was closed and is not queryable');
  const { client: lost, connection: cut } = await opened();
  const waiting = lost.query('select pg_sleep(30)');
  cut.stream.destroy();
  await expect(waiting).rejects.toThrow('Connection terminated unexpectedly');
  const { client: silent } = await opened({ query_timeout: 30 });
  await expect(silent.query('select pg_sleep(0.5)')).rejects.toThrow('Query read timeout');
  await until('the stream to end', () => connection.stream.destroyed && cut.stream.destroyed);
  // PostgreSQL continues a statement that nobody waits for, and the database could not be dropped.
  await database().pool.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and query like 'select pg_sleep%'`);
});
