import { expect, test } from 'vitest';
import { codeOf, errorOf, makeSession } from '../harness/app.ts';
import { auditOf, insertDelivery, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

const ask = (team: TestTeam, endpoint: string) =>
  team.request('POST', `/webhook-endpoints/${endpoint}/test`);

async function deliveriesOf(team: TestTeam, endpoint: string): Promise<unknown[]> {
  return (await team.request('GET', `/webhook-endpoints/${endpoint}/deliveries`)).body.data;
}

test('D59: the eleventh in a minute is 429 until the oldest leaves it, and the headers say 10/0', async () => {
  const team = await makeTeam(api());
  const [id, other] = [await insertEndpoint(team), await insertEndpoint(team)];
  // Each request is a second after the one before.
  for (let n = 0; n < 10; n += 1) expect((await ask(team, id)).status).toBe(202);
  const refused = await ask(team, id);
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  expect(refused.body.retry_after).toBe(50);
  expect(refused.headers).toMatchObject({
    'ratelimit-limit': '10',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '50',
    'retry-after': '50',
  });
  expect((await ask(team, other)).status).toBe(202);
  expect((await auditOf(team, id)).length).toBe(10);
  api().clock.travel(47_000);
  expect((await ask(team, id)).status).toBe(429);
  expect((await ask(team, id)).status).toBe(202);
  expect(await deliveriesOf(team, id)).toHaveLength(11);
});

test('deliveries of other events are no tests: however many there are, ten tests remain', async () => {
  const team = await makeTeam(api());
  const endpoint_id = await insertEndpoint(team);
  for (let n = 0; n < 12; n += 1) await insertDelivery(team, { endpoint_id });
  for (let n = 0; n < 10; n += 1) expect((await ask(team, endpoint_id)).status).toBe(202);
  expect((await ask(team, endpoint_id)).status).toBe(429);
});

test('many at once are ten too, over REST and in the app together; a repeated call counts once', async () => {
  const team = await makeTeam(api());
  const id = await insertEndpoint(team);
  const path = `/webhook-endpoints/${id}/test`;
  const again = () => team.request('POST', path, { headers: { 'idempotency-key': 'once' } });
  for (let n = 0; n < 3; n += 1) expect((await again()).status).toBe(202);
  const owner = await makeSession(team, team.owner);
  const inApp = Array.from({ length: 8 }, () =>
    codeOf(owner.app.webhooks.testEndpoint.mutate({ endpoint_id: id })),
  );
  const overRest = Array.from({ length: 8 }, async () => (await ask(team, id)).status);
  const codes = [...(await Promise.all(inApp)), ...(await Promise.all(overRest))];
  expect(codes.filter((code) => code === 'ok' || code === 202)).toHaveLength(9);
  const rest = codes.filter((code) => code !== 'ok' && code !== 202);
  expect(rest.every((code) => code === 'rate_limited' || code === 429)).toBe(true);
  const error = await errorOf(owner.app.webhooks.testEndpoint.mutate({ endpoint_id: id }));
  expect(error).toMatchObject({ code: 'rate_limited', retry_after: expect.any(Number) });
  expect(error.explanation).toBe(
    'An einen Endpunkt gehen höchstens 10 Testereignisse in einer Minute.',
  );
});
