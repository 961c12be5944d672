import { beforeEach, expect, test } from 'vitest';
import { type Browser, makeSession } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi({ tickMs: 0 });

let team: TestTeam;
let admin: Person;
let browser: Browser;

beforeEach(async () => {
  team = await makeTeam(api());
  admin = await team.addMember({ role: 'admin', canManageKeys: true });
  await team.addMember({ role: 'admin', canManageKeys: true });
  await api().sql.query(`update member set lang = 'en' where id = $1`, [admin.memberId]);
  browser = await makeSession(team, admin);
});

async function mails() {
  const { rows } = await api().sql.query(
    'select recipient, lang, subject, body from mail where tenant_id = $1 order by lang',
    [team.tenantId],
  );
  return rows;
}

test('a mail about a new key goes to its creator and to the owner, each in their own language, without the key', async () => {
  const made = await browser.app.apiKeys.create.mutate({
    name: 'CRM',
    scopes: ['users:read', 'cases:write'],
    ip_ranges: ['198.51.100.0/24'],
    expires_at: '2027-01-31T12:00:00Z',
  });
  const [german, english, ...more] = await mails();
  expect(more).toEqual([]);
  expect(german).toMatchObject({
    recipient: team.owner.email,
    lang: 'de',
    subject: 'Neuer API-Schlüssel „CRM“',
  });
  expect(english).toMatchObject({
    recipient: admin.email,
    lang: 'en',
    subject: 'New API key “CRM”',
  });
  for (const line of [
    `${admin.email} has created an API key for your team:`,
    'Team: Team under test',
    `Prefix: ${made.key_prefix}`,
    'Scopes: users:read, cases:write',
    'Valid until: 31 January 2027 at 13:00 (CET)',
    'May be used from: 198.51.100.0/24',
    `/app/api-keys?key=${made.key_id}\n`,
  ]) {
    expect(english.body).toContain(line);
  }
  expect(german.body + english.body).not.toContain(made.key.slice(-20));
});

test('a time in a mail about a team is in the time zone of the team', async () => {
  const { version } = await browser.app.team.get.query({});
  await browser.app.team.change.mutate({ version, time_zone: 'America/New_York' });
  const key = { name: 'CRM', template: 'read_only' as const, expires_at: '2027-02-01T04:30:00Z' };
  await browser.app.apiKeys.create.mutate(key);
  const [german, english] = await mails();
  expect(german.body).toContain('Gültig bis: 31. Januar 2027 um 23:30 (GMT-5)');
  expect(english.body).toContain('Valid until: 31 January 2027 at 23:30 (GMT-5)');
});

test('the owner gets one mail for a key that the owner has made, and a job sends it', async () => {
  const owner = await makeSession(team, team.owner);
  await owner.app.apiKeys.create.mutate({ name: 'CRM', template: 'read_only' });
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail.body).toContain('Gültig bis: ohne Ablaufdatum');
  expect(mail.body).toContain('Nutzbar von: allen Adressen');
  const { rows } = await api().sql.query(
    `select from graphile_worker._private_jobs j join mail m on m.id = j.payload->>'mail'
     where m.tenant_id = $1`,
    [team.tenantId],
  );
  expect(rows).toHaveLength(1);
});

test('the mail about a rotated key names the former key; a duplicate counts as a new key', async () => {
  const owner = await makeSession(team, team.owner);
  await owner.app.apiKeys.rotate.mutate({ key_id: team.keyId, grace: '7d' });
  await owner.app.apiKeys.duplicate.mutate({ key_id: team.keyId, name: 'Copy' });
  const sent = await mails();
  expect(sent.map(({ subject }) => subject).sort()).toEqual([
    'Der API-Schlüssel „Key under test“ wurde rotiert',
    'Neuer API-Schlüssel „Copy“',
  ]);
  const rotated = sent.find(({ subject }) => subject.includes('rotiert'));
  expect(rotated?.body).toContain(`rotiert (bisher: ${team.keyPrefix}). Der neue Schlüssel:`);
});

test('no mail is sent about a key of the operator, or about a refused key', async () => {
  await team.createKey();
  await browser.app.apiKeys.create
    .mutate({ name: 'CRM', template: 'read_only', expires_at: '2020-01-01T00:00:00Z' })
    .catch(() => undefined);
  expect(await mails()).toEqual([]);
});
