import { beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { Copy } from '../changes/harness/copy.ts';
import { read } from '../events/harness/feed.ts';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { forgetRaised } from '../harness/raised.ts';
import { insertDelivery, insertEndpoint, insertErasure, insertRemoved } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { runErasures } from './harness/erase.ts';

const api = useApi({ readersMs: 20 });
let team: TestTeam;
let owner: Browser;

beforeEach(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
});

const url = (name: string) => `https://hooks.example.com/${name}`;
const before = () => new Date(api().clock.now().getTime() - DAY_MS);

async function linesOf(format: 'csv' | 'ndjson'): Promise<string[]> {
  const answer = await fetch(
    `http://127.0.0.1:${api().port}/app/export/erasures.${format}${format === 'csv' ? '?lang=en' : ''}`,
    { headers: { cookie: `__Host-sid=${owner.session ?? ''}`, 'sec-fetch-site': 'same-origin' } },
  );
  expect(answer.status).toBe(200);
  return (await answer.text()).trim().split(/\r?\n/);
}

test('the owner sees of each endpoint whether and when it has taken the news of an erasure', async () => {
  const erased_at = new Date(api().clock.now().getTime() - 3_600_000);
  const created_at = before();
  const names = ['taken', 'waiting', 'tried', 'lost', 'deaf'] as const;
  const ids: Record<string, string> = {};
  for (const name of names) ids[name] = await insertEndpoint(team, { url: url(name), created_at });
  await insertEndpoint(team, { url: url('later') });
  await insertEndpoint(team, { url: url('deleted'), created_at, deleted_at: erased_at });
  const member_id = await insertRemoved(team);
  await insertErasure(team, { member_id, created_at: before(), finished_at: erased_at });
  const states = {
    taken: { status: 'ok', attempt: 2, ended_at: api().clock.now() },
    waiting: {},
    tried: { attempt: 1 },
    lost: { status: 'gave_up', attempt: 9, ended_at: api().clock.now() },
  } as const;
  for (const [name, state] of Object.entries(states)) {
    await insertDelivery(team, {
      endpoint_id: ids[name] ?? '',
      created_at: erased_at,
      type: 'member.erased',
      data: { member_id },
      ...state,
    });
  }
  // The events of another member, and of another type, in the same millisecond.
  for (const [type, other] of [
    ['member.erased', 'mem_other'],
    ['member.joined', member_id],
  ]) {
    const about = { type: type ?? '', data: { member_id: other } };
    await insertDelivery(team, {
      endpoint_id: ids.deaf ?? '',
      created_at: erased_at,
      status: 'ok',
      attempt: 1,
      ended_at: erased_at,
      ...about,
    });
  }
  const news = await owner.app.members.erasureNews.query({ member_id });
  expect(news).toMatchObject({ member_id, erased_at: erased_at.toISOString() });
  expect(news.receivers?.map((one) => [one.url, one.status, one.attempt])).toEqual(
    expect.arrayContaining([
      [url('taken'), 'ok', 2],
      [url('waiting'), 'pending', 0],
      [url('tried'), 'pending', 1],
      [url('lost'), 'gave_up', 9],
      [url('deaf'), 'none', 0],
    ]),
  );
  expect(news.receivers).toHaveLength(5);
  const times = new Map(news.receivers?.map(({ status, at }) => [status, at]));
  expect(times.get('ok')).toEqual(expect.stringMatching(/Z$/));
  expect([times.get('pending'), times.get('none')]).toEqual([null, null]);

  const [head, ...rows] = await linesOf('csv');
  expect(head).toContain('Erased (UTC)');
  expect(rows).toHaveLength(5);
  expect(rows.find((row) => row.includes(url('taken')))).toContain(erased_at.toISOString());
});

test('an erasure that raises its event is found with its delivery; after 30 days only the erasure is known', async () => {
  await insertEndpoint(team, { url: url('any'), events: ['member.erased'], created_at: before() });
  const { memberId: member_id } = await team.addMember();
  await team.request('DELETE', `/users/${member_id}`);
  await owner.app.members.erase.mutate({ member_id });
  expect(await codeOf(owner.app.members.erasureNews.query({ member_id }))).toBe('not_found');
  await runErasures(api());
  const news = await owner.app.members.erasureNews.query({ member_id });
  expect(news.receivers).toMatchObject([{ url: url('any'), status: 'pending' }]);

  await forgetRaised(team);
  const finished_at = new Date(api().clock.now().getTime() - 31 * DAY_MS);
  await api().sql.query('update erasure set finished_at = $2 where tenant_id = $1', [
    team.tenantId,
    finished_at,
  ]);
  const later = await owner.app.members.erasureNews.query({ member_id });
  expect(later).toMatchObject({ erased_at: finished_at.toISOString(), receivers: null });
  const [line, ...others] = await linesOf('ndjson');
  expect(others).toEqual([]);
  expect(JSON.parse(line ?? '')).toMatchObject({ member_id, receiver: null });
});

test('the owner sees which readers have taken the news, which have not, and which do not ask for it', async () => {
  const { cursor } = await read(team);
  const joined = await read(team, { types: 'member.joined' });
  await read(team, { types: 'member.erased' });
  const readers = async () => (await owner.app.events.readers.query({})).data.length;
  await until('three readers are known', async () => (await readers()) === 3);
  const { memberId: member_id } = await team.addMember();
  await team.request('DELETE', `/users/${member_id}`);
  await owner.app.members.erase.mutate({ member_id });
  await runErasures(api());
  const page = await read(team, { cursor });
  expect(page.data.at(-1)).toMatchObject({ type: 'member.erased' });
  await read(team, { types: 'member.joined', cursor: joined.cursor });
  await read(team, { types: 'crm.sync.failed' });
  await until('four readers are known', async () => (await readers()) === 4);
  const seen = async () => {
    const { readers } = await owner.app.members.erasureNews.query({ member_id });
    return readers?.map(({ types, status, taken_at }) => [types, status, taken_at !== null]);
  };
  const others = [
    [['member.erased'], 'open', false],
    [['member.joined'], 'none', false],
  ];
  expect(await seen()).toEqual([[null, 'open', false], ...others]);
  await read(team, { cursor: page.cursor });
  await until('the reader has taken it', async () => (await seen())?.[0]?.[1] === 'taken');
  expect(await seen()).toEqual([[null, 'taken', true], ...others]);
  const [, ...rows] = await linesOf('csv');
  expect(rows.filter((row) => row.includes(member_id))).toHaveLength(3);

  // A reader that begins anew behind the event has not taken it with that.
  const types = 'member.erased';
  const anew = await read(team, { types });
  const asked = api().clock.now().getTime();
  await read(team, { types, cursor: anew.cursor });
  await until('its new place is noted', async () => {
    const { data } = await owner.app.events.readers.query({});
    return data.some((one) => one.types?.join() === types && Date.parse(one.asked_at) >= asked);
  });
  expect((await seen())?.[1]).toEqual([['member.erased'], 'open', false]);
});

test('D187: the owner sees which readers of changes have taken an erasure; a removal alone is not taken as one', async () => {
  const { memberId: member_id } = await team.addMember();
  const lists = [['member'], ['training'], ['deal']] as const;
  const copies = lists.map((types) => new Copy(team, types));
  for (const copy of copies) await copy.follow();
  for (const copy of copies) await copy.follow();
  const readers = async () => (await owner.app.events.readers.query({})).data;
  await until('three readers are known', async () => (await readers()).length === 3);
  await team.request('DELETE', `/users/${member_id}`);
  for (const copy of copies) await copy.follow();
  await copies[0]?.follow();
  await owner.app.members.erase.mutate({ member_id });
  await runErasures(api());
  const seen = async () => {
    const { readers } = await owner.app.members.erasureNews.query({ member_id });
    return readers?.map(({ feed, types, status, taken_at }) => [
      feed,
      types?.join(),
      status,
      taken_at !== null,
    ]);
  };
  const given = await Promise.all(copies.map((copy) => copy.follow()));
  expect(given.map((all) => all.map(({ type, change }) => [type, change]))).toEqual([
    [['member', 'erased']],
    [['member', 'erased']],
    [],
  ]);
  const isAt = async (types: string, after: number) =>
    (await readers()).some(
      (one) => one.types?.join() === types && Date.parse(one.asked_at) >= after,
    );
  // What a reader was given, it has not taken yet.
  const asked = api().clock.now().getTime();
  await copies[2]?.follow();
  await until('the last reader is noted', () => isAt('deal', asked));
  const open = [
    ['changes', 'deal', 'none', false],
    ['changes', 'member', 'open', false],
    ['changes', 'training', 'open', false],
  ];
  expect(await seen()).toEqual(open);
  await copies[0]?.follow();
  const taken = ['changes', 'member', 'taken', true];
  await until('one has taken it', async () => (await seen())?.[1]?.[2] === 'taken');
  expect(await seen()).toEqual([open[0], taken, open[2]]);
  await copies[1]?.follow();
  await until('the other has taken it', async () => (await seen())?.[2]?.[2] === 'taken');

  // A new beginning brings no old news, and takes no proof away.
  const anew = new Copy(team, ['member']);
  await anew.follow();
  await anew.follow();
  expect((await seen())?.[1]).toEqual(taken);
  const [, ...rows] = await linesOf('csv');
  expect(rows.filter((row) => row.includes('changes'))).toHaveLength(3);
});

test('only the owner sees who was told, and only of the own team', async () => {
  const member_id = await insertRemoved(team);
  await insertErasure(team, { member_id });
  const admin = await makeSession(team, await team.addMember({ role: 'admin' }));
  expect(await codeOf(admin.app.members.erasureNews.query({ member_id }))).toBe('forbidden');
  const other = await makeTeam(api());
  const stranger = await makeSession(other, other.owner);
  expect(await codeOf(stranger.app.members.erasureNews.query({ member_id }))).toBe('not_found');
});
