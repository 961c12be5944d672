import { beforeAll, describe, expect, test } from 'vitest';
import { WEEK_MS } from '../../src/shared/time/durations.ts';
import { type Browser, codeOf, makePerson, makeSession } from '../harness/app.ts';
import { insertAssignment, insertInvited, insertTraining } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let admin: Person;
let browser: Browser;

async function called(name: string, person: Person): Promise<Person> {
  await api().sql.query('update person set name = $2 where id = $1', [person.userId, name]);
  return person;
}

beforeAll(async () => {
  team = await makeTeam(api(), { seats: 1_000 });
  admin = await called('Özlem Ärmel', await makePerson(team, { role: 'admin' }));
  browser = await makeSession(team, admin, { expiresAt: new Date(Date.UTC(2100, 0)) });
});

type Input = Parameters<typeof browser.app.members.list.query>[0];
const list = async (input: Input = {}) => (await browser.app.members.list.query(input)).data;

test('an admin sees names, addresses, roles and rights of all who are not removed', async () => {
  const member = await called('Anna Beispiel', await team.addMember());
  const gone = await team.addMember();
  await browser.app.members.remove.mutate({ member_id: gone.memberId });
  const entries = await list();
  expect(entries.map(({ id }) => id)).not.toContain(gone.memberId);
  expect(entries.find(({ id }) => id === member.memberId)).toMatchObject({
    is_me: false,
    user_id: member.userId,
    name: 'Anna Beispiel',
    email: member.email,
    role: 'member',
    rights: [],
    status: 'active',
    invitation: null,
  });
  expect(entries.find(({ is_me }) => is_me)).toMatchObject({ id: admin.memberId, role: 'admin' });
  expect(entries.find(({ role }) => role === 'owner')).toMatchObject({
    id: team.owner.memberId,
    name: null,
    rights: ['schnittstellen'],
  });
});

test('an invitation says how long it is valid, and stays listed when it has expired', async () => {
  const id = await insertInvited(team);
  const find = async (input: Input = {}) => (await list(input)).find((entry) => entry.id === id);
  const sent_at = api().clock.now().toISOString();
  const before = await find({ status: 'invited' });
  expect(before?.invitation?.expired).toBe(false);
  expect(before?.invitation?.sent_at.slice(0, 16)).toBe(sent_at.slice(0, 16));
  expect(await find({ status: 'expired' })).toBe(undefined);
  api().clock.travel(WEEK_MS);
  browser = await makeSession(team, admin, { expiresAt: new Date(Date.UTC(2100, 0)) });
  const after = await find({ status: 'expired' });
  expect(after).toMatchObject({ status: 'invited', invitation: { expired: true } });
  // Each member has one status, or the counts would not make up all.
  for (const status of ['active', 'invited'] as const) {
    expect(await find({ status })).toBe(undefined);
  }
});

test('a page says how many members each status has, whichever is chosen', async () => {
  const small = await makeTeam(api());
  const { app } = await makeSession(small, small.owner);
  await small.addMember();
  await insertInvited(small);
  const counts = { all: 3, active: 2, invited: 1, expired: 0 };
  const ask = app.members.list.query;
  expect((await ask({})).counts).toEqual(counts);
  expect(await ask({ status: 'expired' })).toMatchObject({ data: [], counts });
  expect((await ask({ role: 'owner' })).counts).toMatchObject({ all: 1, active: 1, invited: 0 });
  const { next_cursor } = await ask({ limit: '1' });
  expect((await ask({ limit: '1', cursor: next_cursor ?? '' })).counts).toBe(null);
  expect((await ask({ member_ids: [small.owner.memberId] })).counts).toBe(null);
});

test('an admin sees when a member last trained; while member detail is off, only for oneself', async () => {
  const small = await makeTeam(api());
  const { app } = await makeSession(small, small.owner);
  const { memberId } = await small.addMember();
  const trained = async () => {
    const { data } = await app.members.list.query({});
    return new Map(data.map(({ id, last_trained_at }) => [id, last_trained_at]));
  };
  expect((await trained()).get(memberId)).toBe(null);
  const at = '2026-11-0';
  for (const [member_id, days] of [
    [memberId, [3, 5, 4]],
    [small.owner.memberId, [2]],
  ] as const) {
    for (const day of days)
      await insertTraining(small, { member_id, created_at: `${at}${day}T00:00:00Z` });
  }
  const own = [small.owner.memberId, `${at}2T00:00:00.000Z`] as const;
  expect(await trained()).toEqual(new Map([own, [memberId, `${at}5T00:00:00.000Z`]]));
  await small.set({ member_detail_enabled: false });
  expect(await trained()).toEqual(new Map([own, [memberId, null]]));
});

test('a page that gives ids of people gets only these', async () => {
  const wanted = await team.addMember();
  const entries = await list({ user_ids: [wanted.userId, 'usr_unknown'] });
  expect(entries.map(({ user_id }) => user_id)).toEqual([wanted.userId]);
});

test('a page that gives ids of members gets only these', async () => {
  const wanted = await team.addMember();
  const foreign = await makeTeam(api());
  const member_ids = [wanted.memberId, 'mem_unknown', foreign.owner.memberId];
  const entries = await list({ member_ids });
  expect(entries.map(({ id }) => id)).toEqual([wanted.memberId]);
});

describe('a search finds a part of a name or an address', () => {
  test.each([
    ['özlem', 1],
    ['ÄRMEL', 1],
    ['Ärmel Özlem', 0],
    ['%', 0],
    ['_@', 0],
    ['__zlem', 0],
    ["' or 1=1 --", 0],
    ['\\', 0],
  ])('the search for %s finds %i members', async (search, count) => {
    expect(await list({ search })).toHaveLength(count);
  });

  test('a part of an address is found too, together with the other filters', async () => {
    const { email, memberId } = await team.addMember();
    const search = email.slice(2, -5).toUpperCase();
    expect((await list({ search })).map(({ id }) => id)).toEqual([memberId]);
    expect(await list({ search, role: 'admin' })).toEqual([]);
  });

  test('a search finds nothing in another team', async () => {
    const other = await makeTeam(api());
    await called('Fremde Person', await team.addMember());
    const stranger = await makeSession(other, other.owner);
    const { data } = await stranger.app.members.list.query({ search: 'fremde' });
    expect(data).toEqual([]);
  });
});

test('each page continues where the last one ended, and a cursor belongs to its filters', async () => {
  const all = await list({ limit: '200' });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await browser.app.members.list.query({
      limit: '2',
      ...(cursor === undefined ? {} : { cursor }),
    });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(all.map(({ id }) => id));
  const oldest = await list({ limit: '200', order: 'oldest' });
  expect(oldest.map(({ id }) => id)).toEqual(seen.toReversed());
  const { next_cursor } = await browser.app.members.list.query({ limit: '1' });
  const stolen = { limit: '1', cursor: next_cursor ?? '' };
  expect(await codeOf(list({ ...stolen, role: 'member' }))).toBe('validation_error');
  expect(await codeOf(list({ ...stolen, order: 'oldest' }))).toBe('validation_error');
});

describe('spec, general rule 7: while member_detail_enabled is off', () => {
  test('only the reader is named, no search tells who somebody is, and no removal counts assignments', async () => {
    const member = await called('Verborgen', await team.addMember());
    await insertAssignment(team, { member_id: member.memberId });
    await insertInvited(team);
    await team.set({ member_detail_enabled: false });
    try {
      const entries = await list();
      const named = entries.filter(({ name, email }) => name !== null || email !== null);
      expect(named).toMatchObject([{ id: admin.memberId, name: 'Özlem Ärmel' }]);
      expect(JSON.stringify(entries.filter(({ is_me }) => !is_me))).not.toContain('@');
      expect(entries.map(({ id }) => id)).toContain(member.memberId);
      for (const search of ['Verborgen', member.email, 'x']) {
        expect(await codeOf(list({ search }))).toBe('privacy_restricted');
      }
      const { memberId: member_id } = member;
      expect(await browser.app.members.removalPreview.query({ member_id })).toMatchObject({
        assignments: null,
      });
    } finally {
      await team.set({ member_detail_enabled: true });
    }
  });
});

describe('the preview of a removal', () => {
  const preview = (person: Pick<Person, 'memberId'>) =>
    browser.app.members.removalPreview.query({ member_id: person.memberId });

  test('counts the assignments that the removal revokes, the done ones among them, and the working keys that stay', async () => {
    const leaving = await makePerson(team, { role: 'admin', canManageKeys: true });
    for (const status of ['open', 'done', 'revoked']) {
      await insertAssignment(team, { member_id: leaving.memberId, status });
    }
    await team.createKey({ createdBy: leaving.memberId });
    const revoked = await team.createKey({ createdBy: leaving.memberId });
    await team.revokeKey(revoked.key_id);
    expect(await preview(leaving)).toEqual({
      refused: null,
      assignments: { all: 2, done: 1 },
      api_keys: 1,
    });
    const revokedNow = async () => {
      const { rows } = await api().sql.query(
        `select id from assignment where member_id = $1 and status = 'revoked'`,
        [leaving.memberId],
      );
      return rows.length;
    };
    const before = await revokedNow();
    await browser.app.members.remove.mutate({ member_id: leaving.memberId });
    expect((await revokedNow()) - before).toBe(2);
    expect(await codeOf(preview(leaving))).toBe('not_found');
  });

  test('says with which code the removal would be refused', async () => {
    const small = await makeTeam(api());
    const last = await small.addMember({ role: 'admin' });
    const session = await makeSession(small, small.owner);
    for (const [person, refused] of [
      [small.owner, 'owner'],
      [last, 'last_admin'],
    ] as const) {
      const { memberId: member_id } = person;
      expect(await session.app.members.removalPreview.query({ member_id })).toMatchObject({
        refused,
      });
      expect(await codeOf(session.app.members.remove.mutate({ member_id }))).toBe(refused);
    }
    expect(await codeOf(preview(last))).toBe('not_found');
  });
});

test('members are listed by name and by their last training, both ways, over all pages', async () => {
  const other = await makeTeam(api(), { seats: 20 });
  const chief = await called('Mia', await makePerson(other, { role: 'admin' }));
  const session = await makeSession(other, chief, { expiresAt: new Date(Date.UTC(2100, 0)) });
  for (const [name, trained] of [
    ['Özil', null],
    ['𝒵'.repeat(200), null],
    ['anton', '2026-10-01T00:00:00Z'],
    ['Zoe', '2026-11-01T00:00:00Z'],
    ['Bert', null],
  ] as const) {
    const { memberId } = await called(name, await other.addMember());
    if (trained) await insertTraining(other, { member_id: memberId, created_at: trained });
  }
  await called('Oskar', other.owner);
  type Order = NonNullable<Input>['order'];
  const cursors: string[] = [];
  const names = async (order: Order, cursor?: string): Promise<(string | null)[]> => {
    const page = await session.app.members.list.query({
      order,
      limit: '2',
      ...(cursor && { cursor }),
    });
    const own = page.data.map(({ name }) => name);
    if (page.next_cursor) cursors.push(page.next_cursor);
    return page.next_cursor ? [...own, ...(await names(order, page.next_cursor))] : own;
  };
  const sorted = ['anton', 'Bert', 'Mia', 'Oskar', 'Özil', 'Zoe', '𝒵'.repeat(200)];
  expect(await names('name_asc')).toEqual(sorted);
  expect(await names('name_desc')).toEqual(sorted.toReversed());
  // An address contains no names (P380).
  for (const cursor of cursors) {
    expect(Buffer.from(cursor, 'base64url').toString()).not.toMatch(
      /anton|bert|mia|oskar|ozil|zoe/i,
    );
  }
  expect((await names('trained_asc')).slice(5)).toEqual(['anton', 'Zoe']);
  expect((await names('trained_desc')).slice(0, 2)).toEqual(['Zoe', 'anton']);
  // The order of hidden names would tell who is who.
  await other.set({ member_detail_enabled: false });
  const ids = async (order: Order) =>
    (await session.app.members.list.query({ order })).data.map(({ id }) => id);
  expect(await ids('name_asc')).toEqual(await ids('newest'));
  expect(await ids('trained_asc')).toEqual(await ids('newest'));
});
