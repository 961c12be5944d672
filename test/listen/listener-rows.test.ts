import { beforeEach, describe, expect, test } from 'vitest';
import { scopes } from '../../src/auth/scopes.ts';
import { teamDelete } from '../../src/cli/team-commands.ts';
import { raiseEvents } from '../../src/features/webhooks/raise-event.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/time/durations.ts';
import { listenerRetention } from '../../src/worker/housekeeping/listener-retention.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { runErasures } from '../erasure/harness/erase.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { links } from '../harness/mailed-links.ts';
import { insertEndpoint } from '../harness/rows.ts';
import { runCommand } from '../harness/run-command.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { OpenStream, reportTo } from './harness/open-stream.ts';
import { raise } from './harness/raise-events.ts';
import { tokenOf } from './harness/token.ts';

const api = useApi();
let team: TestTeam;
let token: string;

beforeEach(async () => {
  // A team without a feed: it would have the events too.
  team = await makeTeam(api(), { scopes: scopes.filter((scope) => scope !== 'events:read') });
  token = await tokenOf(team, { machine: 'annas-laptop' });
});

const login = () => ({ port: api().port, token });
const open = (query: Record<string, string> = {}) => OpenStream.open({ ...login(), query });
const count = async (table: string): Promise<number> => {
  const { rows } = await api().sql.query<{ n: number }>(
    `select count(*)::integer as n from ${table} where tenant_id = $1`,
    [team.tenantId],
  );
  return rows[0]?.n ?? 0;
};

describe('the service writes', () => {
  test('nothing without a listener, or if the listener was last seen long ago', async () => {
    await raise(team);
    expect([await count('webhook_event'), await count('listener_event')]).toEqual([0, 0]);
    const stream = await open();
    stream.cut();
    await api().sql.query(
      `update listener set last_seen_at = now() - interval '6 minutes 1 second' where id = $1`,
      [stream.first.listener],
    );
    await raise(team);
    expect([await count('webhook_event'), await count('listener_event')]).toEqual([0, 0]);
  });

  test('the many events of one change, in their order', async () => {
    const stream = await open();
    const events = Array.from({ length: 30 }, (_, n) => ({
      type: 'training.completed' as const,
      data: { training_id: `trn_${n}`, score: null, case_id: null, user_id: 'usr_1' } as never,
    }));
    await team.do((call) => raiseEvents(call, events));
    const sent = await stream.gets(30);
    const order = sent.map(({ body }) => JSON.parse(body).data.training_id);
    expect(order).toEqual(events.map((_, n) => `trn_${n}`));
  });

  test('no delivery for a listener, and nothing that REST shows; the test of an endpoint writes no row for a listener', async () => {
    const stream = await open();
    const endpoint = await insertEndpoint(team, { events: ['training.completed'] });
    await raise(team);
    await stream.gets(1);
    expect(await count('webhook_delivery')).toBe(0);
    const path = `/webhook-endpoints/${endpoint}/deliveries`;
    expect((await team.request('GET', path)).body.data).toEqual([]);
    expect((await team.request('POST', `/webhook-endpoints/${endpoint}/test`)).status).toBe(202);
    expect([await count('webhook_delivery'), await count('listener_event')]).toEqual([1, 1]);
  });
});

/** A listener that was cut off ten minutes ago, beside an endpoint that was made this long ago. */
async function interrupted(endpointAge: string): Promise<string> {
  const before = await open({ events: 'member.removed' });
  const { listener } = before.first;
  before.cut();
  await insertEndpoint(team, { events: ['member.removed'] });
  await api().sql.query(
    `update listener set last_seen_at = now() - interval '10 minutes' where id = $1`,
    [listener],
  );
  await api().sql.query(
    'update webhook_endpoint set created_at = now() - $2::interval where tenant_id = $1',
    [team.tenantId, endpointAge],
  );
  return listener;
}

test('the missed events are counted if endpoints have stored them', async () => {
  const listener = await interrupted('1 day');
  await raise(team);
  await raise(team);
  // The clock of the tests stands still, so the test sets the time of the deliveries.
  await api().sql.query('update webhook_delivery set created_at = now() where tenant_id = $1', [
    team.tenantId,
  ]);
  const after = await open({ events: 'member.removed', listener });
  expect(after.first.missed).toMatchObject({ events: 2, known: 'all' });
});

test('the missed events are not all known if the endpoint was made after the interruption began', async () => {
  const listener = await interrupted('5 minutes');
  const after = await open({ events: 'member.removed', listener });
  expect(after.first.missed).toMatchObject({ known: 'none' });
});

describe('in the app', () => {
  test('a person sees who listens, and how each listener answered an event, beside its deliveries', async () => {
    const { app } = await makeSession(team, team.owner);
    const stream = await open();
    const id = await raise(team);
    await stream.gets(1);
    const { listener } = stream.first;
    expect(await reportTo(login(), listener, [{ event_id: id, status: 503 }])).toBe(200);
    const [shown] = (await app.webhooks.listListeners.query({})).data;
    expect(shown).toMatchObject({
      id: listener,
      by: { id: team.owner.memberId, is_me: true },
      machine: 'annas-laptop',
      is_connected: true,
      forwarded: 1,
      last_answer: { status: 503, ms: 12, error: null },
    });
    const { events } = await app.thread.get.query({ of: 'event', id });
    expect(events).toMatchObject([
      { id, deliveries: [], command_lines: [{ listener_id: listener, answer: { status: 503 } }] },
    ]);
  });

  test('the name of another person is hidden while member detail is off', async () => {
    const admin = await makePerson(team, { role: 'admin', canManageKeys: true });
    const { app } = await makeSession(team, admin);
    await open();
    const named = async () => (await app.webhooks.listListeners.query({})).data[0]?.by;
    expect(await named()).toMatchObject({ is_me: false, id: team.owner.memberId });
    await team.set({ member_detail_enabled: false });
    expect((await named())?.name).toBeNull();
  });
});

describe('housekeeping and erasure', () => {
  const housekeeping = (rules = [...listenerRetention]) =>
    runHousekeeping(
      { pool: api().pool, clock: api().clock, log: createLogger('silent'), links },
      { rules },
    );

  test('end a listener that does not come back, and delete it with its events a day later', async () => {
    const stream = await open();
    await raise(team);
    await stream.gets(1);
    stream.cut();
    const ago = (ms: number, column: string) =>
      api().sql.query(`update listener set ${column} = $2 where id = $1`, [
        stream.first.listener,
        new Date(api().clock.now().getTime() - ms),
      ]);
    await ago(8 * MINUTE_MS, 'last_seen_at');
    await housekeeping();
    const { rows } = await api().sql.query('select ended_for from listener where tenant_id = $1', [
      team.tenantId,
    ]);
    expect(rows).toEqual([{ ended_for: 'away' }]);
    expect([await count('listener_event'), await count('webhook_event')]).toEqual([1, 1]);
    await ago(25 * HOUR_MS, 'ended_at');
    await housekeeping();
    for (const table of ['listener', 'listener_event', 'webhook_event']) {
      expect([table, await count(table)]).toEqual([table, 0]);
    }
  });

  test('end a listener that leaves ten thousand events unanswered, and its connection', async () => {
    const stream = await open();
    const { listener } = stream.first;
    await api().sql.query(
      `insert into listener_event (tenant_id, listener_id, event_id, seq, event_type, created_at)
       select $1, $2, 'evt_' || n, n, 'member.removed', now() from generate_series(1, 10000) n`,
      [team.tenantId, listener],
    );
    await housekeeping();
    expect(stream.endedFor).toBeUndefined();
    await raise(team);
    await housekeeping();
    expect(await stream.ends()).toBe('replaced');
  });

  test('keep an event as long as a delivery or a listener needs it', async () => {
    const stream = await open();
    await insertEndpoint(team, { events: ['member.removed'] });
    await raise(team);
    await stream.gets(1);
    await api().sql.query(`update listener set ended_at = $2, ended_for = 'person' where id = $1`, [
      stream.first.listener,
      new Date(api().clock.now().getTime() - 25 * HOUR_MS),
    ]);
    await housekeeping();
    expect([await count('listener'), await count('webhook_event')]).toEqual([0, 1]);
  });

  test('keep a listener until its events are deleted, even if the rule for the events had no time', async () => {
    const stream = await open();
    await raise(team);
    await stream.gets(1);
    await api().sql.query(`update listener set ended_at = $2, ended_for = 'person' where id = $1`, [
      stream.first.listener,
      new Date(api().clock.now().getTime() - 25 * HOUR_MS),
    ]);
    await housekeeping(listenerRetention.filter(({ name }) => name !== 'events of command lines'));
    expect([await count('listener'), await count('listener_event')]).toEqual([1, 1]);
    await housekeeping();
    expect([await count('listener'), await count('listener_event')]).toEqual([0, 0]);
  });

  test('leave no listener and no event of a deleted team', async () => {
    const stream = await open();
    await raise(team);
    await stream.gets(1);
    await team.set({ status: 'ended' });
    await runCommand(api(), teamDelete, { team: team.tenantId, name: 'Team under test' });
    for (const table of ['listener', 'listener_event', 'webhook_event']) {
      expect([table, await count(table)]).toEqual([table, 0]);
    }
    // The stream ends because of its token, and not because another connection has replaced it.
    expect(await stream.ends()).toBe('token');
  });

  test('leave no listener of an erased person, and no name in the answers to others', async () => {
    const person = await makePerson(team, { role: 'admin', canManageKeys: true });
    await makePerson(team, { role: 'admin', canManageKeys: true });
    const theirs = await OpenStream.open({ ...login(), token: await tokenOf(team, { person }) });
    const stream = await open();
    const id = await raise(team);
    await Promise.all([stream.gets(1), theirs.gets(1)]);
    await api().sql.query(
      'update listener_event set response_excerpt = $2, answered_at = now() where event_id = $1',
      [id, `Hello ${person.email}`],
    );
    await api().sql.query(
      `update webhook_event set body = json_build_object('data', json_build_object('reason', $2::text))::text where id = $1`,
      [id, `by ${person.email}`],
    );
    expect((await team.request('DELETE', `/users/${person.memberId}`)).status).toBe(200);
    const { app } = await makeSession(team, team.owner);
    await app.members.erase.mutate({ member_id: person.memberId });
    await runErasures(api());
    const { rows } = await api().sql.query(
      `select l.member_id, e.response_excerpt, v.body from listener l
       join listener_event e on e.listener_id = l.id join webhook_event v on v.id = e.event_id
       where l.tenant_id = $1`,
      [team.tenantId],
    );
    expect(new Set(rows.map(({ member_id }) => member_id))).toEqual(new Set([team.owner.memberId]));
    expect(JSON.stringify(rows)).not.toContain(person.email);
    await until('their stream to end', () => theirs.isClosed);
  });
});
