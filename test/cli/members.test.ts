import { expect, test } from 'vitest';
import { memberAdd } from '../../src/cli/member-commands.ts';
import { teamCreate } from '../../src/cli/team-commands.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { setTeam } from '../../src/features/team/set-team.ts';
import { runCommand } from '../harness/run-command.ts';
import { useDatabase } from '../harness/use-database.ts';
import { overlap } from './harness/overlap.ts';
import { atNow, newTeam } from './harness/team.ts';

const database = useDatabase();

type CreatedTeam = { tenant_id: string };

async function membersOf(tenantId: string) {
  const { rows } = await database().pool.query(
    'select * from member where tenant_id = $1 order by created_at, role desc',
    [tenantId],
  );
  return rows;
}

test('the owner holds the right schnittstellen by default (general rule 4)', async () => {
  const team = await newTeam(database().pool, { owner: ' Owner@Example.COM ' });
  expect(await membersOf(team.tenant_id)).toMatchObject([
    {
      id: team.owner_member_id,
      user_id: team.owner_user_id,
      email: 'owner@example.com',
      role: 'owner',
      status: 'active',
      rights: ['schnittstellen'],
    },
  ]);
});

test('a member who is added is active at once, without an invitation (D60)', async () => {
  const team = await newTeam(database().pool);
  const added = await team.do((call) =>
    addMember(call, { email: 'A@Example.com', role: 'admin', grants: ['schnittstellen'] }),
  );
  const row = (await membersOf(team.tenant_id)).find(({ id }) => id === added.member_id);
  expect(row).toMatchObject({
    user_id: added.user_id,
    email: 'a@example.com',
    role: 'admin',
    status: 'active',
    rights: ['schnittstellen'],
    created_through: 'app',
  });
});

test('a member gets no right beyond the role: only admins have further rights', async () => {
  const team = await newTeam(database().pool);
  const flags = { team: team.tenant_id, email: 'a@example.com', grant: 'schnittstellen' };
  const add = (options: Record<string, string>) =>
    runCommand(atNow(database().pool), memberAdd, { ...flags, ...options });
  for (const options of [{}, { role: 'member' }]) {
    await expect(add(options)).rejects.toMatchObject({
      code: 'validation_error',
      message: 'Only an admin can have rights beside the role.',
    });
  }
  expect(await membersOf(team.tenant_id)).toHaveLength(1);
  await add({ role: 'admin' });
});

test('D168: mails are in German unless the operator chooses English', async () => {
  const on = atNow(database().pool);
  for (const [lang, options] of [
    ['de', {}],
    ['en', { lang: 'en' }],
  ] as const) {
    const owner = { name: 'T', owner: 'o@example.com' };
    const { tenant_id: team } = await runCommand<CreatedTeam>(on, teamCreate, {
      ...owner,
      ...options,
    });
    await runCommand(on, memberAdd, { team, email: 'a@example.com', ...options });
    expect(await membersOf(team)).toMatchObject([{ lang }, { lang }]);
  }
});

test('a person in two teams has one user_id and two member ids', async () => {
  const { pool } = database();
  const [one, two] = [await newTeam(pool), await newTeam(pool)];
  const add = (team: typeof one) =>
    team.do((call) => addMember(call, { email: 'both@example.com' }));
  const [first, second] = [await add(one), await add(two)];
  expect(first.user_id).toBe(second.user_id);
  expect(first.member_id).not.toBe(second.member_id);
});

test('"email already belongs to a team member or the owner" (D105)', async () => {
  const team = await newTeam(database().pool, { owner: 'o@example.com' });
  for (const email of ['o@example.com', ' O@EXAMPLE.com']) {
    await expect(team.do((call) => addMember(call, { email }))).rejects.toMatchObject({
      code: 'conflict',
    });
  }
});

test('active members and the owner occupy one seat each (D106)', async () => {
  const team = await newTeam(database().pool, { seats: 2 });
  const add = (email: string) => team.do((call) => addMember(call, { email }));
  await add('last@example.com');
  await expect(add('more@example.com')).rejects.toMatchObject({ code: 'seat_limit_reached' });
  await team.do((call) => setTeam(call, { seats: 3 }));
  await add('more@example.com');
  expect(await membersOf(team.tenant_id)).toHaveLength(3);
});

test('"tenant row locked": two cannot both take the last seat (D106)', async () => {
  const { pool } = database();
  const team = await newTeam(pool, { seats: 2 });
  const outcome = await overlap(
    pool,
    (hold) =>
      team.do(async (call) => {
        await addMember(call, { email: 'first@example.com' });
        await hold();
      }),
    () => team.do((call) => addMember(call, { email: 'second@example.com' })),
  );
  expect(outcome).toMatchObject({ code: 'seat_limit_reached' });
});

test('team set changes the named settings and leaves the others', async () => {
  const team = await newTeam(database().pool, { seats: 7 });
  const before = await team.do((call) => setTeam(call, { leaderboard_enabled: false }));
  const after = await team.do((call) => setTeam(call, { plan: 'free', status: 'ended' }));
  expect(after).toEqual({ ...before, plan: 'free', status: 'ended' });
  expect(after).toMatchObject({
    seats: 7,
    leaderboard_enabled: false,
    member_detail_enabled: true,
  });
});
