import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { contactErase, contactList } from '../../src/cli/contact-commands.ts';
import { erasureApply, erasureList } from '../../src/cli/erasure-commands.ts';
import { Browser, codeOf, makeSession } from '../harness/app.ts';
import { freshFile, runCommand } from '../harness/run-command.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { mailedToken } from '../mail/harness/mails.ts';
import { rowsWith } from './harness/all-rows.ts';
import { runErasures } from './harness/erase.ts';

const api = useApi();
let made = 0;
let email: string;
let team: TestTeam;

/** Sets the contact of a team. Returns the link in its mail. */
async function setContact(owner: TestTeam): Promise<string> {
  // Mails to the same address are sorted by time.
  api().clock.travel(1);
  const { app } = await makeSession(owner, owner.owner);
  const { version } = await app.technicalContact.get.query({});
  await app.technicalContact.set.mutate({ version, email, lang: 'de' });
  return mailedToken(api(), email);
}

beforeAll(async () => {
  team = await makeTeam(api());
});

const reader = () => new Browser(api()).app.technicalContact;
const stateIn = async (owner: TestTeam) =>
  (await (await makeSession(owner, owner.owner)).app.technicalContact.get.query({})).state;
const erase = (address: string) => runCommand(api(), contactErase, { email: address });
const list = (texts: Record<string, string>) => runCommand(api(), contactList, texts);
const left = () => rowsWith(api().sql, [email]);
const newAddress = () => `quux${++made}-ops@agency.example`;

test("after a contact has stopped the mails, no table contains the address, and the worker's log has only the id", async () => {
  team = await makeTeam(api());
  email = newAddress();
  const token = await setContact(team);
  expect(await left()).not.toEqual([]);
  await reader().stop.mutate({ token });
  expect(await left()).toEqual([]);
  const lines = (await runErasures(api())).filter((line) => line.includes('technical contact'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      msg: 'a technical contact was erased',
      tenant_id: team.tenantId,
      member_id: expect.stringMatching(/^tco_/),
    },
  ]);
});

test('the operator erases an address without an account in all teams, and no other address', async () => {
  email = newAddress();
  team = await makeTeam(api());
  const others = [team, await makeTeam(api()), await makeTeam(api())];
  const stays = await makeTeam(api());
  for (const each of others) await reader().confirm.mutate({ token: await setContact(each) });
  const erased = email;
  email = newAddress();
  await setContact(stays);
  email = erased;
  expect(await list({ email })).toMatchObject({ contacts: [{}, {}, {}] });
  expect(await erase(email.toUpperCase())).toEqual({ erased: 3 });
  expect(await erase(email)).toEqual({ erased: 0 });
  expect(await left()).toEqual([]);
  expect(await list({ email })).toEqual({ contacts: [] });
  expect(await list({ team: stays.tenantId })).toMatchObject({
    contacts: [{ tenant_id: stays.tenantId, confirmed_at: null, lang: 'de' }],
  });
  expect([await stateIn(team), await stateIn(stays)]).toEqual(['stopped', 'pending']);
});

test('a member with this address stays', async () => {
  const member = await team.addMember();
  email = member.email;
  await setContact(team);
  expect(await erase(email)).toEqual({ erased: 1 });
  expect(await list({ email })).toEqual({ contacts: [] });
  const { body } = await team.request('GET', `/users/${member.memberId}`);
  expect(body.email).toBe(email);
});

test('an erased member is no longer the contact', async () => {
  const member = await team.addMember();
  email = member.email;
  await reader().confirm.mutate({ token: await setContact(team) });
  await team.request('DELETE', `/users/${member.memberId}`);
  expect(await stateIn(team)).toBe('confirmed');
  const owner = await makeSession(team, team.owner);
  await owner.app.members.erase.mutate({ member_id: member.memberId });
  await runErasures(api());
  expect(await left()).toEqual([]);
  expect(await stateIn(team)).toBe('stopped');
  const { data } = await owner.app.auditLog.list.query({});
  expect(data.map(({ action }) => action)).toContain('technical_contact.erased');
});

test('a contact that a restored backup brings back is erased again, but neither the team nor the next contact', async () => {
  team = await makeTeam(api());
  email = newAddress();
  const token = await setContact(team);
  await reader().confirm.mutate({ token });
  const stored = 'select * from technical_contact where tenant_id = $1';
  const [before] = (await api().sql.query(stored, [team.tenantId])).rows;
  await erase(email);
  const out = await freshFile('list.ndjson');
  await runCommand(api(), erasureList, { out });
  const lines = (await readFile(out, 'utf8')).trimEnd().split('\n');
  const [line] = lines.filter((text) => text.includes(team.tenantId));
  expect(JSON.parse(line ?? '')).toEqual({
    tenant_id: team.tenantId,
    member_id: before.id,
    person_id: null,
    at: expect.any(String),
  });
  const from = await freshFile('own.ndjson');
  await writeFile(from, `${line}\n`);
  const apply = () => runCommand(api(), erasureApply, { from });
  const outcome = { refused: [], failed: [] };
  await api().sql.query('delete from erasure where tenant_id = $1', [team.tenantId]);
  await api().sql.query(
    `update technical_contact set email = $2, confirmed_at = set_at, stopped_at = null
     where tenant_id = $1`,
    [team.tenantId, email],
  );
  expect(await apply()).toEqual({ erased: 1, missing: 0, ...outcome });
  expect(await left()).toEqual([]);
  // The team has another contact now.
  email = newAddress();
  await setContact(team);
  expect(await apply()).toEqual({ erased: 0, missing: 1, ...outcome });
  expect(await list({ team: team.tenantId })).toMatchObject({ contacts: [{ email }] });
  expect((await team.request('GET', '/users')).status).toBe(200);
  expect(await codeOf(reader().stop.mutate({ token }))).toBe('link_invalid');
});
