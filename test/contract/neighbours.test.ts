import { expect, test } from 'vitest';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

const statusOf = ({ status }: { status: number }) => status;

test('a team whose statements wait does not keep other teams waiting', async () => {
  const slow = await makeTeam(api());
  const other = await makeTeam(api());
  const client = await api().sql.connect();
  await client.query('begin');
  await client.query('select from tenant where id = $1 for update', [slow.tenantId]);
  const invited = Array.from({ length: 20 }, (_, i) =>
    slow.request('POST', '/users', { body: { email: `slow-${i}@example.com` } }),
  );
  await until('four connections', () => api().pool.totalCount - api().pool.idleCount >= 4);
  // The test sends few requests, because those of the slow team wait for a turn, for at most five seconds.
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      other.request('POST', '/users', { body: { email: `other-${i}@example.com` } }),
    ),
  );
  expect(answers.map(statusOf)).toEqual(Array(5).fill(201));
  expect((await api().requestAt('GET', '/readyz')).status).toBe(200);
  expect(await Promise.race([...invited, Promise.resolve('waiting')])).toBe('waiting');
  await client.query('rollback');
  client.release();
  // On a busy machine some have waited for five seconds by now.
  for (const { status } of await Promise.all(invited)) expect([201, 503]).toContain(status);
});

test('D83: a request that gets no turn in time gets 503, and the next request is served', async () => {
  // The counter covers all files that have run in this process.
  const refusals = async () => {
    const { text } = await api().requestAt('GET', '/metrics');
    return Number(/_refusals_total\{guard="team_connections"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  const before = await refusals();
  const team = await makeTeam(api());
  const client = await api().sql.connect();
  await client.query('begin');
  await client.query('select from tenant where id = $1 for update', [team.tenantId]);
  const invite = (name: string) =>
    team.request('POST', '/users', { body: { email: `${name}@example.com` } });
  const first = Array.from({ length: 4 }, (_, i) => invite(`first-${i}`));
  await until('four connections', () => api().pool.totalCount - api().pool.idleCount >= 4);
  expect((await invite('late')).status).toBe(503);
  expect(await refusals()).toBe(before + 1);
  await client.query('rollback');
  client.release();
  expect((await Promise.all(first)).map(statusOf)).toEqual(Array(4).fill(201));
  expect((await invite('late')).status).toBe(201);
});
