import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { untilReady, visit } from '../harness/sandbox.ts';
import { makeTeam, TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { startTestWorker } from '../harness/worker.ts';

const api = useApi();
let worker: Awaited<ReturnType<typeof startTestWorker>>;

beforeAll(async () => {
  // The worker writes the history in the time of the database.
  const { clock } = api();
  clock.travel(Date.now() - clock.now().getTime());
  worker = await startTestWorker(api());
});
afterAll(() => worker.stop());

test('a sandbox with a history has a year of everything, and sends nothing of it', async () => {
  const team = await makeTeam(api());
  const { app: owner } = await makeSession(team, team.owner);
  const { id } = await owner.sandboxes.create.mutate({ name: 'Look around', with_history: true });
  await untilReady(team, id);
  const inside = await visit(new TestTeam(team.api, id, team.owner), team.owner);
  const keys = (await inside.app.apiKeys.list.query({ show: 'all', limit: '50' })).data;
  expect(keys.map(({ name }) => name)).toContain('Personalsystem');
  const endpoints = (await inside.app.webhooks.listEndpoints.query({})).data;
  expect(endpoints.map(({ description }) => description)).toContain('Trainingsergebnisse ins CRM');
  const refused = await inside.app.webhooks.findDeliveries.query({ answer: '422', limit: '50' });
  expect(refused.data.length).toBeGreaterThan(0);
  expect((await inside.app.requestLog.list.query({ limit: '5' })).data).toHaveLength(5);
  expect((await inside.app.auditLog.list.query({ limit: '5' })).data).toHaveLength(5);
  const { data } = await inside.app.trainings.list.query({ limit: '1' });
  expect(data).toHaveLength(1);
  // Nothing of it may leave the server by itself.
  const { rows } = await api().sql.query(
    `select 1 from webhook_pending p join webhook_endpoint e on e.id = p.endpoint_id
     where p.tenant_id = $1 and e.status = 'active'`,
    [id],
  );
  expect(rows).toEqual([]);
});
