import { beforeAll, expect, test } from 'vitest';
import { insertDelivery, insertEndpoint, triedOnce } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { toldOf } from '../harness/told.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

// The first job of a task is added by the queue itself, which notifies.
beforeAll(() => api().sql.query(`select enqueue('webhook.deliver', '{}')`));

const changes: [what: string, change: (team: TestTeam) => Promise<{ status: number }>][] = [
  [
    'an event',
    async (team) => {
      await insertEndpoint(team, { events: ['member.joined'] });
      return team.request('POST', '/users', { body: { email: 'new@example.com' } });
    },
  ],
  [
    'a test',
    async (team) => team.request('POST', `/webhook-endpoints/${await insertEndpoint(team)}/test`),
  ],
  [
    'a manual retry',
    async (team) => {
      const endpoint_id = await insertEndpoint(team);
      const id = await insertDelivery(team, { endpoint_id, ...triedOnce });
      return team.request('POST', `/webhook-deliveries/${id}/retry`);
    },
  ],
  [
    'an endpoint that is active again',
    async (team) => {
      const id = await insertEndpoint(team, { status: 'disabled' });
      return team.request('PATCH', `/webhook-endpoints/${id}`, { body: { status: 'active' } });
    },
  ],
];

test.each(changes)('P76: workers are told at once of %s', async (_, change) => {
  const team = await makeTeam(api());
  const told = await toldOf(api().database.url);
  expect((await change(team)).status).toBeLessThan(300);
  await expect.poll(() => told).toEqual([1]);
});

test('P76: workers are not told of an event that nobody takes', async () => {
  const team = await makeTeam(api());
  await insertEndpoint(team, { events: ['member.removed'] });
  const told = await toldOf(api().database.url);
  const invitation = { body: { email: 'new@example.com' } };
  expect((await team.request('POST', '/users', invitation)).status).toBe(201);
  await insertEndpoint(team, { events: ['member.joined'] });
  const { status } = await team.request('POST', '/users', { body: { email: 'next@example.com' } });
  expect(status).toBe(201);
  await expect.poll(() => told).toEqual([1]);
});
