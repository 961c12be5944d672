import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { AppliedErasures } from '../../src/cli/apply-erasures.ts';
import { erasureApply, erasureList } from '../../src/cli/erasure-commands.ts';
import { teamDelete } from '../../src/cli/team-commands.ts';
import { UnfinishedError } from '../../src/cli/unfinished-error.ts';
import { erasePerson } from '../../src/features/erasure/erase-person.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { keepAddress } from '../../src/features/members/keep-names.ts';
import { systemSteps } from '../../src/operation/system-call.ts';
import { makeSession } from '../harness/app.ts';
import { sealKey } from '../harness/mailed-links.ts';
import { insertDeal } from '../harness/rows.ts';
import { freshFile, runCommand } from '../harness/run-command.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld } from '../harness/world.ts';
import { rowsWith } from './harness/all-rows.ts';
import { runErasures } from './harness/erase.ts';
import { plantPerson } from './harness/planted-person.ts';

const api = useApi();

const apply = (from: string) => runCommand(api(), erasureApply, { from });
/** The output of the command before it fails, because part of the list cannot be applied. */
async function undoneBy(from: string): Promise<AppliedErasures> {
  const error = await apply(from).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(error instanceof UnfinishedError)) throw new Error('it has not failed');
  return error.result as AppliedErasures;
}
const sql = async (text: string, ...values: unknown[]) =>
  (await api().sql.query(text, values)).rows;

test('the list of erasures contains only ids, and erases again what a restored backup has brought back', async () => {
  await makeGlobalCatalog(api());
  const world = await makeWorld(api());
  const person = await plantPerson(world);
  const owner = await makeSession(world.team, world.team.owner);
  const { memberId: member_id } = person;
  // This is the list of the lost database. In the restored one, the person is still a member.
  const from = await freshFile('erasures.ndjson');
  const { tenantId: tenant_id } = world.team;
  await writeFile(from, `${JSON.stringify({ tenant_id, member_id, person_id: person.userId })}\n`);
  const done = { erased: 1, missing: 0, refused: [], failed: [] };
  expect(await apply(from)).toEqual(done);
  expect(await rowsWith(api().sql, person.words)).toEqual([]);
  expect(await apply(from)).toEqual(done);

  const out = await freshFile('list.ndjson');
  expect(await runCommand(api(), erasureList, { out })).toMatchObject({ unfinished: 0 });
  const listed = (await readFile(out, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(listed).toEqual([
    { tenant_id, member_id, person_id: person.userId, at: expect.any(String) },
  ]);
  const { data } = await owner.app.members.former.query({});
  expect(data.find(({ id }) => id === member_id)?.erased?.finished_at).not.toBeNull();
});

test('a member made after the backup is reported missing, an owner is refused, and lines of the log are read too', async () => {
  const team = await makeTeam(api());
  const { tenantId: tenant_id } = team;
  const lines = [
    {
      level: 'info',
      tenant_id,
      member_id: 'mem_unknown',
      person_id: null,
      msg: 'a member was erased',
    },
    { tenant_id, member_id: team.owner.memberId },
    { tenant_id: 'ten_unknown', member_id: 'mem_unknown' },
    { tenant_id: null, member_id: null, person_id: 'usr_unknown' },
  ];
  const from = await freshFile('erasures.ndjson');
  await writeFile(from, lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(await undoneBy(from)).toEqual({
    erased: 0,
    missing: 3,
    failed: [],
    refused: [expect.objectContaining({ member_id: team.owner.memberId, why: expect.any(String) })],
  });
  // No worker waits for what is missing, and the refused member is not on the list.
  const listed = 'select member_id, finished_at from erasure where tenant_id = $1';
  expect(await sql(listed, tenant_id)).toEqual([
    { member_id: 'mem_unknown', finished_at: expect.any(Date) },
  ]);
});

test('a line that is malformed or fails does not stop others, and is reported at the end', async () => {
  const team = await makeTeam(api());
  const { tenantId: tenant_id } = team;
  const { memberId: member_id } = await team.addMember();
  const from = await freshFile('erasures.ndjson');
  const lines = [
    'nonsense',
    // Half a line must have no effect: without its member it would mean the whole team.
    JSON.stringify({ tenant_id, msg: 'a member was erased' }),
    JSON.stringify({ tenant_id }),
    JSON.stringify({ tenant_id, person_id: 'usr_unknown' }),
    JSON.stringify({ tenant_id, member_id: null, person_id: 'usr_unknown' }),
    JSON.stringify({ member_id }),
    // PostgreSQL refuses such a text.
    JSON.stringify({ tenant_id: `${tenant_id}\0`, member_id }),
    JSON.stringify({ tenant_id, member_id }),
  ];
  await writeFile(from, lines.join('\n'));
  const { failed, ...rest } = await undoneBy(from);
  expect(rest).toEqual({ erased: 1, missing: 0, refused: [] });
  expect(failed.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await sql('select from tenant where id = $1', tenant_id)).toHaveLength(1);
});

test('other lines of the log are ignored, and delete no team that they name', async () => {
  const { tenantId: tenant_id } = await makeTeam(api());
  const from = await freshFile('api.log');
  const lines = [{ tenant_id, msg: 'request' }, { msg: 'started' }, { person_id: 'usr_unknown' }];
  await writeFile(from, lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(await apply(from)).toEqual({ erased: 0, missing: 1, refused: [], failed: [] });
  expect(await sql('select from tenant where id = $1', tenant_id)).toHaveLength(1);
});

test('a deleted team that has come back is deleted again', async () => {
  const { tenantId: tenant_id } = await makeTeam(api());
  const from = await freshFile('erasures.ndjson');
  await writeFile(from, JSON.stringify({ tenant_id, member_id: null, person_id: null }));
  expect(await apply(from)).toMatchObject({ erased: 1 });
  expect(await sql('select from tenant where id = $1', tenant_id)).toEqual([]);
});

test('an account stays while another team has the person, and keeps the name by which that team can erase', async () => {
  const [first, second] = [await makeTeam(api()), await makeTeam(api())];
  const person = await first.addMember({ email: 'in.two@example.com' });
  await sql(`update person set name = 'Ina Two' where id = $1`, person.userId);
  const there = await second.do((call) => addMember(call, { email: person.email }));
  for (const [team, memberId] of [
    [first, person.memberId],
    [second, there.member_id],
  ] as const) {
    await team.request('DELETE', `/users/${memberId}`);
    const owner = await makeSession(team, team.owner);
    await owner.app.members.erase.mutate({ member_id: memberId });
    await runErasures(api());
    const left = await sql('select name from person where id = $1', person.userId);
    expect(left).toEqual(team === first ? [{ name: 'Ina Two' }] : []);
  }
});

test('an account that its former member removed is removed again; one that belongs to a team is refused', async () => {
  const team = await makeTeam(api());
  const former = await team.addMember({ email: 'former@example.com' });
  const member = await team.addMember({ email: 'member@example.com' });
  await team.request('DELETE', `/users/${former.memberId}`);
  const from = await freshFile('erasures.ndjson');
  const lines = [former, member].map(({ userId }) => JSON.stringify({ person_id: userId }));
  await writeFile(from, lines.join('\n'));
  expect(await undoneBy(from)).toMatchObject({
    erased: 1,
    refused: [{ person_id: member.userId, why: 'A team has the person again.' }],
  });
  const left = await sql('select id from person where id = any ($1)', [
    former.userId,
    member.userId,
  ]);
  expect(left).toEqual([{ id: member.userId }]);
});

test("the list can be rebuilt from the workers' log: members, teams and accounts", async () => {
  const [team, ended] = [await makeTeam(api()), await makeTeam(api())];
  const [erased, gone] = [await team.addMember(), await team.addMember()];
  for (const { memberId } of [erased, gone]) await team.request('DELETE', `/users/${memberId}`);
  const owner = await makeSession(team, team.owner);
  await owner.app.members.erase.mutate({ member_id: erased.memberId });
  await (await makeSession(team, gone)).app.account.remove.mutate({});
  await ended.set({ status: 'ended' });
  await runCommand(api(), teamDelete, { team: ended.tenantId, name: 'Team under test' });
  const lines = await runErasures(api());
  const ids = lines.map((line) => {
    const { level, time, msg, ...ids } = JSON.parse(line);
    return ids;
  });
  expect(ids).toHaveLength(3);
  expect(ids).toEqual(
    expect.arrayContaining([
      { tenant_id: team.tenantId, member_id: erased.memberId, person_id: erased.userId },
      { tenant_id: ended.tenantId, member_id: null },
      { person_id: gone.userId },
    ]),
  );
  const from = await freshFile('worker.log');
  await writeFile(from, lines.join(''));
  expect(await apply(from)).toEqual({ erased: 1, missing: 2, refused: [], failed: [] });
});

test('a team that erases a person after the person has removed the account still knows the name', async () => {
  const team = await makeTeam(api());
  const person = await team.addMember({ email: 'nora@example.com' });
  await sql(`update person set name = 'Nora Former' where id = $1`, person.userId);
  const deal = await insertDeal(team, { title: 'Nora Former, once old.nora@example.com' });
  const old = { memberId: person.memberId, email: 'old.nora@example.com' };
  await team.do(({ db, now }) => keepAddress(db, { ...old, until: now }));
  await team.request('DELETE', `/users/${person.memberId}`);
  await (await makeSession(team, person)).app.account.remove.mutate({});
  const owner = await makeSession(team, team.owner);
  const former = async () => (await owner.app.members.former.query({})).data;
  expect(await former()).toMatchObject([{ name: 'Nora Former', email: person.email }]);
  await owner.app.members.erase.mutate({ member_id: person.memberId });
  await runErasures(api());
  expect(await sql('select title from crm_deal where id = $1', deal)).toEqual([
    { title: '[erased], once erased@erased.invalid' },
  ]);
  expect(await former()).toMatchObject([{ name: null, email: null }]);
  const words = ['nora@example.com', 'Nora Former'];
  expect(await rowsWith(api().sql, words)).toEqual([]);
});

test('while one membership of a person is erased, the list has all of them', async () => {
  const team = await makeTeam(api());
  const person = await team.addMember({ email: 'twice@example.com' });
  await team.request('DELETE', `/users/${person.memberId}`);
  const again = await team.do((call) => addMember(call, { email: person.email }));
  await team.request('DELETE', `/users/${again.member_id}`);
  const owner = await makeSession(team, team.owner);
  await owner.app.members.erase.mutate({ member_id: person.memberId });
  await runErasures(api());
  const { data } = await owner.app.members.former.query({});
  expect(data.map(({ id, erased }) => [id, typeof erased?.finished_at])).toEqual([
    [again.member_id, 'string'],
    [person.memberId, 'string'],
  ]);
});

test('a stored response that no key opens does not stop the erasure, and is removed', async () => {
  const world = await makeWorld(api());
  const person = await plantPerson(world);
  const { team } = world;
  await sql(`update idempotency_record set body = '\\x00' where tenant_id = $1`, team.tenantId);
  await team.request('DELETE', `/users/${person.memberId}`);
  const steps = systemSteps(api().sql, team.tenantId, api().clock.now());
  expect(await erasePerson(steps, person.memberId, sealKey)).toMatchObject({
    memberId: person.memberId,
  });
  const left = await sql(
    `select from idempotency_record where tenant_id = $1 and body = '\\x00'`,
    team.tenantId,
  );
  expect(left).toEqual([]);
});

test('a person who joins the team again during the erasure keeps the account', async () => {
  const team = await makeTeam(api());
  const person = await team.addMember({ email: 'again@example.com' });
  await team.request('DELETE', `/users/${person.memberId}`);
  const whole = systemSteps(api().sql, team.tenantId, api().clock.now());
  let looked = 0;
  const withPeople: typeof whole.withPeople = async (work) => {
    looked += 1;
    if (looked === 2) await team.do((call) => addMember(call, { email: person.email }));
    return whole.withPeople(work);
  };
  expect(await erasePerson({ ...whole, withPeople }, person.memberId, sealKey)).toBeUndefined();
  const left = await sql(
    `select m.status, p.email from member m join person p on p.id = m.user_id
     where m.user_id = $1 order by m.status`,
    person.userId,
  );
  expect(left.map(({ status }) => status)).toEqual(['active', 'removed']);
});

test('an erasure that is killed after any step is begun again, and ends the same', async () => {
  const world = await makeWorld(api());
  const person = await plantPerson(world);
  const { team } = world;
  await team.request('DELETE', `/users/${person.memberId}`);
  const whole = systemSteps(api().sql, team.tenantId, api().clock.now());
  let kills = 0;
  for (let most = 2; ; most += 9) {
    let left = most;
    const inTeam: typeof whole.inTeam = async (work) => {
      if (left-- === 0) throw new Error('killed');
      return whole.inTeam(work);
    };
    const outcome = await erasePerson({ ...whole, inTeam }, person.memberId, sealKey).catch(
      (error: Error) => error.message,
    );
    if (outcome !== 'killed') break;
    kills += 1;
    // What the next run needs stays until the last step.
    expect(await sql('select name from person where id = $1', person.userId)).toHaveLength(1);
  }
  expect(kills).toBeGreaterThan(2);
  expect(await rowsWith(api().sql, person.words)).toEqual([]);
});
