import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, codeOf, errorOf, makeSession } from '../harness/app.ts';
import {
  auditOf,
  insert,
  insertAssignment,
  insertInvited,
  insertPolicy,
  insertTeamCatalogEntry,
} from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { globalIds, makeGlobalCatalog } from '../harness/world.ts';

const api = useApi();
let team: TestTeam;
let admin: Person;
let member: Person;
let browser: Browser;

beforeAll(() => makeGlobalCatalog(api()));

beforeEach(async () => {
  team = await makeTeam(api(), { rateLimit: 100_000 });
  admin = await team.addMember({ role: 'admin' });
  member = await team.addMember();
  browser = await makeSession(team, admin);
});

type Set = Parameters<Browser['app']['policies']['set']['mutate']>[0];

/** Sets policies as a page does: with the version that it has read. */
async function set(changes: Omit<Set, 'version' | 'member_id'>, member_id: string | null = null) {
  const { version } = await browser.app.policies.get.query({ member_id });
  return browser.app.policies.set.mutate({ ...changes, member_id, version });
}

const none = { situation: null, personality: null, industry: null, role: null, methodology: null };

async function situations(): Promise<string[]> {
  const { body } = await team.request('GET', '/catalog');
  const { situation } = body as unknown as { situation: { id: string }[] };
  return situation.map(({ id }) => id);
}

async function assign(person: Pick<Person, 'memberId'>): Promise<number> {
  const { situation, personality, industry } = globalIds;
  const body = {
    member_id: person.memberId,
    title: 'A task',
    situation_id: situation,
    personality_id: personality,
    industry_id: industry,
  };
  return (await team.request('POST', '/assignments', { body })).status;
}

describe('the policy of the team', () => {
  test('counts in GET /catalog and POST /assignments from the next request on, until it is removed', async () => {
    const own = await insertTeamCatalogEntry(team, 'situation');
    const entry_ids = [own];
    const after = await set({ situation: { mode: 'allow', entry_ids } });
    expect(after).toMatchObject({ ...none, situation: { mode: 'allow', entry_ids } });
    expect(await situations()).toEqual([own]);
    expect(await assign(member)).toBe(403);
    await set({ situation: { mode: 'block', entry_ids } });
    expect(await situations()).toEqual([globalIds.situation]);
    expect(await assign(member)).toBe(201);
    expect(await set({ situation: null })).toMatchObject(none);
    expect(await situations()).toContain(own);
  });

  test('leaves dimensions that the input does not name', async () => {
    const role = { mode: 'block' as const, entry_ids: ['rol_test'] };
    await set({ role });
    expect(await set({ methodology: { mode: 'allow', entry_ids: [] } })).toMatchObject({ role });
  });

  test('names each entry once, and only entries of this dimension that the team knows, released or not', async () => {
    await insert(api(), 'catalog_hidden', { tenant_id: team.tenantId, entry_id: 'rol_test' });
    const twice = ['rol_test', 'rol_test'];
    const { role } = await set({ role: { mode: 'allow', entry_ids: twice } });
    expect(role?.entry_ids).toEqual(['rol_test']);
    const other = await insertTeamCatalogEntry(await makeTeam(api()), 'role');
    for (const id of ['rol_nothing', other, globalIds.industry, '']) {
      const refused = await errorOf(set({ role: { mode: 'block', entry_ids: [id] } }));
      expect(refused).toMatchObject({ code: 'validation_error', field: 'role' });
    }
    const many = Array.from({ length: 2_001 }, (_, i) => `rol_${i}`);
    expect(await codeOf(set({ role: { mode: 'block', entry_ids: many } }))).toBe(
      'validation_error',
    );
  });
});

describe('the policy of a member', () => {
  test("replaces the team's in its dimension (D126)", async () => {
    const entry_ids = [globalIds.industry];
    await set({ industry: { mode: 'block', entry_ids } });
    expect(await assign(member)).toBe(403);
    await set({ industry: { mode: 'allow', entry_ids } }, member.memberId);
    expect(await assign(member)).toBe(201);
    expect(await assign(admin)).toBe(403);
    await set({ industry: null }, member.memberId);
    expect(await assign(member)).toBe(403);
  });

  test('can be set for everybody who is not removed: active, invited or the owner', async () => {
    const role = { mode: 'allow' as const, entry_ids: ['rol_test'] };
    for (const id of [member.memberId, await insertInvited(team), team.owner.memberId]) {
      expect(await set({ role }, id)).toMatchObject({ member_id: id, role });
    }
    await browser.app.members.remove.mutate({ member_id: member.memberId });
    const stranger = (await makeTeam(api())).owner;
    for (const { memberId } of [member, stranger]) {
      expect(await codeOf(set({ role }, memberId))).toBe('not_found');
    }
    const { data } = await browser.app.policies.list.query({});
    expect(data.map(({ member_id }) => member_id)).not.toContain(member.memberId);
  });
});

test('the list has the policies of the team, and members with their own, page after page', async () => {
  const role = { mode: 'block' as const, entry_ids: ['rol_test'] };
  await set({ role });
  const people = [member, admin, await team.addMember(), await team.addMember()];
  for (const { memberId } of people) await set({ methodology: role && null, role }, memberId);
  await team.addMember();
  const other = await makeTeam(api());
  await insertPolicy(other, { dimension: 'role', member_id: other.owner.memberId, ...role });
  const seen: (string | null)[] = [];
  let cursor: string | undefined;
  do {
    const page = await browser.app.policies.list.query({ limit: 3, ...(cursor && { cursor }) });
    expect(page.team).toEqual({ member_id: null, ...none, role: 'block' });
    seen.push(...page.data.map(({ member_id }) => member_id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen.toSorted()).toEqual(people.map(({ memberId }) => memberId).sort());
  const { data } = await browser.app.policies.list.query({ limit: 1 });
  const [first] = data;
  expect(data).toEqual([{ member_id: expect.any(String), ...none, role: 'block' }]);
  const member_id = first?.member_id ?? '';
  const { version } = await browser.app.policies.get.query({ member_id });
  await browser.app.policies.set.mutate({ member_id, version, role: null });
});

describe('a change', () => {
  const role = { mode: 'block' as const, entry_ids: ['rol_test'] };

  test('leaves open assignments as they are', async () => {
    expect(await assign(member)).toBe(201);
    const before = (await team.request('GET', '/assignments')).body;
    await set({ situation: { mode: 'allow', entry_ids: [] } });
    expect((await team.request('GET', '/assignments')).body).toEqual(before);
    expect(await assign(member)).toBe(403);
  });

  test('is in the audit log of the team or the member, with its values; there is no entry if nothing changes', async () => {
    await set({ role, methodology: null });
    await set({ role });
    await set({ role: null }, member.memberId);
    await set({ role }, member.memberId);
    const entry = { action: 'policy.changed', changes: { role } };
    for (const subject of [team.tenantId, member.memberId]) {
      const log = await auditOf(team, subject);
      expect(log.filter(({ action }) => action === 'policy.changed')).toEqual([entry]);
    }
  });

  test('is in the audit log with the former values and the new ones', async () => {
    const after = { mode: 'allow' as const, entry_ids: [] };
    await set({ role });
    api().clock.travel(1_000);
    await set({ role: after });
    const { data } = await browser.app.auditLog.list.query({ limit: 1 });
    expect(data).toMatchObject([
      { action: 'policy.changed', changes: [{ field: 'role', before: role, after }] },
    ]);
  });

  test('from an old version says which policy changed, by whom and when', async () => {
    const { version } = await browser.app.policies.get.query({ member_id: null });
    await set({ role });
    const { changes } = await errorOf(
      browser.app.policies.set.mutate({ member_id: null, version, methodology: role }),
    );
    const by = { kind: 'user', id: admin.memberId };
    expect(changes).toEqual([{ field: 'role', by, at: expect.any(String) }]);
  });

  test.each([
    ['the first', undefined],
    ['a further', role],
  ])('by two admins at once: %s policy of a dimension is set once', async (_, before) => {
    if (before) await set({ role: before });
    const { version } = await browser.app.policies.get.query({ member_id: null });
    const codes = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        const { app } = await makeSession(team, i % 2 ? admin : team.owner);
        const entry_ids = [i % 2 ? 'rol_test' : await insertTeamCatalogEntry(team, 'role')];
        const edit = { member_id: null, version, role: { mode: 'allow' as const, entry_ids } };
        return codeOf(app.policies.set.mutate(edit));
      }),
    );
    expect(codes.sort()).toEqual(['ok', ...Array(9).fill('stale')]);
  });

  test('of two dimensions by two admins at once is made once: the second admin has not seen the first change, and gets `stale`', async () => {
    const { version } = await browser.app.policies.get.query({ member_id: null });
    const other = await makeSession(team, team.owner);
    const set = (app: typeof browser.app, policies: object) =>
      codeOf(app.policies.set.mutate({ member_id: null, version, ...policies }));
    const block = (id: string) => ({ mode: 'block' as const, entry_ids: [id] });
    const codes = await Promise.all([
      set(browser.app, { situation: block(globalIds.situation) }),
      set(other.app, { industry: block(globalIds.industry) }),
    ]);
    expect(codes.sort()).toEqual(['ok', 'stale']);
  });
});

describe('the preview counts the open assignments that the policies would refuse', () => {
  const preview = async (member_id: string | null, policies: object) =>
    (await browser.app.policies.preview.query({ member_id, ...policies })).open_assignments;
  const block = (id: string) => ({ mode: 'block' as const, entry_ids: [id] });
  const allow = (id: string) => ({ mode: 'allow' as const, entry_ids: [id] });

  test('of the team, without assignments of active members who have a policy of their own', async () => {
    const { situation, personality, industry } = globalIds;
    expect(await assign(member)).toBe(201);
    expect(await assign(admin)).toBe(201);
    const ids = { situation_id: situation, personality_id: personality, industry_id: industry };
    const invited = await insertInvited(team);
    await insertAssignment(team, { member_id: invited, ...ids });
    await insertAssignment(team, { member_id: member.memberId, status: 'done', ...ids });
    await insertPolicy(team, { dimension: 'industry', member_id: invited, ...block('ind_x') });
    await set({ industry: allow(industry) }, admin.memberId);
    expect(await preview(null, {})).toBe(0);
    expect(await preview(null, { industry: null, role: block('rol_test') })).toBe(0);
    expect(await preview(null, { industry: allow(industry) })).toBe(0);
    expect(await preview(null, { industry: block(industry) })).toBe(2);
    expect(await preview(null, { situation: allow('sit_x') })).toBe(3);
    expect(await preview(null, { situation: allow('sit_x'), industry: block(industry) })).toBe(3);
  });

  test("of a member, with the team's policy where the member has none", async () => {
    expect(await assign(member)).toBe(201);
    expect(await assign(admin)).toBe(201);
    const { memberId } = member;
    expect(await preview(memberId, { industry: block(globalIds.industry) })).toBe(1);
    expect(await preview(memberId, { industry: null })).toBe(0);
    await set({ industry: block(globalIds.industry) });
    expect(await preview(memberId, { industry: null })).toBe(1);
    expect(await preview(memberId, { industry: allow(globalIds.industry) })).toBe(0);
    const stranger = (await makeTeam(api())).owner.memberId;
    expect(await codeOf(preview(stranger, { industry: null }))).toBe('not_found');
  });
});
