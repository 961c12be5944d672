import { beforeAll, expect, test } from 'vitest';
import { cursorExpired, faultOf } from '../events/harness/feed.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld } from '../harness/world.ts';
import { ask, Copy, read } from './harness/copy.ts';

const api = useApi();

beforeAll(() => makeGlobalCatalog(api()));

const note = `update assignment set note = coalesce(note, '') || 'x' where tenant_id = $1`;

test('the list opens when all transactions have ended that may have looked for a reader before; until then pages are empty', async () => {
  const { team } = await makeWorld(api());
  const client = await api().sql.connect();
  await client.query('begin');
  await client.query(note, [team.tenantId]);
  const first = await read(team, { types: 'assignment' });
  expect(first).toEqual({ data: [], cursor: expect.any(String), has_more: true });
  const second = await read(team, { types: 'assignment', cursor: first.cursor });
  expect(second).toMatchObject({ data: [], has_more: true });
  const held = read(team, { types: 'assignment', cursor: second.cursor, wait: '20' });
  await client.query('commit');
  client.release();
  const copy = new Copy(team, ['assignment']);
  copy.cursor = (await held).cursor;
  await copy.follow();
  copy.cursor = second.cursor;
  await copy.follow();
  await copy.expectWhole();
});

test('a transaction that cannot see the reader, because its snapshot is older, notes its changes', async () => {
  const { team } = await makeWorld(api());
  const client = await api().sql.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select from tenant limit 1');
  const copy = new Copy(team);
  await copy.follow();
  await client.query(note, [team.tenantId]);
  await client.query('commit');
  client.release();
  expect(await copy.follow()).toMatchObject([{ type: 'assignment', change: 'changed' }]);
  await copy.expectWhole();
});

test('D184: while committed changes wait for their place, `has_more` is true', async () => {
  const { team, assignment, memberId } = await makeWorld(api());
  const copy = new Copy(team);
  await copy.follow();
  await api().sql.query(
    `insert into change_note (tenant_id, type, ids, members, are_gone)
     select $1, 'assignment', array_fill($2::text, '{50}'), array_fill($3::text, '{50}'), false from generate_series(1, 402)`,
    [team.tenantId, assignment, memberId],
  );
  const page = await copy.readSome();
  expect([page.data.length, page.has_more]).toEqual([1, true]);
  await copy.follow();
  await copy.expectWhole();
});

test('D183: a page ends with the entry that reaches 2 MB, and one always fits', async () => {
  const { team, member } = await makeWorld(api());
  const text = 'x'.repeat(60_000);
  for (let n = 0; n < 45; n++) {
    const body = { user_id: member.userId, title: `Case ${n}`, fields: { text } };
    expect((await team.request('POST', '/cases', { body })).status).toBe(201);
  }
  const copy = new Copy(team, ['case']);
  let page = await copy.readSome({ limit: '200' });
  await until('the list has opened', async () => {
    if (page.data.length === 0) page = await copy.readSome({ limit: '200' });
    return page.data.length > 0;
  });
  expect(JSON.stringify(page).length).toBeLessThan(2_100_000);
  expect(page.data.length).toBeGreaterThan(30);
  expect(page.has_more).toBe(true);
  await copy.follow({ limit: '200' });
  await copy.expectWhole();
});

test('D186: a cursor expires when the list has ended, after a restore, and behind a deletion that is forgotten', async () => {
  const { team, memberId } = await makeWorld(api());
  const expire = async (text: string) => {
    const copy = new Copy(team);
    await copy.follow();
    await api().sql.query(text, [team.tenantId]);
    expect(faultOf(await ask(team, { cursor: copy.cursor ?? '' }))).toEqual(cursorExpired);
    const anew = new Copy(team);
    await anew.follow();
    await anew.expectWhole();
  };
  await expire('select end_change_feed($1)');
  await expire(`update change_feed set origin = 'before' where tenant_id = $1`);
  await expire('update change_feed set last_position = last_position - 1 where tenant_id = $1');
  const copy = new Copy(team);
  await copy.follow();
  await team.request('DELETE', `/users/${memberId}`);
  await until('the removal has its place', async () => {
    await read(team);
    const { rows } = await api().sql.query(
      'select from changed_object where tenant_id = $1 and is_gone',
      [team.tenantId],
    );
    return rows.length > 0;
  });
  await api().sql.query('update change_feed set floor = last_position where tenant_id = $1', [
    team.tenantId,
  ]);
  expect(faultOf(await ask(team, { cursor: copy.cursor ?? '' }))).toEqual(cursorExpired);
});
