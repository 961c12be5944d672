import { writeFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { erasureApply } from '../../src/cli/erasure-commands.ts';
import { erasePerson } from '../../src/features/erasure/erase-person.ts';
import { systemSteps } from '../../src/operation/system-call.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { sealKey } from '../harness/mailed-links.ts';
import { forgetRaised, raisedIn } from '../harness/raised.ts';
import { insertEndpoint, insertErasure } from '../harness/rows.ts';
import { freshFile, runCommand } from '../harness/run-command.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { runErasures } from './harness/erase.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;

beforeEach(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
  await insertEndpoint(team, { events: ['member.erased'] });
});

const remove = (memberId: string) => team.request('DELETE', `/users/${memberId}`);

async function erase(memberId: string): Promise<void> {
  await owner.app.members.erase.mutate({ member_id: memberId });
  await runErasures(api());
}

/** The `data` of the events that were raised, without the id of the team. */
async function raised(): Promise<object[]> {
  const { events } = await raisedIn(team);
  return events.map(({ type, body }) => {
    expect(type).toBe('member.erased');
    const { team_id: _, ...data } = JSON.parse(body).data;
    return data;
  });
}

async function raisedAt(): Promise<string> {
  const { events } = await raisedIn(team);
  return JSON.parse(events[0]?.body ?? '').created_at;
}

const listed = async (): Promise<Record<string, unknown>[]> =>
  (await team.request('GET', '/erasures')).body.data;

test('D182: when an erasure has ended, its event is raised and it is listed, and not before', async () => {
  const { memberId: member_id, userId: user_id } = await team.addMember();
  await remove(member_id);
  await owner.app.members.erase.mutate({ member_id });
  expect([await raised(), await listed()]).toEqual([[], []]);
  await runErasures(api());
  expect(await raised()).toEqual([{ member_id, user_id }]);
  const [entry, ...others] = await listed();
  expect(others).toEqual([]);
  expect(entry).toEqual({
    id: expect.stringMatching(/^ers_/),
    member_id,
    user_id,
    erased_at: await raisedAt(),
  });
  expect(Object.keys(entry ?? {})).toEqual(['id', 'member_id', 'user_id', 'erased_at']);
});

test('D182: each membership of the person has its event and its entry, once', async () => {
  const first = await team.addMember();
  await remove(first.memberId);
  const second = await team.addMember({ email: first.email });
  await remove(second.memberId);
  await erase(second.memberId);
  const { userId: user_id } = first;
  const both = [first, second].map(({ memberId: member_id }) => ({ member_id, user_id }));
  expect(await raised()).toEqual(expect.arrayContaining(both));
  // A second run, such as after a kill between the commit and the end of the job, raises nothing.
  const steps = systemSteps(api().sql, team.tenantId, api().clock.now());
  await erasePerson(steps, first.memberId, sealKey);
  expect(await raised()).toHaveLength(2);
  expect((await listed()).map(({ member_id }) => member_id).sort()).toEqual(
    both.map(({ member_id }) => member_id).sort(),
  );
});

test('D182: erasures of earlier releases are listed for a year; technical contacts and other teams are not', async () => {
  const now = api().clock.now().getTime();
  const at = (days: number) => new Date(now - days * DAY_MS);
  await insertErasure(team, { finished_at: at(370) });
  const old = await insertErasure(team, { finished_at: at(360) });
  const young = await insertErasure(team, { finished_at: at(1) });
  await insertErasure(team, { finished_at: null });
  await insertErasure(team, { member_id: 'tco_1' });
  await insertErasure(await makeTeam(api()));
  expect((await listed()).map(({ id }) => id)).toEqual([young, old]);
});

test('D182, D114: user_id is null for who never accepted, and stays while member_detail_enabled is off', async () => {
  const invited = await team.request('POST', '/users', { body: { email: 'never@example.com' } });
  await remove(invited.body.id);
  await erase(invited.body.id);
  expect(await raised()).toEqual([{ member_id: invited.body.id, user_id: null }]);
  const { memberId: member_id, userId: user_id } = await team.addMember();
  await remove(member_id);
  await team.set({ member_detail_enabled: false });
  await forgetRaised(team);
  await erase(member_id);
  expect(await raised()).toEqual([{ member_id }]);
  expect(await listed()).toMatchObject([
    { member_id, user_id },
    { member_id: invited.body.id, user_id: null },
  ]);
});

test('an erasure that began earlier and ends later is the newest of the list', async () => {
  const people = [await team.addMember(), await team.addMember()];
  for (const { memberId } of people) await remove(memberId);
  const [slow, fast] = people.map(({ memberId }) => memberId);
  const began = api().clock.now();
  api().clock.travel(60_000);
  await erase(fast ?? '');
  await erasePerson(systemSteps(api().sql, team.tenantId, began), slow ?? '', sealKey);
  expect((await listed()).map(({ member_id }) => member_id)).toEqual([slow, fast]);
});

test('D182: a list that the operator applies after a restore raises the events again', async () => {
  const { memberId: member_id, userId: user_id } = await team.addMember();
  const { tenantId: tenant_id } = team;
  const from = await freshFile('erasures.ndjson');
  // The restored database has never had the second one.
  const lost = { member_id: 'mem_lost', person_id: 'usr_lost' };
  const lines = [
    { tenant_id, member_id },
    { tenant_id, ...lost },
    { tenant_id, member_id },
  ];
  await writeFile(from, lines.map((line) => JSON.stringify(line)).join('\n'));
  await runCommand(api(), erasureApply, { from });
  const erased = [
    { member_id, user_id },
    { member_id: 'mem_lost', user_id: 'usr_lost' },
  ];
  expect(await raised()).toEqual(erased);
  expect(await listed()).toMatchObject(erased.toReversed());
});
