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
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { freshFile, runCommand } from './harness/commands.ts';
import { runErasures } from './harness/erase.ts';

// People choose their own names, and a name must not decide what an erasure destroys.

const api = useApi();
let team: TestTeam;
let owner: Browser;
let leaving: Person;
let browser: Browser;

beforeEach(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
  leaving = await makePerson(team, { role: 'admin', canManageKeys: true });
  await makePerson(team, { role: 'admin' });
  browser = await makeSession(team, leaving);
});

async function takeName(name: string): Promise<void> {
  api().clock.travel(1_000);
  const { version } = await browser.app.account.profile.query({});
  await browser.app.account.changeProfile.mutate({ version, name });
}

async function erase(leave?: string[]): Promise<string[]> {
  const { memberId: member_id } = leaving;
  await owner.app.members.erase.mutate({ member_id, ...(leave ? { leave } : {}) });
  const lines = await runErasures(api());
  const { data } = await owner.app.members.former.query({});
  expect(data[0]?.erased?.finished_at).not.toBeNull();
  return lines;
}

const remove = () => team.request('DELETE', `/users/${leaving.memberId}`);
const preview = () => owner.app.members.erasurePreview.query({ member_id: leaving.memberId });

async function rowOf(text: string, ...values: unknown[]) {
  const { rows } = await api().sql.query(text, values);
  return rows[0];
}

test("an erasure keeps ids and the names of fields, events, scopes and addresses, whatever the person's name was", async () => {
  const { key_id } = await browser.app.apiKeys.create.mutate({
    name: 'Reports',
    scopes: ['users:read', 'evaluations:read'],
  });
  const made = () =>
    team.request('POST', '/webhook-endpoints', {
      body: { url: 'https://night-export.example', events: ['training.completed'] },
      headers: { 'idempotency-key': 'endpoint' },
    });
  const { body: endpoint } = await made();
  const endpoint_id = await insertEndpoint(team, {});
  const delivery_id = await insertDelivery(team, { endpoint_id, ...triedOnce });
  const text = `team.id ${team.tenantId}`;
  const assignment = await insertAssignment(team, { title: text });
  await api().sql.query(
    `insert into training_intake (tenant_id, session_id, waiting, waiting_since)
     values ($1, 'session', $2, now())`,
    [team.tenantId, JSON.stringify({ end: null, evaluation: { score: { value_argument: 7 } } })],
  );
  const stored = () =>
    rowOf(
      `select v.body, a.changes, b.changes as of_endpoint, t.title, i.waiting::text
       from webhook_event v, webhook_delivery d, audit_entry a, audit_entry b, assignment t,
         training_intake i
       where d.id = $1 and v.id = d.event_id and a.target_id = $2 and a.action = 'api_key.created'
         and b.target_id = $3 and t.id = $4 and i.tenant_id = $5`,
      ...[delivery_id, key_id, endpoint.id, assignment, team.tenantId],
    );
  const before = await stored();
  for (const name of [
    ...[team.tenantId, 'evaluations:read', 'training.completed'],
    ...['Training Completed', 'Night Export', 'Member Joined', 'Value Argument', 'Created By'],
    ...['Team_id member_id', 'A person 2'],
  ]) {
    await takeName(name);
  }
  await remove();
  await erase();
  expect(await stored()).toEqual(before);
  expect((await made()).body).toEqual(endpoint);
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
  const team = await makeTeam(api());
  const by = await makeSession(team, team.owner);
  const { memberId: member_id, userId } = await team.addMember();
  await by.app.members.remove.mutate({ member_id });
  const email = 'again-under-another@example.com';
  await api().sql.query('update person set email = $2 where id = $1', [userId, email]);
  expect((await team.addMember({ email })).userId).toBe(userId);
  expect(await codeOf(by.app.members.erase.mutate({ member_id }))).toBe('conflict');
});
