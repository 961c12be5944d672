// What a page of trainings costs PostgreSQL and Node: as plain rows (the rival's statement), with JSON by PostgreSQL (as
// before P778), and as the product reads it. One connection does all three in turn.
//   node_modules/.bin/node scripts/bench/page-cost.ts [--rounds N] [--data DIR]
import { createSecretKey } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { Privacy } from '../../src/auth/privacy.ts';
import { readPage } from '../../src/db/pages/page.ts';
import { createPool } from '../../src/db/pool.ts';
import { TeamDb } from '../../src/db/team-db.ts';
import { listTrainings } from '../../src/features/trainings/list-trainings.ts';
import {
  activeMember,
  type Training,
  trainingShape,
} from '../../src/features/trainings/trainings.schema.ts';
import { systemCall } from '../../src/operation/system-call.ts';
import { createLogger } from '../../src/shared/log.ts';
import { type BenchCluster, fill, openCluster } from './database.ts';
import { median } from './drive.ts';
import { cpuMs } from './proc.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '60' }, data: { type: 'string' } },
});
const CALLS = 50;
const LIMIT = 50;
const cursorKey = createSecretKey(Buffer.alloc(32, 7));

type Read = (tenantId: string) => Promise<string>;

// This is the statement of scripts/bench/baseline.ts.
const plain = `select t.id, m.user_id, t.status, t.source, t.assignment_id, t.created_at,
    t.finished_at, t.duration_s, t.external_ref, t.situation_id, t.personality_id,
    t.industry_id, t.role_id
  from training t cross join lateral (select a.user_id from member a
    where a.tenant_id = $1 and a.id = t.member_id and a.status = 'active' limit 1) m
  where t.tenant_id = $1 order by t.created_at desc, t.id desc limit $2`;

function readers(pool: pg.Pool): Record<string, Read> {
  const dbOf = (tenantId: string) => new TeamDb(pool, tenantId);
  return {
    'plain rows, as the rival reads them': async (tenantId) => {
      const { rows } = await pool.query({ name: 'p', text: plain, values: [tenantId, LIMIT + 1] });
      return JSON.stringify({ data: rows.slice(0, LIMIT), next_cursor: rows.at(-1).id });
    },
    'JSON written by PostgreSQL': async (tenantId) => {
      const page = await readPage<Training>(
        dbOf(tenantId),
        { route: 'trainings', limit: LIMIT, cursor: undefined, cursorKey, filters: {} },
        {
          shape: trainingShape,
          from: `training t cross join ${activeMember}`,
          where: ['t.tenant_id = $1'],
          params: [],
          at: 't.created_at',
          id: 't.id',
          large: ['t.external_ref'],
        },
      );
      return page.text;
    },
    'the product': async (tenantId) => {
      const call = {
        ...systemCall(dbOf(tenantId), new Date()),
        actor: { kind: 'system' as const, tenantId, privacy: Privacy.hidesNothing },
        ip: null,
        language: 'en' as const,
        cursorKey,
        secretKey: cursorKey,
        urlChecker: { check: () => Promise.reject(new Error('this measurement checks no URL')) },
      };
      return (await listTrainings(call, { limit: LIMIT })).text;
    },
  };
}

async function measure(cluster: BenchCluster): Promise<void> {
  const counts = { teams: 20, keys: 1, trainings: 2_000, assignments: 500, deals: 0 };
  const { keys } = await fill(cluster.url, path.join(cluster.dir, 'page-cost.jsonl'), counts);
  const pool = createPool(cluster.url, { max: 1, name: 'bench', log: createLogger('warn') });
  try {
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? 0;
    const sides = Object.entries(readers(pool));
    await requireSameBytes(sides.slice(1), keys[0]?.tenant_id ?? '');
    const spent = sides.map(() => ({ postgres: [] as number[], node: [] as number[] }));
    for (let n = -5; n < Number(values.rounds); n++) {
      for (const [i, [, read]] of sides.entries()) {
        const [before, own] = [cpuMs(pid) ?? 0, process.cpuUsage()];
        for (let c = 0; c < CALLS; c++) await read(keys[c % keys.length]?.tenant_id ?? '');
        const { user, system } = process.cpuUsage(own);
        // The first rounds warm up.
        if (n < 0) continue;
        spent[i]?.postgres.push((((cpuMs(pid) ?? 0) - before) * 1_000) / CALLS);
        spent[i]?.node.push((user + system) / CALLS);
      }
    }
    const least = median(spent[0]?.postgres ?? []);
    for (const [i, [name]] of sides.entries()) {
      const postgres = median(spent[i]?.postgres ?? []);
      const node = median(spent[i]?.node ?? []);
      console.log(
        `${name.padEnd(36)} PostgreSQL ${postgres.toFixed(0)} µs (${(postgres / least).toFixed(2)}), Node ${node.toFixed(0)} µs`,
      );
    }
  } finally {
    await pool.end();
  }
}

async function requireSameBytes(sides: [string, Read][], tenantId: string): Promise<void> {
  const texts = new Set<string>();
  for (const [, read] of sides) texts.add(await read(tenantId));
  if (texts.size !== 1) throw new Error('the pages differ');
}

const cluster = await openCluster(values.data && path.resolve(values.data));
try {
  await measure(cluster);
} finally {
  await cluster.close();
}
