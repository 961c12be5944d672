import type pg from 'pg';
import { BinaryValues } from '../../src/db/binary-values.ts';
import { copyIn } from '../../src/db/pg/copy-in.ts';
import { createPool } from '../../src/db/pool.ts';
import { withTransaction } from '../../src/db/transaction.ts';
import type { KnownLine } from '../../src/rest/request-log/line.ts';
import { PendingLines } from '../../src/rest/request-log/pending-lines.ts';
import { writeBatch } from '../../src/rest/request-log/write-lines.ts';
import { createLogger } from '../../src/shared/log.ts';
import { newRequestId } from '../../src/shared/request-id.ts';
import type { BenchDatabase } from './database.ts';
import { median } from './drive.ts';
import { cpuMsOfChildren } from './proc.ts';

const TEAMS = 500;
const LINES = 100_000;
/** The lines that a busy process writes in a second. */
const BATCH = 5_000;

/** The former table, with a row for each line. */
const ROW_OF_LINE = `create table if not exists request_row (
    tenant_id text collate "C", created_at timestamptz(3), request_id uuid, key_id text collate "C",
    method text, route text, path text, status smallint, code text, why jsonb, ms integer, ip text,
    primary key (tenant_id, created_at, request_id)
  ) partition by range (created_at);
  create table if not exists request_row_default partition of request_row default;
  create index if not exists request_row_error on request_row (tenant_id, created_at, request_id)
    where code is not null`;

type Way = { name: string; write(pool: pg.Pool, lines: KnownLine[]): Promise<unknown> };

const ways: Way[] = [
  {
    name: 'a row for the lines of ten seconds',
    write(pool, lines) {
      const pending = new PendingLines();
      for (const line of lines) pending.add(line);
      return writeBatch(pool, { lines: pending.size, rows: pending.rows(), counts: [] });
    },
  },
  {
    name: 'a row for each line',
    write: (pool, lines) =>
      withTransaction(pool, (client) =>
        copyIn(client, 'copy request_row from stdin (format binary)', rowsOf(lines)),
      ),
  },
];

/** The time that PostgreSQL and Node spend on a line, in turn with the former way. */
export async function measureLine({ teams, postmaster }: BenchDatabase): Promise<string> {
  const log = createLogger('error', process.stderr);
  const pool = createPool(teams.url, { max: 1, name: 'log lines', log });
  const spent = ways.map((way) => ({
    ...way,
    postgres: [] as number[],
    node: [] as number[],
  }));
  try {
    await pool.query(ROW_OF_LINE);
    for (let round = 0; round < 5; round += 1) {
      for (const { write, postgres, node } of spent) {
        const batches = Array.from({ length: LINES / BATCH }, () => newLines(BATCH));
        const [before, used] = [cpuMsOfChildren(postmaster) ?? 0, process.cpuUsage()];
        for (const lines of batches) await write(pool, lines);
        const { user, system } = process.cpuUsage(used);
        postgres.push((((cpuMsOfChildren(postmaster) ?? 0) - before) * 1_000) / LINES);
        node.push((user + system) / LINES);
      }
    }
  } finally {
    await pool.end();
  }
  const texts = spent.map(
    ({ name, postgres, node }) =>
      `${name} ${median(postgres).toFixed(1)} + ${median(node).toFixed(1)} µs`,
  );
  return `a line by itself, PostgreSQL + Node: ${texts.join(', ')}`;
}

function newLines(count: number): KnownLine[] {
  return Array.from({ length: count }, () => {
    const team = String(Math.floor(Math.random() * TEAMS)).padStart(26, '0');
    return {
      tenantId: `ten_${team}`,
      keyId: `key_${team}`,
      given: null,
      at: new Date(),
      endedAt: 0,
      requestId: newRequestId(),
      method: 'GET',
      route: '/me',
      path: null,
      status: 200,
      code: null,
      why: null,
      ms: 7,
      ip: '127.0.0.1',
    };
  });
}

function rowsOf(lines: KnownLine[]): Buffer {
  const rows = new BinaryValues(250 * lines.length);
  for (const line of lines.toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1))) {
    rows.count16(12);
    rows.text(line.tenantId);
    rows.time(line.at.getTime());
    rows.uuid(line.requestId);
    for (const text of [line.keyId, line.method, line.route, line.path]) rows.text(text);
    rows.int16(line.status);
    rows.text(line.code);
    rows.json(null);
    rows.int32(line.ms);
    rows.text(line.ip);
  }
  return rows.written;
}
