import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { claimEvents } from '../../src/listen/claim-events.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { OpenStream, reportTo } from './harness/open-stream.ts';
import { raise, raiseMany } from './harness/raise-events.ts';
import { tokenOf } from './harness/token.ts';

const api = useApi();
let team: TestTeam;
let token: string;

beforeEach(async () => {
  team = await makeTeam(api());
  token = await tokenOf(team);
});

const login = () => ({ port: api().port, token });
const open = (query: Record<string, string> = {}) => OpenStream.open({ ...login(), query });

const openOn = async (machine: string) =>
  OpenStream.open({ port: api().port, token: await tokenOf(team, { machine }) });

async function answerAll(stream: OpenStream): Promise<void> {
  const answers = stream.ids.map((event_id) => ({ event_id, status: 200 }));
  expect(await reportTo(login(), stream.first.listener, answers)).toBe(200);
}

describe('a stream', () => {
  test('tells proxies not to compress, keep or delay it, and ends with its connection', async () => {
    const stream = await open();
    expect(stream.response.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    expect(stream.response.headers).not.toHaveProperty('content-encoding');
    expect(stream.first).toMatchObject({ resumed: false, missed: null, team: 'Team under test' });
    expect(stream.first.secret).toMatch(/^whsec_[0-9A-Za-z]{44}$/);
  });

  test('has the events in the order in which they were raised, though no endpoint takes them', async () => {
    const stream = await open();
    const ids = await raiseMany(team, 5);
    await stream.gets(5);
    expect(stream.ids).toEqual(ids);
    expect(stream.events.every(({ again }) => again === undefined)).toBe(true);
  });

  test('has only events of the types that the listener asked for', async () => {
    const stream = await open({ events: 'training.completed' });
    const other = await open({ events: 'training.completed,member.removed' });
    await raise(team);
    await other.gets(1);
    expect(stream.ids).toEqual([]);
    const wrong = await open({ events: 'everything' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('events');
  });

  test('has a line while nothing happens', async () => {
    const stream = await open({ keep_alive: '1' });
    await until('a line', () => stream.lines.some(({ type }) => type === 'alive'));
    expect((await open({ keep_alive: '16' })).status).toBe(422);
  });

  test('gives no event of another team', async () => {
    const other = await makeTeam(api());
    const stream = await open();
    await raise(other);
    const own = await raise(team);
    await stream.gets(1);
    expect(stream.ids).toEqual([own]);
    const foreign = { port: api().port, token: await tokenOf(other) };
    expect(await reportTo(foreign, stream.first.listener, [{ event_id: own, status: 200 }])).toBe(
      404,
    );
  });

  test('needs the token, and is refused with a key, with a cookie or without any', async () => {
    for (const wrong of [team.key, 'unknown', '']) {
      expect((await OpenStream.open({ port: api().port, token: wrong })).status).toBe(401);
    }
    const withCookie = await fetch(`http://127.0.0.1:${api().port}/command-line/listen`, {
      headers: { authorization: `Bearer ${token}`, cookie: 'a=b' },
    });
    expect(withCookie.status).toBe(401);
    const posted = await fetch(`http://127.0.0.1:${api().port}/command-line/listen`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

describe('an event of a stream', () => {
  test('hides the member while the privacy switch is off, as for endpoints', async () => {
    const stream = await open();
    await raise(team);
    const [shown] = await stream.gets(1);
    await team.set({ member_detail_enabled: false });
    await raise(team);
    const [, hidden] = await stream.gets(2);
    expect(JSON.parse(shown?.body ?? '')).toHaveProperty('data.user_id', 'usr_1');
    expect(JSON.parse(hidden?.body ?? '')).not.toHaveProperty('data.user_id');
  });

  test('keeps its answer, and the listener counts it', async () => {
    const stream = await open();
    const ids = await raiseMany(team, 2);
    await stream.gets(2);
    await answerAll(stream);
    await answerAll(stream);
    const { rows } = await api().sql.query(
      `select forwarded, last_status, last_ms from listener where tenant_id = $1`,
      [team.tenantId],
    );
    expect(rows).toEqual([{ forwarded: 2, last_status: 200, last_ms: 12 }]);
    const { rows: answers } = await api().sql.query(
      `select event_id, response_code, response_excerpt from listener_event where tenant_id = $1
       order by seq`,
      [team.tenantId],
    );
    expect(answers).toEqual(
      ids.map((event_id) => ({ event_id, response_code: 200, response_excerpt: 'ok' })),
    );
  });
});

describe('after a connection is cut', () => {
  test('events without an answer come again with the same id and a mark, and then the events of the meantime', async () => {
    const before = await open();
    const [first, second] = await raiseMany(team, 2);
    await before.gets(2);
    const { listener, secret } = before.first;
    expect(await reportTo(login(), listener, [{ event_id: first ?? '', status: 500 }])).toBe(200);
    before.cut();
    const [third] = await raiseMany(team, 1);
    const after = await open({ listener });
    expect(after.first).toMatchObject({ listener, secret, resumed: true, missed: null });
    await after.gets(2);
    expect(after.events.map(({ id, again }) => [id, again])).toEqual([
      [second, true],
      [third, undefined],
    ]);
  });

  test('an older connection of the same listener gets nothing more', async () => {
    const older = await open();
    const newer = await open({ listener: older.first.listener });
    const id = await raise(team);
    await newer.gets(1);
    expect(newer.ids).toEqual([id]);
    expect(await older.ends()).toBe('replaced');
    expect(older.ids).toEqual([]);
  });

  test('an older connection at another process gets nothing more, even if this process takes it for alive', async () => {
    const other = await api().beside();
    onTestFinished(() => other.close());
    const older = await open();
    const { listener } = older.first;
    const newer = await OpenStream.open({ port: other.port, token, query: { listener } });
    const id = await raise(team);
    await newer.gets(1);
    expect(await older.ends()).toBe('replaced');
    await raise(team);
    await newer.gets(2);
    expect([newer.ids[0], older.ids, newer.endedFor]).toEqual([id, [], undefined]);
    const last = await raise(team);
    expect(await claimEvents(api().pool, [{ id: listener, connectionNo: 1 }])).toEqual([]);
    await newer.gets(3);
    expect(newer.events.at(-1)).toMatchObject({ id: last });
    expect(newer.events.at(-1)).not.toHaveProperty('again');
  });

  test('for more than five minutes, a new listener begins and says what was missed', async () => {
    const before = await open();
    const { listener, secret } = before.first;
    before.cut();
    const leave = `update listener set last_seen_at = now() - interval '6 minutes 1 second'
      where id = $1`;
    await api().sql.query(leave, [listener]);
    await raise(team);
    const after = await open({ listener });
    expect(after.first.listener).not.toBe(listener);
    expect(after.first.secret).not.toBe(secret);
    expect(after.first.missed).toMatchObject({ events: 0, known: 'none' });
    const { from = '', until: to = '' } = after.first.missed ?? {};
    expect((Date.parse(to) - Date.parse(from)) / 1000).toBeGreaterThan(360);
  });
});

describe('a team', () => {
  test('has at most three listeners; the refusal of the fourth says where the others are', async () => {
    const machines = ['anna', 'build', 'carol'];
    const streams: OpenStream[] = [];
    for (const machine of machines) streams.push(await openOn(machine));
    const fourth = await openOn('dora');
    expect(fourth.status).toBe(409);
    for (const machine of machines) expect(fourth.text).toContain(machine);
    // A listener whose connection was cut makes room for another.
    const [gone] = streams;
    gone?.cut();
    await until('it to be gone', () =>
      api().logLines.some(
        (line) => line.includes('has gone') && line.includes(`${gone?.first.listener}`),
      ),
    );
    await api().sql.query(
      `update listener set last_seen_at = now() - interval '21 seconds' where id = $1`,
      [gone?.first.listener],
    );
    expect((await openOn('dora')).status).toBe(200);
    expect((await openOn('erik')).status).toBe(409);
  });

  test('has three listeners even if ten ask at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => open()));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
  });
});

test('nobody ends or takes over the listener of another person of the team', async () => {
  const admin = await team.addMember({ role: 'admin', canManageKeys: true });
  const theirs = await open();
  const { listener } = theirs.first;
  const stranger = { port: api().port, token: await tokenOf(team, { person: admin }) };
  const own = await OpenStream.open({ ...stranger, query: { listener } });
  expect(own.first).toMatchObject({ resumed: false, missed: null });
  expect(await reportTo(stranger, listener, [], { end: true })).toBe(404);
  const id = await raise(team);
  await Promise.all([theirs.gets(1), own.gets(1)]);
  expect(theirs.ids).toEqual([id]);
});

test('a demotion ends the stream within seconds', async () => {
  const admin = await team.addMember({ role: 'admin', canManageKeys: true });
  token = await tokenOf(team, { person: admin });
  const stream = await open();
  await api().sql.query(`update member set rights = '{}' where tenant_id = $1 and id = $2`, [
    team.tenantId,
    admin.memberId,
  ]);
  await raise(team);
  expect(await stream.ends()).toBe('token');
  expect(stream.ids).toEqual([]);
  expect((await open()).status).toBe(401);
});

test('a person who stops the command line ends the listener at once', async () => {
  const stream = await open();
  expect(await reportTo(login(), stream.first.listener, [], { end: true })).toBe(200);
  await raise(team);
  const again = await open({ listener: stream.first.listener });
  expect(again.first).toMatchObject({ resumed: false, missed: null });
  expect([...stream.ids, ...again.ids]).toEqual([]);
});

test('a reader that does not read gets at most fifty events, and other readers get all', async () => {
  const slow = await open();
  const quick = await open();
  slow.response.pause();
  await raiseMany(team, 60);
  await quick.gets(50);
  await answerAll(quick);
  await quick.gets(60);
  const { rows } = await api().sql.query(
    `select count(*)::integer as sent from listener_event
     where listener_id = $1 and sent_no is not null`,
    [slow.first.listener],
  );
  expect(rows).toEqual([{ sent: 50 }]);
});
