import { beforeAll, describe, expect, test } from 'vitest';
import { rights } from '../../src/auth/rights.ts';
import { versionOf } from '../../src/shared/schema/edit-version.ts';
import {
  type Browser,
  changeRole,
  codeOf,
  errorOf,
  makePerson,
  makeSession,
} from '../harness/app.ts';
import { auditOf, insertInvited } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackends } from '../harness/waiting.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;

beforeAll(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
});

type Rights = 'schnittstellen'[];

/** Sets the rights as a page does: with the version of the list that it has read. */
async function set(member_id: string, rights: Rights, browser = owner): Promise<string> {
  const { data } = await browser.app.members.list.query({ limit: '100' });
  const version = data.find(({ id }) => id === member_id)?.version ?? versionOf({ rights: [] });
  return codeOf(browser.app.members.setRights.mutate({ member_id, version, rights }));
}

async function rightsOf(memberId: string): Promise<string[]> {
  const { rows } = await api().sql.query('select rights from member where id = $1', [memberId]);
  return rows[0].rights;
}

describe('schnittstellen', () => {
  test("takes effect at the admin's next request, when it is granted and when it is taken away", async () => {
    const admin = await makePerson(team, { role: 'admin' });
    const browser = await makeSession(team, admin);
    const uses = () => codeOf(browser.app.webhooks.listEndpoints.query({}));
    expect(await uses()).toBe('forbidden');
    expect(await set(admin.memberId, ['schnittstellen'])).toBe('ok');
    expect(await uses()).toBe('ok');
    expect(await set(admin.memberId, ['schnittstellen'])).toBe('ok');
    expect(await set(admin.memberId, [])).toBe('ok');
    expect(await uses()).toBe('forbidden');
    const entries = await auditOf(team, admin.memberId);
    const changes = entries.filter(({ action }) => action === 'member.rights_changed');
    expect(changes.map((entry) => entry.changes.rights)).toEqual(
      expect.arrayContaining([[], ['schnittstellen']]),
    );
    // The second call changed nothing.
    expect(changes).toHaveLength(2);
  });

  test('is for admins only: a member cannot have it, and a demotion takes it away', async () => {
    const member = await team.addMember();
    expect(await set(member.memberId, ['schnittstellen'])).toBe('validation_error');
    expect(await rightsOf(member.memberId)).toEqual([]);
    await team.addMember({ role: 'admin' });
    const admin = await team.addMember({ role: 'admin', canManageKeys: true });
    await changeRole(owner, admin.memberId, 'member');
    expect(await rightsOf(admin.memberId)).toEqual([]);
    await changeRole(owner, admin.memberId, 'admin');
    expect(await rightsOf(admin.memberId)).toEqual([]);
  });

  test('may be granted to an invited admin', async () => {
    const id = await insertInvited(team, { role: 'admin' });
    expect(await set(id, ['schnittstellen'])).toBe('ok');
    expect(await rightsOf(id)).toEqual(['schnittstellen']);
  });
});

describe('setRights is refused', () => {
  test('if others have changed the rights meanwhile, and the refusal names who', async () => {
    const { memberId: member_id } = await team.addMember({ role: 'admin' });
    const version = versionOf({ rights: [] });
    const edit = { member_id, version, rights: ['schnittstellen' as const] };
    const next = await owner.app.members.setRights.mutate(edit);
    expect(next.rights).toEqual(['schnittstellen']);
    const { code, changes } = await errorOf(owner.app.members.setRights.mutate(edit));
    const by = { kind: 'user', id: team.owner.memberId };
    expect([code, changes]).toEqual(['stale', [{ field: 'rights', by, at: expect.any(String) }]]);
    await owner.app.members.setRights.mutate({ ...edit, version: next.version, rights: [] });
    expect(await rightsOf(member_id)).toEqual([]);
  });

  test('for the owner, who has all rights, so that nobody locks the owner out', async () => {
    expect(await set(team.owner.memberId, [])).toBe('owner');
    expect(await rightsOf(team.owner.memberId)).toEqual(['schnittstellen']);
  });

  test('for an admin, even about oneself', async () => {
    const admin = await makePerson(team, { role: 'admin', canManageKeys: true });
    const browser = await makeSession(team, admin);
    expect(await set(admin.memberId, ['schnittstellen'], browser)).toBe('forbidden');
    expect(await set((await team.addMember({ role: 'admin' })).memberId, [], browser)).toBe(
      'forbidden',
    );
  });

  test('for members of another team, removed members, and rights that do not exist', async () => {
    const other = await makeTeam(api());
    const foreign = await other.addMember({ role: 'admin' });
    expect(await set(foreign.memberId, ['schnittstellen'])).toBe('not_found');
    expect(await rightsOf(foreign.memberId)).toEqual([]);
    const gone = await team.addMember();
    await owner.app.members.remove.mutate({ member_id: gone.memberId });
    expect(await set(gone.memberId, ['schnittstellen'])).toBe('not_found');
    const { memberId } = await team.addMember({ role: 'admin' });
    expect(await set(memberId, ['owner'] as unknown as Rights)).toBe('validation_error');
  });
});

describe('at once', () => {
  /** Makes both calls before either can end. */
  async function bothAtOnce(works: (() => Promise<string>)[]): Promise<string[]> {
    const holder = await api().sql.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table audit_entry in share mode');
      const pending = works.map((work) => work());
      await expect
        .poll(() => waitingBackends(api().sql), { timeout: 15_000 })
        .toHaveLength(works.length);
      await holder.query('commit');
      return await Promise.all(pending);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  }

  async function twoAdmins() {
    const small = await makeTeam(api());
    const one = await makePerson(small, { role: 'admin' });
    const two = await makePerson(small, { role: 'admin' });
    const [first, second] = [await makeSession(small, one), await makeSession(small, two)];
    const active = async () => {
      const { rows } = await api().sql.query(
        `select id from member where tenant_id = $1 and role = 'admin' and status = 'active'`,
        [small.tenantId],
      );
      return rows.length;
    };
    // A second session of the same person, because one browser would send both calls together.
    const other = await makeSession(small, one);
    return { one, two, first, second, other, active };
  }

  test('if two pages of the owner set the rights of an admin at once, the second is refused as stale', async () => {
    const { memberId } = await team.addMember({ role: 'admin' });
    const other = await makeSession(team, team.owner);
    const grant = (browser: Browser) => () => set(memberId, ['schnittstellen'], browser);
    expect((await bothAtOnce([grant(owner), grant(other)])).sort()).toEqual(['ok', 'stale']);
    const changes = (await auditOf(team, memberId)).filter(
      ({ action }) => action === 'member.rights_changed',
    );
    expect(changes).toHaveLength(1);
  });

  test('of two admins who demote each other, one stays', async () => {
    const { one, two, first, second, active } = await twoAdmins();
    const demote = (browser: Browser, member_id: string) => () =>
      codeOf(changeRole(browser, member_id, 'member'));
    const codes = await bothAtOnce([demote(first, two.memberId), demote(second, one.memberId)]);
    expect(codes.sort()).toEqual(['last_admin', 'ok']);
    expect(await active()).toBe(1);
  });

  test('an admin who steps down while the other is removed stays an admin', async () => {
    const { one, two, first, other, active } = await twoAdmins();
    const codes = await bothAtOnce([
      () => codeOf(first.app.members.remove.mutate({ member_id: two.memberId })),
      () => codeOf(changeRole(other, one.memberId, 'member')),
    ]);
    expect(codes.sort()).toEqual(['last_admin', 'ok']);
    expect(await active()).toBe(1);
  });
});

test("the choice of a role shows every right of the table, in the person's language", async () => {
  const ofTeam = Object.entries(rights).flatMap(([right, { who }]) =>
    ['member', 'admin', 'interfaces', 'owner'].includes(who) ? [`${who}: ${right}`] : [],
  );
  const shown = await owner.app.members.roles.query({});
  expect(
    shown
      .flatMap(({ who, rights: ownRights }) => ownRights.map(({ right }) => `${who}: ${right}`))
      .sort(),
  ).toEqual(ofTeam.sort());
  const ofOwner = shown.find(({ who }) => who === 'owner')?.rights ?? [];
  expect(ofOwner.find(({ right }) => right === 'grant_rights')).toMatchObject({
    fresh_proof: true,
    text: expect.stringContaining('geben und nehmen'),
  });
  const english = await makeSession(team, team.owner);
  english.headers = { 'accept-language': 'en' };
  const inEnglish = await english.app.members.roles.query({});
  expect(JSON.stringify(inEnglish)).toContain('Grant and take');
});

test('nobody can demote or remove the owner, not even the owner', async () => {
  const admin = await makeSession(team, await makePerson(team, { role: 'admin' }));
  const { memberId: member_id } = team.owner;
  for (const browser of [admin, owner]) {
    expect(await codeOf(changeRole(browser, member_id, 'member'))).toBe('owner');
    expect(await codeOf(browser.app.members.remove.mutate({ member_id }))).toBe('owner');
  }
});
