import type pg from 'pg';
import { createPool } from '../../src/db/pool.ts';
import type { KnownLine } from '../../src/rest/request-log/line.ts';
import { writeBatch } from '../../src/rest/request-log/write-lines.ts';
import { createLogger } from '../../src/shared/log.ts';
import { newRequestId } from '../../src/shared/request-id.ts';
import type { BenchDatabase } from './database.ts';
import { median } from './drive.ts';
import { cpuMsOfChildren } from './proc.ts';

const TEAMS = 500;
const LINES = 40_000;

/** The way before 0.4.0 was released: parameters by column, and an index of request ids. */
const FORMER = `create table if not exists request_log_former (like request_log including all);
  create index if not exists request_log_former_request
    on request_log_former (tenant_id, request_id)`;
const insert = {
  name: 'insert lines',
  text: `insert into request_log_former (tenant_id, created_at, request_id, key_id, method, route, path,
      status, code, why, ms, ip)
    select l.* from unnest($1::text[], $2::timestamptz[], $3::uuid[], $4::text[], $5::text[],
      $6::text[], $7::text[], $8::smallint[], $9::text[], $10::jsonb[], $11::integer[], $12::text[]) l
    on conflict do nothing`,
};

type Way = { batch: number; write(pool: pg.Pool, lines: KnownLine[]): Promise<unknown> };

const ways: Record<string, Way> = {
  'by COPY': { batch: 2_000, write: (pool, lines) => writeBatch(pool, { lines, counts: [] }) },
  'by parameters': {
    batch: 500,
    write: (pool, lines) => pool.query({ ...insert, values: of(lines) }),
  },
};

/** What PostgreSQL and Node spend on a line by itself, in turn with the former way. */
export async function measureLine({ teams, postmaster }: BenchDatabase): Promise<string> {
  const log = createLogger('error', process.stderr);
  const pool = createPool(teams.url, { max: 1, name: 'log lines', log });
  const spent = Object.entries(ways).map(([name, way]) => ({
    ...{ name, way },
    ...{ postgres: [] as number[], node: [] as number[] },
  }));
  try {
    await pool.query(FORMER);
    for (let round = 0; round < 5; round += 1) {
      for (const { way, postgres, node } of spent) {
        const { batch, write } = way;
        const batches = Array.from({ length: LINES / batch }, () => newLines(batch));
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
      ...{ method: 'GET', route: '/me', path: null, status: 200, code: null, why: null },
      ...{ ms: 7, ip: '127.0.0.1' },
    };
  });
}

function of(lines: KnownLine[]): unknown[][] {
  return [
    lines.map(({ tenantId }) => tenantId),
    lines.map(({ at }) => at),
    lines.map(({ requestId }) => requestId),
    lines.map(({ keyId }) => keyId),
    lines.map(({ method }) => method),
    lines.map(({ route }) => route),
    lines.map(({ path }) => path),
    lines.map(({ status }) => status),
    lines.map(({ code }) => code),
    lines.map(({ why }) => why),
    lines.map(({ ms }) => ms),
    lines.map(({ ip }) => ip),
  ];
}
