import { beforeEach, expect, test } from 'vitest';
import { type CreateKey, createKey } from '../../src/features/api-keys/create-key.ts';
import { revokeKey } from '../../src/features/api-keys/revoke-key.ts';
import { rotateKey } from '../../src/features/api-keys/rotate-key.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { setTeam } from '../../src/features/team/set-team.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { databaseClock } from '../../src/shared/time/clock.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { later, NOW, newTeam } from '../cli/harness/team.ts';
import { links } from '../harness/mailed-links.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();
const log = createLogger('silent');

let team: Awaited<ReturnType<typeof newTeam>>;

beforeEach(async () => {
  await database().pool.query('delete from api_key');
  team = await newTeam(database().pool, { owner: 'owner@example.com' });
});

const key = (input: Partial<CreateKey> = {}, at = NOW) =>
  team.do((call) => createKey(call, { name: 'Berichte', scopes: ['users:read'], ...input }), at);

/** Runs the housekeeping of a minute, this many milliseconds after NOW. */
const round = (after: number) =>
  runHousekeeping({
    pool: database().pool,
    clock: { ...databaseClock, stoppedAt: () => later(after) },
    log,
    links,
  });

async function mails() {
  const { rows } = await database().pool.query(
    'select recipient, lang, cause, subject, body from mail where tenant_id = $1 order by id',
    [team.tenant_id],
  );
  return rows;
}

const EXPIRY = 30 * DAY_MS;
const expires_at = later(EXPIRY);

const causes = async () => (await mails()).map(({ cause }) => cause);

test('D47: one mail is written 30, 7 and 1 days before a key ends', async () => {
  const { key_id, key_prefix } = await key({ expires_at: later(90 * DAY_MS) });
  await key();
  const expected: string[] = [];
  for (const [days, suffix] of [
    [30, ':30'],
    [7, ''],
    [1, ':1'],
  ] as const) {
    await round((90 - days) * DAY_MS - 1);
    expect(await causes()).toEqual(expected);
    await round((90 - days) * DAY_MS);
    await Promise.all([round((90 - days) * DAY_MS + 1), round((90.5 - days) * DAY_MS)]);
    expected.push(`key_expires:${key_id}${suffix}`);
    expect(await causes()).toEqual(expected);
  }
  const [month, week, day] = await mails();
  expect(month).toMatchObject({ recipient: 'owner@example.com', lang: 'de' });
  expect([month, week, day].map(({ subject }) => subject)).toEqual([
    'Der API-Schlüssel „Berichte“ läuft in 30 Tagen ab',
    'Der API-Schlüssel „Berichte“ läuft in 7 Tagen ab',
    'Der API-Schlüssel „Berichte“ läuft innerhalb von 24 Stunden ab',
  ]);
  expect(week.body).toContain(key_prefix);
  expect(week.body).toMatch(/\nIn der App: https?:\/\/\S+\/app\/api-keys\?key=key_\w{26}\n\n/);
  expect(week.body).toContain('Gültig bis: 18. Februar 2027 um 13:00 (MEZ)');
});

test('after a pause of the worker only the nearest mail is sent, with the number of days left', async () => {
  const { key_id } = await key({ expires_at: later(90 * DAY_MS) });
  await round(85 * DAY_MS);
  expect(await mails()).toMatchObject([
    {
      cause: `key_expires:${key_id}`,
      subject: 'Der API-Schlüssel „Berichte“ läuft in 5 Tagen ab',
    },
  ]);
  await round(86 * DAY_MS);
  expect(await mails()).toHaveLength(1);
});

test.each([
  [30, ['', ':1']],
  [20, ['', ':1']],
  [7, [':1']],
  [1, []],
] as const)('a key made for %i days has only the mails at fewer days', async (days, suffixes) => {
  const { key_id } = await key({ expires_at: later(days * DAY_MS) });
  for (let day = 0; day < days; day += 1) await round(day * DAY_MS);
  expect(await causes()).toEqual(suffixes.map((suffix) => `key_expires:${key_id}${suffix}`));
});

test('a mail at seven days that another release has written is not written again', async () => {
  const { key_id } = await key({ expires_at: later(90 * DAY_MS) });
  await database().pool.query(
    `insert into mail (tenant_id, id, cause, recipient, lang, subject, body, created_at)
     values ($1, 'mail_old', $2, 'creator@example.com', 'de', 'Old', 'Old', $3)`,
    [team.tenant_id, `key_expires:${key_id}`, later(83 * DAY_MS)],
  );
  await round(83 * DAY_MS + 1);
  expect(await causes()).toEqual([`key_expires:${key_id}`]);
});

test('the mail says when the key was last used, if a use is known', async () => {
  const { key_id } = await key({ expires_at });
  await database().pool.query('insert into api_key_use values ($1, $2, $3)', [
    team.tenant_id,
    key_id,
    later(DAY_MS),
  ]);
  await key({ name: 'Unbenutzt', expires_at });
  await round(EXPIRY - DAY_MS);
  const [used, unused] = (await mails()).toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
  expect(used.body).toContain('Zuletzt benutzt: 21. November 2026 um 13:00 (MEZ)');
  expect(unused.body).not.toContain('Zuletzt benutzt');
});

test('workers that look at once write one mail; a worker that was stopped writes it late', async () => {
  await key({ expires_at });
  await Promise.all([1, 2, 3, 4].map(() => round(EXPIRY - DAY_MS)));
  expect(await mails()).toHaveLength(1);
});

test('no mail is sent about an ended or revoked key, or about a key whose team is suspended', async () => {
  await key({ expires_at });
  await round(EXPIRY);
  const revoked = await key({ expires_at: later(EXPIRY + DAY_MS) });
  await team.do((call) => revokeKey(call, revoked.key_id));
  await round(EXPIRY - DAY_MS / 2);
  await database().pool.query('delete from mail');
  await key({ expires_at: later(EXPIRY + 10 * DAY_MS) });
  await team.do((call) => setTeam(call, { status: 'suspended' }));
  await round(EXPIRY + 5 * DAY_MS);
  expect(await mails()).toEqual([]);
});

test('a key with a successor may end; the mail is about the successor, which ends with it', async () => {
  const { key_id } = await key({ expires_at });
  const next = await team.do((call) => rotateKey(call, { key_id, grace: '30d' }), later(DAY_MS));
  await round(EXPIRY - 6 * DAY_MS);
  expect(await mails()).toMatchObject([{ cause: `key_expires:${next.key_id}` }]);
});

test('a successor that was revoked does not count', async () => {
  const { key_id } = await key({ expires_at });
  const next = await team.do((call) => rotateKey(call, { key_id, grace: '30d' }), later(DAY_MS));
  await team.do((call) => revokeKey(call, next.key_id));
  await round(EXPIRY - 6 * DAY_MS);
  expect(await mails()).toMatchObject([{ cause: `key_expires:${key_id}` }]);
});

test('the creator gets the mail, in their own language; the owner gets it if the creator can make no key any more', async () => {
  const admin = await team.do((call) =>
    addMember(call, { email: 'admin@example.com', role: 'admin', grants: ['schnittstellen'] }),
  );
  const { pool } = database();
  await pool.query("update member set lang = 'en' where id = $1", [admin.member_id]);
  const created_by = admin.member_id;
  await key({ created_by, expires_at });
  await round(EXPIRY - DAY_MS);
  const [mail] = await mails();
  expect(mail).toMatchObject({
    recipient: 'admin@example.com',
    lang: 'en',
    subject: 'The API key “Berichte” expires within 24 hours',
  });
  expect(mail.body).toContain('Valid until: 20 December 2026 at 13:00 (CET)');
  await key({ created_by, expires_at: later(EXPIRY + 1) });
  await pool.query("update member set rights = '{}' where id = $1", [admin.member_id]);
  // One millisecond later, since ids of one moment are in no order.
  await round(EXPIRY - DAY_MS + 1);
  expect(await mails()).toMatchObject([mail, { recipient: 'owner@example.com', lang: 'de' }]);
});

test('keys that end are found along an index', async () => {
  const client = await database().pool.connect();
  await client.query('begin; set local enable_seqscan = off');
  const { rows } = await client.query(
    `explain select from api_key where revoked_at is null and expires_at > now()
       and expires_at <= now() + interval '7 d'`,
  );
  await client.query('commit');
  client.release();
  expect(JSON.stringify(rows)).toContain('api_key_expiry');
});
