import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TeamDb } from '../../src/db/team-db.ts';
import { readLines } from '../../src/features/request-log/list-requests.ts';
import type { LineFilter } from '../../src/features/request-log/request-log.schema.ts';
import type { TeamLine } from '../../src/rest/request-log/line.ts';
import { PendingLines } from '../../src/rest/request-log/pending-lines.ts';
import { writeBatch } from '../../src/rest/request-log/write-lines.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();
const cursorKey = createSecretKey(Buffer.alloc(32));
const begin = Date.parse('2026-11-18T09:00:00.000Z');
/** The time is often the first moment of a slot of ten seconds, or the last moment of the slot before. */
const time = fc
  .oneof(fc.integer({ min: 0, max: 35_000 }), fc.constantFrom(0, 9_999, 10_000, 20_000))
  .map((ms) => new Date(begin + ms));

const text = fc
  .oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom('/me', '/users/…', 'ü'))
  .map((value) => value.replaceAll('\0', ''));
const maybe = fc.option(text);

const line = fc.record({
  tenantId: fc.constantFrom('ten_1', 'ten_2'),
  keyId: fc.constantFrom('key_1', 'key_2', 'key_3'),
  presented: fc.constant(null),
  at: time,
  endedAt: fc.constant(0),
  requestId: fc.constant(''),
  method: fc.constantFrom('GET', 'POST'),
  route: maybe,
  path: maybe,
  status: fc.integer({ min: 200, max: 599 }),
  code: fc.option(fc.constantFrom('not_found', 'forbidden')),
  why: fc.option(
    fc.record({
      check: fc.constantFrom('input' as const, 'key' as const),
      detail: fc
        .string({ unit: 'binary', maxLength: 3_000 })
        .map((value) => value.replaceAll('\0', '')),
    }),
  ),
  ms: fc.nat({ max: 1_000_000 }),
  ip: fc.option(fc.ipV4()),
});

/** Each request has an id of its own. The order of the ids is not that of the times. A key belongs to one team. */
const idOf = (n: number) =>
  `${String((n * 7_919) % 10_007).padStart(8, '0')}-0000-7000-8000-000000000000`;
const batches = fc
  .array(fc.array(line, { minLength: 1, maxLength: 15 }), { maxLength: 4 })
  .map((written) => {
    let n = 0;
    return written.map((lines) =>
      lines.map((one) => ({ ...one, requestId: idOf(n++), keyId: `${one.tenantId}_${one.keyId}` })),
    );
  });

async function write(written: TeamLine[][]): Promise<void> {
  const { pool } = database();
  await pool.query('truncate request_log');
  for (const lines of written) {
    const pending = new PendingLines();
    for (const one of lines) pending.add(one);
    await writeBatch(pool, { lines: pending.size, rows: pending.rows(), counts: [] });
  }
}

async function readAll(limit: number, filter: LineFilter): Promise<unknown[]> {
  const read: unknown[] = [];
  const call = { db: new TeamDb(database().pool, 'ten_1'), cursorKey, now: new Date(begin) };
  let cursor: string | undefined;
  do {
    const page = await readLines(call, { cursor, limit, filter, most: 7 });
    read.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return read;
}

/** Newest first. Lines of the same moment are sorted by id. */
function inOrder(lines: TeamLine[]): TeamLine[] {
  return lines.toSorted(
    (a, b) => b.at.getTime() - a.at.getTime() || (a.requestId < b.requestId ? 1 : -1),
  );
}

const shown = ({
  requestId,
  at,
  keyId,
  tenantId: _,
  presented: __,
  endedAt: ___,
  ...rest
}: TeamLine) => ({
  request_id: requestId,
  at: at.toISOString(),
  key_id: keyId,
  ...rest,
});

test("what processes write in any batches is read in the log's order, page by page, whole and unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(
      batches,
      fc.integer({ min: 1, max: 5 }),
      fc.record({ since: fc.option(time), until: fc.option(time), failed: fc.boolean() }),
      async (written, limit, { since, until, failed }) => {
        await write(written);
        const filter = {
          ...(since ? { since: since.toISOString() } : {}),
          ...(until ? { until: until.toISOString() } : {}),
          ...(failed ? { code: 'not_found' } : {}),
        };
        const expected = written.flat().filter(({ tenantId, at, code }) => {
          if (tenantId !== 'ten_1' || (failed && code !== 'not_found')) return false;
          return !(since && at < since) && !(until && at >= until);
        });
        expect(await readAll(limit, filter)).toEqual(inOrder(expected).map(shown));
      },
    ),
    { numRuns: 150 },
  );
});

test('a row holds lines of ten seconds, and errors have rows of their own', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (written) => {
      await write(written);
      const { rows } = await database().pool.query(
        `select 1 from request_log_line
         where slot <> date_bin('10 seconds', created_at, 'epoch') or failed <> (code is not null)`,
      );
      expect(rows).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test('a busy key has one row for all lines of ten seconds that are written at once', async () => {
  const [sample] = fc.sample(line, { numRuns: 1, seed: 1 });
  const lines = Array.from({ length: 3_000 }, (_, n) => ({
    ...(sample as TeamLine),
    requestId: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    at: new Date(begin + n * 3),
  }));
  await write([lines]);
  const { rows } = await database().pool.query(
    'select cardinality(lines) as lines from request_log',
  );
  expect(rows).toEqual([{ lines: 3_000 }]);
});
