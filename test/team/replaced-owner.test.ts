import { expect, test } from 'vitest';
import { teamReplaceOwner } from '../../src/cli/team-commands.ts';
import {
  Browser,
  codeOf,
  givePassword,
  makePerson,
  makeSession,
  PASSWORD,
} from '../harness/app.ts';
import { auditOf, insertInvited } from '../harness/rows.ts';
import { runCommand } from '../harness/run-command.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

type Replaced = {
  owner_member_id: string;
  owner_user_id: string;
  former_owner_member_id: string;
  sign_in_url: string;
};

/** Replaces the owner, as an operator does on the command line. */
const replace = ({ tenantId: team }: TestTeam, owner: string) =>
  runCommand<Replaced>(api(), teamReplaceOwner, { team, owner });

async function membersOf({ tenantId }: TestTeam) {
  const { rows } = await api().sql.query(
    'select id, email, role, status, rights from member where tenant_id = $1 order by role desc, id',
    [tenantId],
  );
  return rows;
}

test('the operator replaces a lost owner by somebody who is not a member yet', async () => {
  const team = await makeTeam(api());
  const lost = await makeSession(team, team.owner);
  const replaced = await replace(team, ' New.Owner@Example.com ');
  expect(replaced.former_owner_member_id).toBe(team.owner.memberId);
  expect(await codeOf(lost.app.team.previewPrivacy.query({}))).toBe('forbidden');
  expect(await codeOf(lost.app.apiKeys.list.query({}))).toBe('forbidden');

  const token = replaced.sign_in_url.split('#')[1] ?? '';
  const browser = new Browser(api());
  await browser.app.account.acceptLink.mutate({ token, password: PASSWORD, name: 'New Owner' });
  expect(await browser.app.session.current.query({})).toMatchObject({
    person: { id: replaced.owner_user_id, email: 'new.owner@example.com' },
    team: { id: team.tenantId, role: 'owner' },
  });
  expect(await codeOf(browser.app.team.previewPrivacy.query({}))).toBe('ok');
  expect(await auditOf(team, team.tenantId)).toContainEqual(
    expect.objectContaining({
      action: 'ownership.replaced',
      changes: { owner: replaced.owner_member_id, former_owner: team.owner.memberId },
    }),
  );
  const { rows: mails } = await api().sql.query(
    'select recipient from mail where tenant_id = $1 order by id',
    [team.tenantId],
  );
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(
    ['new.owner@example.com', team.owner.email].sort(),
  );
});

test('a member becomes the owner, and a member with a password gets no link', async () => {
  const team = await makeTeam(api());
  const member = await makePerson(team);
  await givePassword(api(), team.owner);
  const owner = await makeSession(team, team.owner);
  const other = await makePerson(team, { role: 'admin' });
  await owner.app.team.offerOwnership.mutate({ member_id: other.memberId });
  const replaced = await replace(team, member.email);
  expect(replaced.owner_member_id).toBe(member.memberId);
  expect(replaced.sign_in_url).not.toContain('#');
  expect(await membersOf(team)).toMatchObject([
    { id: member.memberId, role: 'owner', rights: ['schnittstellen'] },
    ...[team.owner.memberId, other.memberId]
      .sort()
      .map((id) => ({ id, role: 'admin', rights: [] })),
  ]);
  // The offer of the lost owner has ended.
  const heir = await makeSession(team, other);
  expect(await codeOf(heir.app.team.acceptOwnership.mutate({}))).toBe('not_found');
});

test('an invited person becomes a member, and the invitation has ended', async () => {
  const team = await makeTeam(api());
  const id = await insertInvited(team, { email: 'invited@example.com' });
  const replaced = await replace(team, 'invited@example.com');
  expect(replaced.owner_member_id).toBe(id);
  expect((await membersOf(team))[0]).toMatchObject({ id, role: 'owner', status: 'active' });
});

test('the present owner, and a team without a free seat, are refused with one line', async () => {
  const team = await makeTeam(api(), { seats: 1 });
  await expect(replace(team, team.owner.email)).rejects.toThrow('is the owner already');
  await expect(replace(team, 'one.too.many@example.com')).rejects.toThrow();
  expect(await membersOf(team)).toMatchObject([{ id: team.owner.memberId, role: 'owner' }]);
});

test('an offer of the replaced owner has ended for good, even if that person becomes the owner again', async () => {
  const team = await makeTeam(api());
  const heir = await makePerson(team, { role: 'admin' });
  const owner = await makeSession(team, team.owner);
  await owner.app.team.offerOwnership.mutate({ member_id: heir.memberId });
  await replace(team, 'for-a-while@example.com');
  await replace(team, team.owner.email);
  const { app } = await makeSession(team, heir);
  expect((await app.team.get.query({})).ownership_offer).toBe(null);
  expect(await codeOf(app.team.acceptOwnership.mutate({}))).toBe('not_found');
});
