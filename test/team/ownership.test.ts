import { describe, expect, test } from 'vitest';
import { DAY_MS, WEEK_MS } from '../../src/shared/time/durations.ts';
import {
  type Browser,
  changeRole,
  codeOf,
  givePassword,
  makePerson,
  makeSession,
  PASSWORD,
  signIn,
} from '../harness/app.ts';
import { auditOf, insertInvited } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackends } from '../harness/waiting.ts';

const api = useApi();

type Cast = {
  team: TestTeam;
  /** The person to whom the team is offered. */
  heir: Person;
  owner: Browser;
  heirs: Browser;
};

async function cast(role: 'admin' | 'member' = 'admin'): Promise<Cast> {
  const team = await makeTeam(api());
  const heir = await makePerson(team, { role });
  const owner = await makeSession(team, team.owner);
  return { team, heir, owner, heirs: await makeSession(team, heir) };
}

const offer = (by: Browser, { memberId: member_id }: Pick<Person, 'memberId'>) =>
  codeOf(by.app.team.offerOwnership.mutate({ member_id }));
const accept = (by: Browser) => codeOf(by.app.team.acceptOwnership.mutate({}));
const withdraw = (by: Browser) => codeOf(by.app.team.withdrawOwnership.mutate({}));
const offerSeenBy = async (by: Browser) => (await by.app.team.get.query({})).ownership_offer;

async function rolesOf({ team }: Pick<Cast, 'team'>) {
  const { rows } = await api().sql.query(
    `select id, role, rights from member where tenant_id = $1 and status = 'active'`,
    [team.tenantId],
  );
  return new Map(rows.map(({ id, role, rights }) => [id, [role, rights.join()]]));
}

async function mailsOf({ team }: Pick<Cast, 'team'>) {
  const { rows } = await api().sql.query(
    'select recipient, subject from mail where tenant_id = $1 order by id',
    [team.tenantId],
  );
  return rows;
}

describe('a handed over team', () => {
  test.each(['admin', 'member'] as const)('goes to an active %s', async (role) => {
    const people = await cast(role);
    const { team, heir, owner, heirs } = people;
    expect(await offer(owner, heir)).toBe('ok');
    expect(await accept(heirs)).toBe('ok');
    const roles = await rolesOf(people);
    expect(roles.get(heir.memberId)).toEqual(['owner', 'schnittstellen']);
    expect(roles.get(team.owner.memberId)).toEqual(['admin', 'schnittstellen']);
    expect(await codeOf(heirs.app.team.previewPrivacy.query({}))).toBe('ok');
    expect(await codeOf(owner.app.team.previewPrivacy.query({}))).toBe('forbidden');
    expect(await offerSeenBy(heirs)).toBe(null);
    const subjects = (await mailsOf(people)).map(({ recipient, subject }) => [recipient, subject]);
    expect(subjects).toEqual(
      expect.arrayContaining([
        [heir.email, 'Das Team „Team under test“ wird Ihnen angeboten'],
        [heir.email, 'Das Team „Team under test“ gehört jetzt Ihnen'],
        [team.owner.email, 'Sie haben das Team „Team under test“ übergeben'],
      ]),
    );
    expect(await auditOf(team, heir.memberId)).toContainEqual({
      action: 'ownership.offered',
      changes: null,
    });
    expect(await auditOf(team, team.tenantId)).toContainEqual({
      action: 'ownership.transferred',
      changes: { former_owner: team.owner.memberId, owner: heir.memberId },
    });
  });

  test('can be handed on, and back', async () => {
    const { team, heir, owner, heirs } = await cast();
    await offer(owner, heir);
    await accept(heirs);
    const again = await makeSession(team, heir);
    expect(await offer(again, team.owner)).toBe('ok');
    expect(await accept(await makeSession(team, team.owner))).toBe('ok');
    expect((await rolesOf({ team })).get(heir.memberId)?.[0]).toBe('admin');
  });
});

test("writes one mail a day to an owner's candidate, however often the owner offers and withdraws", async () => {
  const people = await cast();
  for (const days of [0, 0, 1]) {
    api().clock.travel(days * DAY_MS);
    const owner = await makeSession(people.team, people.team.owner);
    expect(await offer(owner, people.heir)).toBe('ok');
    expect(await withdraw(owner)).toBe('ok');
  }
  expect(await mailsOf(people)).toHaveLength(2);
});

describe('the proofs', () => {
  test('are lost with the transfer, so that a stolen session gets no new right', async () => {
    const { team, heir } = await cast();
    await givePassword(api(), team.owner);
    const [owner, heirs] = [await signIn(api(), team.owner), await signIn(api(), heir)];
    expect(await offer(owner, heir)).toBe('ok');
    expect(await accept(heirs)).toBe('ok');
    const { memberId: member_id } = await team.addMember();
    for (const browser of [owner, heirs]) {
      const promotion = changeRole(browser, member_id, 'admin');
      expect(await codeOf(promotion)).toBe('fresh_proof_required');
    }
    await heirs.app.session.prove.mutate({ password: PASSWORD });
    expect(await offer(heirs, team.owner)).toBe('ok');
  });
});

describe('both sides prove that it is them', () => {
  test('of the owner at the offer, and of the other person at the acceptance', async () => {
    const { team, heir, owner, heirs } = await cast();
    const unproved = (person: Person) => makeSession(team, person, { provedAt: null });
    expect(await offer(await unproved(team.owner), heir)).toBe('fresh_proof_required');
    expect(await offer(owner, heir)).toBe('ok');
    expect(await accept(await unproved(heir))).toBe('fresh_proof_required');
    expect(await accept(heirs)).toBe('ok');
  });
});

describe('an offer', () => {
  test('is visible to the two people concerned', async () => {
    const { team, heir, owner, heirs } = await cast();
    await offer(owner, heir);
    expect(await offerSeenBy(owner)).toMatchObject({ member_id: heir.memberId, is_to_me: false });
    expect(await offerSeenBy(heirs)).toMatchObject({ member_id: heir.memberId, is_to_me: true });
    const other = await makeSession(team, await makePerson(team, { role: 'admin' }));
    expect(await offerSeenBy(other)).toBe(null);
    expect(await accept(other)).toBe('not_found');
    expect(await accept(owner)).toBe('not_found');
  });

  test('ends after seven days, and makes room for another', async () => {
    const { team, heir, owner } = await cast();
    await offer(owner, heir);
    api().clock.travel(WEEK_MS);
    const [later, heirs] = [await makeSession(team, team.owner), await makeSession(team, heir)];
    expect(await offerSeenBy(later)).toBe(null);
    expect(await accept(heirs)).toBe('not_found');
    expect(await offer(later, await team.addMember())).toBe('ok');
  });

  test('is the only one until it is withdrawn', async () => {
    const { team, heir, owner, heirs } = await cast();
    const second = await makePerson(team);
    expect(await offer(owner, heir)).toBe('ok');
    expect(await offer(owner, second)).toBe('conflict');
    expect(await withdraw(owner)).toBe('ok');
    expect(await withdraw(owner)).toBe('not_found');
    expect(await accept(heirs)).toBe('not_found');
    expect(await offer(owner, second)).toBe('ok');
    expect(await auditOf(team, heir.memberId)).toContainEqual({
      action: 'ownership.withdrawn',
      changes: null,
    });
  });

  test('cannot be made to oneself, an invited or removed member, or a member of another team', async () => {
    const { team, owner } = await cast();
    expect(await offer(owner, team.owner)).toBe('owner');
    expect(await offer(owner, { memberId: await insertInvited(team) })).toBe('conflict');
    const gone = await team.addMember();
    await owner.app.members.remove.mutate({ member_id: gone.memberId });
    expect(await offer(owner, gone)).toBe('not_found');
    const foreign = await (await makeTeam(api())).addMember();
    expect(await offer(owner, foreign)).toBe('not_found');
    expect(await offerSeenBy(owner)).toBe(null);
  });
});

describe('a team is not handed to', () => {
  test('a person who was removed after the offer; the owner may offer it to another', async () => {
    const people = await cast('member');
    const { team, heir, owner, heirs } = people;
    await offer(owner, heir);
    await owner.app.members.remove.mutate({ member_id: heir.memberId });
    expect(await accept(heirs)).toBe('no_team');
    expect((await rolesOf(people)).get(team.owner.memberId)?.[0]).toBe('owner');
    expect(await offerSeenBy(owner)).toBe(null);
    expect(await offer(owner, await team.addMember())).toBe('ok');
  });

  test('a person who is being removed at the moment of acceptance', async () => {
    const people = await cast('member');
    const { team, heir, owner, heirs } = people;
    await offer(owner, heir);
    const remover = await api().sql.connect();
    try {
      await remover.query('begin');
      await remover.query(
        `update member set status = 'removed', removed_at = now() where tenant_id = $1 and id = $2`,
        [team.tenantId, heir.memberId],
      );
      const accepting = accept(heirs);
      await expect.poll(() => waitingBackends(api().sql), { timeout: 15_000 }).toHaveLength(1);
      await remover.query('commit');
      expect(await accepting).not.toBe('ok');
    } finally {
      await remover.query('rollback');
      remover.release();
    }
    expect(await rolesOf(people)).toEqual(
      new Map([[team.owner.memberId, ['owner', 'schnittstellen']]]),
    );
  });

  test('anybody, if the offering person is no longer the owner', async () => {
    const people = await cast();
    const { team, heir, owner, heirs } = people;
    const third = await makePerson(team, { role: 'admin' });
    await offer(owner, third);
    // The operator replaces a lost owner in this way.
    await api().sql.query(
      `update member set role = 'admin' where tenant_id = $1 and role = 'owner'`,
      [team.tenantId],
    );
    await api().sql.query(`update member set role = 'owner' where id = $1`, [heir.memberId]);
    expect(await accept(await makeSession(team, third))).toBe('not_found');
    expect(await offer(owner, third)).toBe('forbidden');
    const roles = await rolesOf(people);
    expect(roles.get(heir.memberId)?.[0]).toBe('owner');
    expect(roles.get(third.memberId)?.[0]).toBe('admin');
    // The new owner can make an offer despite the offer of the former owner.
    expect(await offer(heirs, third)).toBe('ok');
  });

  test('anybody while the team is suspended', async () => {
    const { team, heir, owner, heirs } = await cast();
    await offer(owner, heir);
    await team.set({ status: 'suspended' });
    expect(await accept(heirs)).toBe('team_suspended');
    expect(await withdraw(owner)).toBe('team_suspended');
  });
});

describe('at once', () => {
  test('two acceptances of one offer make one transfer', async () => {
    const people = await cast();
    const { team, heir, owner, heirs } = people;
    await offer(owner, heir);
    const codes = await Promise.all([
      accept(heirs),
      accept(await makeSession(team, heir)),
      accept(await makeSession(team, heir)),
    ]);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    const roles = [...(await rolesOf(people)).values()].map(([role]) => role);
    expect(roles.sort()).toEqual(['admin', 'owner']);
    const entries = await auditOf(team, team.tenantId);
    expect(entries.filter(({ action }) => action === 'ownership.transferred')).toHaveLength(1);
  });

  test('an acceptance and a withdrawal leave one owner, and one of the two is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const people = await cast();
      const { team, heir, owner, heirs } = people;
      await offer(owner, heir);
      const [accepted, withdrawn] = await Promise.all([accept(heirs), withdraw(owner)]);
      const roles = await rolesOf(people);
      expect([accepted, withdrawn].filter((code) => code === 'ok')).toHaveLength(1);
      const ownerNow = accepted === 'ok' ? heir : team.owner;
      expect(roles.get(ownerNow.memberId)?.[0]).toBe('owner');
    }
  });

  test('two offers make one', async () => {
    const { team, heir, owner } = await cast();
    const second = await team.addMember();
    const other = await makeSession(team, team.owner);
    const codes = await Promise.all([offer(owner, heir), offer(other, second)]);
    expect(codes.sort()).toEqual(['conflict', 'ok']);
  });
});
