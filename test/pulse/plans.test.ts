import { expect, test } from 'vitest';
import { type Queryable, TeamDb } from '../../src/db/team-db.ts';
import { getPulse } from '../../src/features/pulse/get-pulse.ts';
import type { TeamVisit } from '../../src/operation/call.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

/** The statements of the pulse of a person with these rights. */
async function statements(role: 'owner' | 'admin'): Promise<string[]> {
  const texts: string[] = [];
  const recording = {
    query: async ({ text }: { text: string }) => {
      texts.push(text);
      return { rows: [] };
    },
  };
  const call = {
    db: new TeamDb(recording as unknown as Queryable, 'ten_1'),
    prisma: { tenant: { findFirst: async () => ({ time_zone: 'Europe/Berlin' }) } },
    now: new Date(),
    actor: { role, rights: [], plan: 'team', privacy: { hasMemberDetail: true } },
  };
  await getPulse(call as unknown as TeamVisit, {});
  return texts;
}

async function planOf(text: string): Promise<string> {
  const { rows } = await api().sql.query(`explain (generic_plan, costs off) ${text}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('each lane is one statement, which reads the newest rows along the index of its list', async () => {
  const { sql } = api();
  await sql.query(
    `insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
     select 'ten_' || team, 'whd_' || team || '_' || n, 'whe_' || team, 'evt_' || n, 'case.deleted',
       now() - n * interval '1 s'
     from generate_series(1, 200) team cross join generate_series(1, 50) n`,
  );
  await sql.query('analyze webhook_delivery');
  const [requests = '', deliveries = '', ...more] = await statements('owner');
  expect(more).toEqual([]);
  expect(await planOf(requests)).toMatch(/Index (Only )?Scan.* on request_log/);
  expect(await planOf(requests)).not.toContain('Seq Scan on request_log');
  expect(await planOf(deliveries)).toContain('Index Scan using webhook_delivery_page');
  expect(await planOf(deliveries)).not.toContain('Seq Scan on webhook_delivery');
  const [trainings = '', ...others] = await statements('admin');
  expect(others).toEqual([]);
  expect(trainings).toContain('from training t');
  for (const text of [requests, deliveries, trainings]) expect(text).toMatch(/limit /);
});
