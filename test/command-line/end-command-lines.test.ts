import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { replaceOwner } from '../../src/features/team/replace-owner.ts';
import { asSystem } from '../../src/operation/system-call.ts';
import { type Browser, changeRole, codeOf, makeCommandLine, makeSession } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;
let admin: Person;

const trigger = (what: 'enable' | 'disable') =>
  api().sql.query(`alter table member ${what} trigger member_ends_command_lines`);

// On Citus the trigger runs on a node without command lines.
beforeAll(() => trigger('disable'));
afterAll(() => trigger('enable'));

beforeEach(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
  // A team keeps at least one admin.
  await team.addMember({ role: 'admin' });
  admin = await team.addMember({ role: 'admin', canManageKeys: true });
});

/** The teams in which the person has command lines. */
async function teamsOf({ userId }: Person): Promise<string[]> {
  const { rows } = await api().sql.query<{ tenant_id: string }>(
    'select tenant_id from command_line_token where person_id = $1',
    [userId],
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

const member_id = () => admin.memberId;

test.each<[string, () => Promise<unknown>]>([
  ['a change of the role', () => changeRole(owner, member_id(), 'member')],
  ['a removal', () => owner.app.members.remove.mutate({ member_id: member_id() })],
  [
    'the loss of the right',
    async () => {
      const { data } = await owner.app.members.list.query({});
      const version = data.find(({ id }) => id === member_id())?.version ?? '';
      await owner.app.members.setRights.mutate({ member_id: member_id(), rights: [], version });
    },
  ],
])("%s ends the person's command lines, without the trigger", async (_, take) => {
  const elsewhere = await makeTeam(api());
  await makeCommandLine(elsewhere, admin);
  const { terminal } = await makeCommandLine(team, admin);
  const others = await makeCommandLine(team, team.owner);
  expect(await teamsOf(admin)).toHaveLength(2);
  await take();
  expect(await teamsOf(admin)).toEqual([elsewhere.tenantId]);
  expect(await codeOf(terminal.app.commandLine.status.query({}))).toBe('unauthorized');
  expect(await codeOf(others.terminal.app.commandLine.status.query({}))).toBe('ok');
});

test("replacing the owner ends the former owner's command lines, without the trigger", async () => {
  await makeCommandLine(team, team.owner);
  await makeCommandLine(team, admin);
  await asSystem(api().pool, team.tenantId, api().clock.now(), (call) =>
    replaceOwner(call, { email: admin.email }),
  );
  expect(await teamsOf(team.owner)).toEqual([]);
  expect(await teamsOf(admin)).toEqual([team.tenantId]);
});
