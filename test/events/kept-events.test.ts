import { writeFile } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Scope } from '../../src/auth/scopes.ts';
import { erasureApply } from '../../src/cli/erasure-commands.ts';
import { teamDelete } from '../../src/cli/team-commands.ts';
import { inviteMember } from '../../src/features/members/invite-member.ts';
import { emptyTeam } from '../../src/features/team/empty-team.ts';
import { raiseEvent } from '../../src/features/webhooks/raise-event.ts';
import type { Call } from '../../src/operation/call.ts';
import { systemSteps } from '../../src/operation/system-call.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/shared/time/durations.ts';
import { openFeeds } from '../../src/worker/feed/place-events.ts';
import { retention } from '../../src/worker/housekeeping/retention.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { runErasures } from '../erasure/harness/erase.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { links } from '../harness/mailed-links.ts';
import { insertEndpoint } from '../harness/rows.ts';
import { freshFile, runCommand } from '../harness/run-command.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { ask, cursorExpired, faultOf, read, typesOf } from './harness/feed.ts';

const api = useApi();
const others: Scope[] = ['users:read', 'users:write'];
const gone = { member_id: 'mem_1', user_id: null, role: 'member', status: 'removed' } as const;

const houseKept = () => {
  const { sql: pool, clock } = api();
  return runHousekeeping(
    { pool, clock, log: createLogger('silent'), links },
    { rules: retention() },
  );
};

const eventsOf = async ({ tenantId }: TestTeam): Promise<number> => {
  const text = 'select from webhook_event where tenant_id = $1';
  return (await api().sql.query(text, [tenantId])).rowCount ?? 0;
};

describe('D179: what is kept', () => {
  test('events live 30 days; a cursor has expired exactly if an event after it was removed', async () => {
    const team = await makeTeam(api());
    const before = await read(team);
    api().clock.travel(SECOND_MS);
    const since = api().clock.now().toISOString();
    await team.addMember();
    const between = await read(team, { cursor: before.cursor });
    api().clock.travel(30 * DAY_MS + SECOND_MS);
    const later = await team.addMember();
    await houseKept();
    expect(faultOf(await ask(team, { cursor: before.cursor }))).toEqual(cursorExpired);
    expect(faultOf(await ask(team, { since }))).toEqual([422, ['/since cursor_expired']]);
    const left = await read(team, { cursor: between.cursor });
    expect(left.data).toMatchObject([{ data: { member_id: later.memberId } }]);
    expect(await eventsOf(team)).toBe(1);
  });

  test('the removal of deliveries and endpoints removes no event of the feed', async () => {
    const team = await makeTeam(api());
    const endpoint = await insertEndpoint(team, { events: ['member.joined'] });
    const { cursor } = await read(team);
    await team.addMember();
    await team.request('DELETE', `/webhook-endpoints/${endpoint}`);
    await houseKept();
    expect(typesOf(await read(team, { cursor }))).toEqual(['member.joined']);
  });

  test('a team with neither a key that reads events nor an endpoint keeps none', async () => {
    const team = await makeTeam(api(), { scopes: others });
    await team.addMember();
    expect(await eventsOf(team)).toBe(0);
  });

  test('an endpoint alone begins it, and a later key reads what was kept since', async () => {
    const team = await makeTeam(api(), { scopes: others });
    await insertEndpoint(team, { events: ['crm.sync.failed'] });
    await until('the feed is open', async () => {
      await openFeeds({ pool: api().sql, clock: api().clock });
      const text = 'select from event_feed where tenant_id = $1 and opened_at is not null';
      return (await api().sql.query(text, [team.tenantId])).rowCount === 1;
    });
    api().clock.travel(SECOND_MS);
    const since = api().clock.now().toISOString();
    await team.addMember();
    team.useKey(await team.createKey());
    expect(typesOf(await read(team, { since }))).toEqual(['member.joined']);
  });

  test('it ends with the last reader; a new beginning expires all cursors of before', async () => {
    const team = await makeTeam(api());
    const { cursor } = await read(team);
    await team.addMember();
    await team.revokeKey(team.keyId);
    await houseKept();
    expect(await eventsOf(team)).toBe(0);
    await team.addMember();
    expect(await eventsOf(team)).toBe(0);
    team.useKey(await team.createKey());
    expect(faultOf(await ask(team, { cursor }))).toEqual(cursorExpired);
    const begin = await read(team);
    await team.addMember();
    expect(typesOf(await read(team, { cursor: begin.cursor }))).toEqual(['member.joined']);
  });

  test('a rotated key goes on with the cursor of the former one', async () => {
    const team = await makeTeam(api());
    const { cursor } = await read(team);
    await team.addMember();
    team.useKey(await team.rotateKey(team.keyId, '0'));
    await houseKept();
    expect(typesOf(await read(team, { cursor }))).toEqual(['member.joined']);
  });

  test('a reset of a sandbox keeps positions, and expires all cursors', async () => {
    const team = await makeTeam(api());
    const { cursor } = await read(team);
    await team.addMember();
    const { cursor: end } = await read(team, { cursor });
    const steps = systemSteps(api().sql, team.tenantId, api().clock.now());
    await emptyTeam(steps, { keepsInterfaces: true });
    for (const old of [cursor, end]) {
      expect(faultOf(await ask(team, { cursor: old }))).toEqual(cursorExpired);
    }
    const begin = await read(team);
    expect(begin.data).toEqual([]);
    expect(await eventsOf(team)).toBe(0);
    expect(await read(team, { cursor: begin.cursor })).toEqual(begin);
  });

  test('a reset expires `since` up to the last event that it has removed', async () => {
    const team = await makeTeam(api());
    await read(team);
    const steps = systemSteps(api().sql, team.tenantId, api().clock.now());
    api().clock.travel(MINUTE_MS);
    const since = api().clock.now().toISOString();
    await team.addMember();
    await emptyTeam(steps, { keepsInterfaces: true });
    expect(faultOf(await ask(team, { since }))).toEqual([422, ['/since cursor_expired']]);
  });
});

describe('D179: a history', () => {
  // A restored database has another name or another server, a promoted one another timeline.
  test('ends with a restore or a new timeline: no cursor of before goes on', async () => {
    const team = await makeTeam(api());
    const { cursor } = await read(team);
    await api().sql.query(`update event_history set origin = 'the database of the backup'`);
    expect(faultOf(await ask(team, { cursor }))).toEqual(cursorExpired);
    const begin = await read(team);
    expect(await read(team, { cursor: begin.cursor })).toEqual(begin);
  });

  test('a cursor beyond the end of the feed has expired, as after the snapshot of a disk', async () => {
    const team = await makeTeam(api());
    await read(team);
    const end = 'select last_position from event_feed where tenant_id = $1';
    const { rows } = await api().sql.query(end, [team.tenantId]);
    await team.addMember();
    const { cursor } = await read(team);
    await api().sql.query('delete from kept_event where tenant_id = $1', [team.tenantId]);
    await api().sql.query('update event_feed set last_position = $2 where tenant_id = $1', [
      team.tenantId,
      rows[0]?.last_position,
    ]);
    expect(faultOf(await ask(team, { cursor }))).toEqual(cursorExpired);
  });

  test('ends with `erasure apply`', async () => {
    const team = await makeTeam(api());
    const { cursor } = await read(team);
    const from = await freshFile('erasures.ndjson');
    await writeFile(from, '');
    await runCommand(api(), erasureApply, { from });
    expect(faultOf(await ask(team, { cursor }))).toEqual(cursorExpired);
  });
});

test('an erasure reaches the events that only the feed has', async () => {
  const team = await makeTeam(api());
  const person = await makePerson(team);
  await read(team);
  await team.addMember();
  await api().sql.query(
    `update webhook_event set body = replace(body, '"status":"active"', '"status":"active","note":"by ' || $2 || '"')
     where tenant_id = $1`,
    [team.tenantId, person.email],
  );
  const bodies = async () => {
    const { rows } = await api().sql.query(
      'select type, body from webhook_event where tenant_id = $1 order by id',
      [team.tenantId],
    );
    return JSON.stringify(rows);
  };
  expect(await bodies()).toContain(person.email);
  await team.request('DELETE', `/users/${person.memberId}`);
  const { app } = await makeSession(team, team.owner);
  await app.members.erase.mutate({ member_id: person.memberId });
  await runErasures(api());
  expect(await bodies()).not.toContain(person.email);
  expect(await bodies()).toContain('member.erased');
});

test('a deleted team leaves no event of its feed', async () => {
  const team = await makeTeam(api());
  await team.addMember();
  await team.set({ status: 'ended' });
  await runCommand(api(), teamDelete, { team: team.tenantId, name: 'Team under test' });
  for (const table of ['event_feed', 'kept_event', 'webhook_event']) {
    const text = `select from ${table} where tenant_id = $1`;
    expect([table, (await api().sql.query(text, [team.tenantId])).rowCount]).toEqual([table, 0]);
  }
});

test.each([
  [
    'a change',
    (call: Call) => inviteMember(call, { email: 'late@example.com', role: 'member' as const }),
  ],
  ['an event alone', (call: Call) => raiseEvent(call, 'member.removed', gone)],
])('%s that ends during the removal of its team leaves no event', async (_, work) => {
  const team = await makeTeam(api());
  await team.set({ status: 'ended' });
  const raised = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  onTestFinished(() => ending.resolve());
  const open = team.do(async (call) => {
    await work(call);
    await call.db.sendCollected();
    raised.resolve();
    await ending.promise;
  });
  await raised.promise;
  const removal = runCommand(api(), teamDelete, {
    team: team.tenantId,
    name: 'Team under test',
  });
  await waitingBackend(api().sql, 'tenant');
  ending.resolve();
  await Promise.all([open, removal]);
  for (const table of ['kept_event', 'webhook_event']) {
    const text = `select from ${table} where tenant_id = $1`;
    expect([table, (await api().sql.query(text, [team.tenantId])).rowCount]).toEqual([table, 0]);
  }
});
