import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/time/durations.ts';
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
  const withHistory = async () =>
    (await owner.sandboxes.list.query({})).data.find((one) => one.id === id)?.with_history;
  const inside = await visit(new TestTeam(team.api, id, team.owner), team.owner);
  const keys = (await inside.app.apiKeys.list.query({ show: 'all', limit: '50' })).data;
  expect(keys.map(({ name }) => name)).toContain('Personalsystem');
  const endpoints = (await inside.app.webhooks.listEndpoints.query({})).data;
  expect(endpoints.map(({ description }) => description)).toContain('Trainingsergebnisse ins CRM');
  const refused = await inside.app.webhooks.listAllDeliveries.query({ answer: '422', limit: '50' });
  expect(refused.data.length).toBeGreaterThan(0);
  expect((await inside.app.requestLog.list.query({ limit: '5' })).data).toHaveLength(5);
  expect((await inside.app.auditLog.list.query({ limit: '5' })).data).toHaveLength(5);
  const { data } = await inside.app.trainings.list.query({ limit: '1' });
  expect(data).toHaveLength(1);
  const { data: invited } = await inside.app.members.list.query({
    limit: '50',
    status: 'invited',
  });
  expect(new Set(invited.map(({ invitation }) => invitation?.mail))).toEqual(new Set(['shown']));
  // The first look at the overview shows a day on which something happened, most of it well.
  const { interfaces: day } = await inside.app.pulse.get.query({});
  const sum = (values: readonly number[] = []) => values.reduce((all, one) => all + one, 0);
  expect(sum(day?.requests.ok)).toBeGreaterThan(3);
  expect(sum(day?.events)).toBeGreaterThan(3);
  expect(sum(day?.deliveries.ok)).toBeGreaterThan(3);
  const { data: today } = await inside.app.webhooks.listAllDeliveries.query({
    status: 'retrying',
    answer: '422',
    limit: '50',
    from: new Date(Date.now() - DAY_MS).toISOString(),
  });
  // Soon after midnight, the last day has two days of the history.
  expect(new Set(today.map(({ event_type }) => event_type))).toEqual(
    new Set(['assignment.created']),
  );
  expect(await withHistory()).toBe(true);
  // A reset brings all of it back, and leaves alone what a person has made.
  const mine = await inside.app.apiKeys.create.mutate({ name: 'Mine', scopes: ['users:read'] });
  await owner.sandboxes.reset.mutate({ sandbox_id: id });
  await untilReady(team, id);
  const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort();
  const after = (await inside.app.apiKeys.list.query({ show: 'all', limit: '50' })).data;
  expect(namesOf(after)).toEqual([...namesOf(keys), 'Mine'].sort());
  expect(after.map(({ key_id }) => key_id)).toContain(mine.key_id);
  expect(
    (await inside.app.webhooks.listAllDeliveries.query({ answer: '422', limit: '50' })).data,
  ).toHaveLength(refused.data.length);
  // Nothing of it may leave the server by itself.
  const { rows } = await api().sql.query(
    'select e.url, e.proven_origin from webhook_endpoint e where e.tenant_id = $1',
    [id],
  );
  expect(rows).toHaveLength(3);
  for (const { url, proven_origin } of rows) {
    expect(url).toMatch(/^https:\/\/practice-receiver\.example\/de\/ten_\w+\/[a-z]+$/);
    expect(proven_origin).toBe('https://practice-receiver.example');
  }
});
