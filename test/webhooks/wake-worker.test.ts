import { beforeAll, expect, test } from 'vitest';
import { notifiedCounts } from '../harness/notified-counts.ts';
import { insertDelivery, insertEndpoint, triedOnce } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

// The queue itself adds the first job of a task, and notifies.
beforeAll(() => api().sql.query(`select enqueue('webhook.deliver', '{}')`));

/** Raises one event without a mail, because a mail would be a second job. */
async function removeMember(team: TestTeam) {
  const { memberId } = await team.addMember();
  return team.request('DELETE', `/users/${memberId}`);
}

const changes: [what: string, change: (team: TestTeam) => Promise<{ status: number }>][] = [
  [
    'an event',
    async (team) => {
      await insertEndpoint(team, { events: ['member.removed'] });
      return removeMember(team);
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

test.each(changes)('workers are told at once of %s', async (_, change) => {
  const team = await makeTeam(api());
  const counts = await notifiedCounts(api().database.url);
  expect((await change(team)).status).toBeLessThan(300);
  await expect.poll(() => counts).toEqual([1]);
});

test('workers are not told of an event without subscribers', async () => {
  const team = await makeTeam(api());
  await insertEndpoint(team, { events: ['assignment.created'] });
  const counts = await notifiedCounts(api().database.url);
  expect((await removeMember(team)).status).toBeLessThan(300);
  await insertEndpoint(team, { events: ['member.removed'] });
  expect((await removeMember(team)).status).toBeLessThan(300);
  await expect.poll(() => counts).toEqual([1]);
});
