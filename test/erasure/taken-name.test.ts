import { readFile, writeFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { erasureApply, erasureList } from '../../src/cli/erasure-commands.ts';
import { type Browser, codeOf, makePerson, makeSession } from '../harness/app.ts';
import {
  insertAssignment,
  insertCase,
  insertDelivery,
  insertEndpoint,
  triedOnce,
} from '../harness/rows.ts';
import { freshFile, runCommand } from '../harness/run-command.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { runErasures } from './harness/erase.ts';

// People choose their own names, and a name must not decide what an erasure destroys.

const api = useApi();
let team: TestTeam;
let ownerBrowser: Browser;
let leaving: Person;
let leavingBrowser: Browser;

beforeEach(async () => {
  team = await makeTeam(api());
  ownerBrowser = await makeSession(team, team.owner);
  leaving = await makePerson(team, { role: 'admin', canManageKeys: true });
  await makePerson(team, { role: 'admin' });
  leavingBrowser = await makeSession(team, leaving);
});

async function takeName(name: string): Promise<void> {
  api().clock.travel(1_000);
  const { version } = await leavingBrowser.app.account.profile.query({});
  await leavingBrowser.app.account.changeProfile.mutate({ version, name });
}

async function erase(leave?: string[]): Promise<string[]> {
  const { memberId: member_id } = leaving;
  await ownerBrowser.app.members.erase.mutate({ member_id, ...(leave ? { leave } : {}) });
  const lines = await runErasures(api());
  const { data } = await ownerBrowser.app.members.former.query({});
  expect(data[0]?.erased?.finished_at).not.toBeNull();
  return lines;
}

const remove = () => team.request('DELETE', `/users/${leaving.memberId}`);
const preview = () =>
  ownerBrowser.app.members.erasurePreview.query({ member_id: leaving.memberId });

async function rowOf(text: string, ...values: unknown[]) {
  const { rows } = await api().sql.query(text, values);
  return rows[0];
}

test("an erasure keeps ids and the names of fields, events, scopes and addresses, whatever the person's name was", async () => {
  const { key_id } = await leavingBrowser.app.apiKeys.create.mutate({
    name: 'Reports',
    scopes: ['users:read', 'evaluations:read'],
  });
  // Asked again with the same key, the API repeats the answer that it has stored. The erasure must not change it.
  const makeEndpoint = () =>
    team.request('POST', '/webhook-endpoints', {
      body: { url: 'https://night-export.example', events: ['training.completed'] },
      headers: { 'idempotency-key': 'endpoint' },
    });
  const { body: made } = await makeEndpoint();
  // Only an endpoint with a delivery has the body of an event. This is another one than `made`.
  const endpoint_id = await insertEndpoint(team, {});
  const delivery_id = await insertDelivery(team, { endpoint_id, ...triedOnce });
  const assignment = await insertAssignment(team, { title: `team.id ${team.tenantId}` });
  await api().sql.query(
    `insert into training_intake (tenant_id, session_id, waiting, waiting_since)
     values ($1, 'session', $2, now())`,
    [team.tenantId, JSON.stringify({ end: null, evaluation: { score: { value_argument: 7 } } })],
  );
  const stored = () =>
    rowOf(
      `select event.body, of_key.changes, of_endpoint.changes as of_endpoint, task.title,
         intake.waiting::text
       from webhook_event event, webhook_delivery d, audit_entry of_key, audit_entry of_endpoint,
         assignment task, training_intake intake
       where d.id = $1 and event.id = d.event_id and of_key.target_id = $2
         and of_key.action = 'api_key.created' and of_endpoint.target_id = $3 and task.id = $4
         and intake.tenant_id = $5`,
      delivery_id,
      key_id,
      made.id,
      assignment,
      team.tenantId,
    );
  const before = await stored();
  for (const name of [
    team.tenantId,
    'evaluations:read',
    'training.completed',
    'Training Completed',
    'Night Export',
    'Member Joined',
    'Value Argument',
    'Created By',
    'Team_id member_id',
    'A person 2',
  ]) {
    await takeName(name);
  }
  await remove();
  await erase();
  expect(await stored()).toEqual(before);
  expect((await makeEndpoint()).body).toEqual(made);
});

test('before an erasure, the owner sees which names it looks for, since when, and who else has them', async () => {
  const colleague = await makePerson(team);
  await api().sql.query(`update person set name = 'Anna Moser' where id = $1`, [colleague.userId]);
  for (const name of ['price objection', 'Moser, Anna', 'Kim']) await takeName(name);
  await remove();
  await takeName('Later Name');
  const { names } = await preview();
  expect(names.map(({ name, is_searched, is_shared }) => [name, is_searched, is_shared])).toEqual([
    ['A person', false, false],
    ['price objection', true, false],
    ['Moser, Anna', true, true],
    ['Kim', false, false],
  ]);
  expect(names.map(({ until }) => until).slice(0, -1)).toEqual(
    names.map(({ since }) => since).slice(1),
  );
  const admin = await makeSession(team, colleague);
  const input = { member_id: leaving.memberId };
  expect(await codeOf(admin.app.members.erasurePreview.query(input))).toBe('forbidden');
  await team.set({ member_detail_enabled: false });
  expect((await preview()).names.map(({ name }) => name)).toEqual([null, null, null, null]);
});

test('an erasure keeps the names that the owner has chosen to keep, and removes all others', async () => {
  const text = 'Kim Zwirbel on the price objection';
  const id = await insertCase(team, {
    title: text,
    fields: JSON.stringify({ 'price objection': 'Zwirbel, Kim', 'Kim Zwirbel': 1 }),
  });
  await takeName('Kim Zwirbel');
  await takeName('price objection');
  await takeName('Kim Zwirbel');
  await takeName('Price Objection');
  await remove();
  const { names } = await preview();
  const left = names.filter(({ name }) => /price/i.test(name ?? '')).map(({ since }) => since);
  expect(await codeOf(erase(['2020-01-01T00:00:00.000Z']))).toBe('validation_error');
  const lines = await erase(left);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ left_since: left });
  expect(await rowOf('select title, fields from team_case where id = $1', id)).toEqual({
    title: '[erased] on the price objection',
    fields: { 'price objection': '[erased]', '[erased]': 1 },
  });
  expect((await preview()).names).toEqual([]);
});

test('after a restored backup, the same names are kept', async () => {
  const id = await insertCase(team, { title: 'Kim Zwirbel on the price objection' });
  await takeName('Kim Zwirbel');
  await takeName('price objection');
  await remove();
  const left_since = (await preview()).names.slice(-1).map(({ since }) => since);
  const ids = { tenant_id: team.tenantId, member_id: leaving.memberId };
  const from = await freshFile('listed.ndjson');
  await writeFile(from, JSON.stringify({ ...ids, left_since }));
  expect(await runCommand(api(), erasureApply, { from })).toMatchObject({ erased: 1 });
  expect(await rowOf('select title from team_case where id = $1', id)).toEqual({
    title: '[erased] on the price objection',
  });
  const out = await freshFile('erasures.ndjson');
  await runCommand(api(), erasureList, { out });
  const listed = (await readFile(out, 'utf8')).split('\n').filter((line) => line !== '');
  expect(listed.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ ...ids, left_since }),
  );
});

test('a person who is in the team again, under another address, is not erased', async () => {
  const { memberId: member_id, userId } = await team.addMember();
  await ownerBrowser.app.members.remove.mutate({ member_id });
  const email = 'again-under-another@example.com';
  await api().sql.query('update person set email = $2 where id = $1', [userId, email]);
  expect((await team.addMember({ email })).userId).toBe(userId);
  expect(await codeOf(ownerBrowser.app.members.erase.mutate({ member_id }))).toBe('conflict');
});
