import { expect, test } from 'vitest';
import { type Queryable, TeamDb } from '../../src/db/team-db.ts';
import { listDeliveries } from '../../src/features/webhooks/list-deliveries.ts';
import { systemCall } from '../../src/operation/system-call.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

async function statement(): Promise<string> {
  let its = '';
  const recording = {
    query: async ({ text }: { text: string }) => {
      its = text;
      return { rows: [{ items: null }] };
    },
  };
  const db = new TeamDb(recording as unknown as Queryable, 'ten_1');
  await listDeliveries(systemCall(db, new Date()), { endpoint_id: 'whe_1', limit: 5 });
  return its;
}

test.each([1, 10, 100])(
  'P788: with %i deliveries each, the latest are read along the index',
  async (each) => {
    const client = await api().sql.connect();
    try {
      await client.query('begin');
      const deliveries = `select 'ten_' || team as tenant_id, 'whe_' || team as endpoint_id,
        'whd_' || team || '_' || n as id, now() - n * interval '1 s' as at
      from generate_series(1, 500) team cross join generate_series(1, ${each}) n`;
      await client.query(
        `insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
       select tenant_id, id, endpoint_id, 'evt_' || id, 'case.deleted', at from (${deliveries}) d`,
      );
      await client.query(
        `insert into webhook_attempt (tenant_id, delivery_id, n, started_at, response_code, response_ms)
       select tenant_id, id, 1, at, 200, 12 from (${deliveries}) d`,
      );
      await client.query('analyze webhook_delivery; analyze webhook_attempt');
      await client.query('set local jit = off');
      const { rows } = await client.query(`explain (generic_plan, costs off) ${await statement()}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index Scan using webhook_delivery_page');
      expect(plan).not.toContain('Sort');
    } finally {
      await client.query('rollback');
      client.release();
    }
  },
);
