import { beforeEach, describe, expect, test } from 'vitest';
import { erasePerson } from '../../src/features/erasure/erase-person.ts';
import { tablesOfTeam } from '../../src/features/team/empty-team.ts';
import { systemSteps } from '../../src/operation/system-call.ts';
import { givePassword, makeCommandLine, makeSession } from '../harness/app.ts';
import { sealKey } from '../harness/mailed-links.ts';
import { insertSandbox } from '../harness/sandbox.ts';
import { makeTeam, type Person, TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { OpenStream } from '../listen/harness/open-stream.ts';
import { raise } from '../listen/harness/raise-events.ts';

const api = useApi();
const MACHINE = 'annas-laptop';
let team: TestTeam;
let sandbox: TestTeam;
let admin: Person;

beforeEach(async () => {
  api().clock.travel(61_000);
  team = await makeTeam(api());
  await team.addMember({ role: 'admin' });
  admin = await team.addMember({ role: 'admin', canManageKeys: true });
  sandbox = new TestTeam(api(), await insertSandbox(team), team.owner);
  // The owner of the sandbox gets its mails.
  const { memberId } = await sandbox.addMember({ role: 'admin' });
  await api().sql.query(`update member set role = 'owner' where tenant_id = $1 and id = $2`, [
    sandbox.tenantId,
    memberId,
  ]);
});

const visit = (person: Person) => makeSession(sandbox, person);

describe('a team that hides what its members do', () => {
  test('hides it in its sandbox too, whatever the sandbox shows of its own members', async () => {
    await givePassword(api(), team.owner);
    const { token } = await makeCommandLine(sandbox, team.owner, MACHINE);
    const owner = await visit(team.owner);
    await owner.app.apiKeys.create.mutate({ name: 'Own', scopes: ['users:read'] });
    await owner.app.members.invite.mutate({ email: 'new@example.com', role: 'member' });
    await OpenStream.open({ port: api().port, token });
    const id = await raise(sandbox);
    const { app } = await visit(admin);
    const personal = ['A person', team.owner.email, MACHINE, '127.0.0.1'];
    const seen = async () =>
      [
        await app.auditLog.list.query({}),
        await app.commandLine.logins.query({}),
        await app.webhooks.listListeners.query({}),
        await app.thread.get.query({ of: 'event', id }),
        await app.apiKeys.list.query({}),
        await app.tryOut.mails.query({}),
      ].map((answer) => personal.filter((what) => JSON.stringify(answer).includes(what)));
    const all = await seen();
    expect(new Set(all.flat())).toEqual(new Set(personal));
    await team.set({ member_detail_enabled: false });
    expect(await seen()).toEqual(all.map(() => []));
  });
});

test('an erased visitor leaves neither address nor machine in the sandbox', async () => {
  const { token } = await makeCommandLine(sandbox, admin, MACHINE);
  await OpenStream.open({ port: api().port, token });
  const inside = await visit(admin);
  await inside.app.apiKeys.create.mutate({ name: 'Own', scopes: ['users:read'] });
  const owner = await makeSession(team, team.owner);
  await owner.app.members.remove.mutate({ member_id: admin.memberId });
  const steps = systemSteps(api().sql, team.tenantId, api().clock.now());
  await erasePerson(steps, admin.memberId, sealKey);
  const left: string[] = [];
  for (const table of tablesOfTeam) {
    const { rows } = await api().sql.query<{ row: string }>(
      `select to_json(t)::text as row from ${table} t where t.tenant_id = $1`,
      [sandbox.tenantId],
    );
    const personal = [admin.email, MACHINE, '127.0.0.1'];
    left.push(
      ...rows.flatMap(({ row }) =>
        personal.filter((what) => row.includes(what)).map((what) => `${table}: ${what}`),
      ),
    );
  }
  expect(left).toEqual([]);
});
