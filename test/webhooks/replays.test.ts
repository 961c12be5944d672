import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/shared/time/durations.ts';
import { insertKept } from '../delivery/harness/kept-events.ts';
import { auditOf, insertDelivery, insertEndpoint, triedOnce } from '../harness/rows.ts';
import { insertSandbox, keyed } from '../harness/sandbox.ts';
import { makeTeam, TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

let team: TestTeam;
beforeAll(async () => {
  team = await makeTeam(api(), { rateLimit: 1_000_000 });
});

const ago = (ms: number) => new Date(api().clock.now().getTime() - ms);
const start = (endpoint: string, body: object, of = team) =>
  of.request('POST', `/webhook-endpoints/${endpoint}/replay`, {
    body: { since: ago(DAY_MS).toISOString(), ...body },
  });
const look = (endpoint: string, replay: unknown, of = team) =>
  of.request('GET', `/webhook-endpoints/${endpoint}/replays/${replay}`);

describe('D181: a replay', () => {
  test('counts the failed deliveries of its period and types', async () => {
    const endpoint_id = await insertEndpoint(team);
    const made = (hours: number, type = 'member.joined') =>
      insertDelivery(team, { endpoint_id, ...triedOnce, type, created_at: ago(hours * HOUR_MS) });
    for (const hours of [1, 2, 3, 30]) await made(hours);
    await made(1, 'training.completed');
    await insertDelivery(team, { endpoint_id, status: 'ok', ended_at: ago(0) });
    const asked = { until: ago(2 * HOUR_MS).toISOString(), events: ['member.joined'] };
    const { status, body } = await start(endpoint_id, asked);
    expect([status, body]).toEqual([
      202,
      {
        replay_id: expect.stringMatching(/^whr_/),
        status: 'running',
        deliveries: 1,
        delivered: 0,
        failed: 0,
      },
    ]);
    expect((await look(endpoint_id, body.replay_id)).body).toEqual(body);
    const [entry] = await auditOf(team, String(body.replay_id));
    expect(entry).toMatchObject({
      action: 'webhook_delivery.all_retried',
      changes: { endpoint_id, only: 'failed', events: ['member.joined'] },
    });
    await team.request('DELETE', `/webhook-endpoints/${endpoint_id}/replays/${body.replay_id}`);
    expect((await start(endpoint_id, {})).body.deliveries).toBe(4);
  });

  test('of all counts the kept events of the types to which the endpoint subscribes, or of `events`', async () => {
    const own = await makeTeam(api());
    const endpoint = await insertEndpoint(own, { events: ['training.completed'] });
    for (const hours of [1, 2, 40]) await insertKept(own, { created_at: ago(hours * HOUR_MS) });
    await insertKept(own, { type: 'member.removed' });
    const first = await start(endpoint, { only: 'all' }, own);
    expect(first.body.deliveries).toBe(2);
    await own.request('DELETE', `/webhook-endpoints/${endpoint}/replays/${first.body.replay_id}`);
    const second = await start(endpoint, { only: 'all', events: ['member.removed'] }, own);
    expect(second.body.deliveries).toBe(1);
  });

  test('is refused with 409 while one runs at the endpoint, and after its end no more', async () => {
    const endpoint = await insertEndpoint(team);
    const first = await start(endpoint, { only: 'all' });
    const { status, body } = await start(endpoint, {});
    expect([status, body.code]).toEqual([409, 'conflict']);
    const path = `/webhook-endpoints/${endpoint}/replays/${first.body.replay_id}`;
    for (let n = 0; n < 2; n += 1) {
      const ended = await team.request('DELETE', path);
      expect([ended.status, ended.body]).toEqual([200, { ok: true }]);
    }
    expect((await look(endpoint, first.body.replay_id)).body).toMatchObject({
      status: 'stopped',
      deliveries: 0,
    });
    expect(await auditOf(team, String(first.body.replay_id))).toHaveLength(2);
    expect((await start(endpoint, {})).status).toBe(202);
  });

  test.each(['disabled', 'disabled_failures'])(
    'is refused at an endpoint that is %s',
    async (status) => {
      const endpoint = await insertEndpoint(team, { status });
      const { status: code, body } = await start(endpoint, { only: 'all' });
      expect([code, body.code]).toEqual([409, 'conflict']);
    },
  );

  test('is stopped when its endpoint is switched off, and gone when it is deleted', async () => {
    const endpoint = await insertEndpoint(team);
    const { body } = await start(endpoint, { only: 'all' });
    await team.request('PATCH', `/webhook-endpoints/${endpoint}`, { body: { status: 'disabled' } });
    expect((await look(endpoint, body.replay_id)).body.status).toBe('stopped');
    await team.request('DELETE', `/webhook-endpoints/${endpoint}`);
    expect((await look(endpoint, body.replay_id)).status).toBe(404);
    expect((await start(endpoint, {})).status).toBe(404);
  });

  test('goes 30 days back, and its period has a beginning and an end', async () => {
    const endpoint = await insertEndpoint(team);
    const refusal = async (body: object) => {
      const { status, body: problem } = await start(endpoint, body);
      return [status, problem.field];
    };
    const now = ago(0).toISOString();
    expect(await refusal({ since: ago(30 * DAY_MS + HOUR_MS).toISOString() })).toEqual([
      422,
      'since',
    ]);
    expect(await refusal({ since: now, until: now })).toEqual([422, 'until']);
    expect((await refusal({ since: undefined }))[0]).toBe(422);
    expect((await refusal({ events: ['ping'] }))[0]).toBe(422);
    expect((await refusal({ only: 'some' }))[0]).toBe(422);
    const almost = ago(30 * DAY_MS - HOUR_MS).toISOString();
    expect(await refusal({ since: almost })).toEqual([202, undefined]);
  });

  test('D190: begins at most five minutes in the future, as clocks differ', async () => {
    const endpoint = await insertEndpoint(team);
    const refused = await start(endpoint, { since: ago(-310_000).toISOString() });
    expect([refused.status, refused.body.field]).toEqual([422, 'since']);
    expect((await start(endpoint, { since: ago(-290_000).toISOString() })).status).toBe(202);
  });

  test('may send 100,000 deliveries of a team and its sandboxes in a day', async () => {
    const own = await makeTeam(api());
    const sandbox = await keyed(new TestTeam(api(), await insertSandbox(own), own.owner));
    const endpoint = await insertEndpoint(own, { events: ['training.completed'] });
    const inSandbox = await insertEndpoint(sandbox, { events: ['training.completed'] });
    const { body } = await start(inSandbox, { only: 'all' }, sandbox);
    const used = (retried: number, id: unknown) =>
      api().sql.query(
        'update webhook_retry_run set retried = $1, finished_at = now() where id = $2',
        [retried, id],
      );
    await used(99_999, body.replay_id);
    await insertKept(own);
    await insertKept(own);
    const refused = await start(endpoint, { only: 'all' }, own);
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([
      422,
      'validation_error',
      'since',
    ]);
    const later = { only: 'all', until: ago(-1).toISOString(), since: ago(HOUR_MS).toISOString() };
    await used(99_998, body.replay_id);
    const taken = await start(endpoint, later, own);
    expect([taken.status, taken.body.deliveries]).toEqual([202, 2]);
    await used(2, taken.body.replay_id);
    expect((await start(endpoint, later, own)).status).toBe(422);
    api().clock.travel(DAY_MS + 1);
    expect((await start(endpoint, { only: 'all' }, own)).status).toBe(202);
  });

  test('of another endpoint or another team is not found', async () => {
    const stranger = await makeTeam(api());
    const [endpoint, other] = [await insertEndpoint(team), await insertEndpoint(team)];
    const { body } = await start(endpoint, { only: 'all' });
    for (const [at, of] of [
      [other, team],
      [endpoint, stranger],
    ] as const) {
      const path = `/webhook-endpoints/${at}/replays/${body.replay_id}`;
      expect((await of.request('GET', path)).status).toBe(404);
      expect((await of.request('DELETE', path)).status).toBe(404);
    }
    expect((await look(endpoint, body.replay_id)).body.status).toBe('running');
    expect((await start(endpoint, {}, stranger)).status).toBe(404);
  });
});
