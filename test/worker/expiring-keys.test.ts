import { beforeEach, expect, test } from 'vitest';
import type { CreateKeyInput } from '../../src/features/api-keys/api-keys.schema.ts';
import { createKey } from '../../src/features/api-keys/create-key.ts';
import { revokeKey } from '../../src/features/api-keys/revoke-key.ts';
import { rotateKey } from '../../src/features/api-keys/rotate-key.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { setTeam } from '../../src/features/team/set-team.ts';
import { createLogger } from '../../src/shared/log.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { later, NOW, newTeam } from '../cli/harness/team.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();
const DAY = 86_400_000;
const log = createLogger('silent');

let team: Awaited<ReturnType<typeof newTeam>>;

beforeEach(async () => {
  await database().pool.query('delete from api_key');
  team = await newTeam(database().pool, { owner: 'owner@example.com' });
});

const key = (input: Partial<CreateKeyInput> = {}, at = NOW) =>
  team.do((call) => createKey(call, { name: 'Berichte', scopes: ['users:read'], ...input }), at);

/** The minute's housekeeping, so many milliseconds after NOW. */
const round = (after: number) =>
  runHousekeeping({ pool: database().pool, clock: { stoppedAt: () => later(after) }, log });

async function mails() {
  const { rows } = await database().pool.query(
    'select recipient, lang, cause, subject, body from mail where tenant_id = $1 order by id',
    [team.tenant_id],
  );
  return rows;
}

const EXPIRY = 30 * DAY;
const expires_at = later(EXPIRY);

test('D47: one mail, seven days before a key ends', async () => {
  const { key_id, key_prefix } = await key({ expires_at });
  await key();
  await round(EXPIRY - 7 * DAY - 1);
  expect(await mails()).toEqual([]);
  await round(EXPIRY - 7 * DAY);
  await Promise.all([round(EXPIRY - 6 * DAY), round(EXPIRY - 6 * DAY)]);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    recipient: 'owner@example.com',
    lang: 'de',
    cause: `key_expires:${key_id}`,
    subject: 'Der API-Schlüssel „Berichte“ läuft bald ab',
  });
  expect(mail.body).toContain(key_prefix);
  expect(mail.body).toContain('Gültig bis: 20. Dezember 2026 um 12:00 (UTC)');
});

test('workers that look at once write one mail; one that was away writes it late', async () => {
  await key({ expires_at });
  await Promise.all([1, 2, 3, 4].map(() => round(EXPIRY - DAY)));
  expect(await mails()).toHaveLength(1);
});

test('an ended key is told no more, nor one that is revoked or whose team is suspended', async () => {
  await key({ expires_at });
  await round(EXPIRY);
  const revoked = await key({ expires_at: later(EXPIRY + DAY) });
  await team.do((call) => revokeKey(call, revoked.key_id));
  await round(EXPIRY - DAY / 2);
  await database().pool.query('delete from mail');
  await key({ expires_at: later(EXPIRY + 10 * DAY) });
  await team.do((call) => setTeam(call, { status: 'suspended' }));
  await round(EXPIRY + 5 * DAY);
  expect(await mails()).toEqual([]);
});

test('who has just made a key for a few days knows when it ends', async () => {
  await key({ expires_at: later(7 * DAY - 1) });
  await round(0);
  await round(6 * DAY);
  expect(await mails()).toEqual([]);
});

test('a key with a successor may end; its successor, which ends with it, is told instead', async () => {
  const { key_id } = await key({ expires_at });
  const next = await team.do((call) => rotateKey(call, { key_id, grace: '30d' }), later(DAY));
  await round(EXPIRY - 6 * DAY);
  expect(await mails()).toMatchObject([{ cause: `key_expires:${next.key_id}` }]);
});

test('a successor that was revoked is none', async () => {
  const { key_id } = await key({ expires_at });
  const next = await team.do((call) => rotateKey(call, { key_id, grace: '30d' }), later(DAY));
  await team.do((call) => revokeKey(call, next.key_id));
  await round(EXPIRY - 6 * DAY);
  expect(await mails()).toMatchObject([{ cause: `key_expires:${key_id}` }]);
});

test('the creator is told, in the own language; the owner, if the creator can make no key any more', async () => {
  const admin = await team.do((call) =>
    addMember(call, { email: 'admin@example.com', role: 'admin', grants: ['schnittstellen'] }),
  );
  const { pool } = database();
  await pool.query("update member set lang = 'en' where id = $1", [admin.member_id]);
  const created_by = admin.member_id;
  await key({ created_by, expires_at });
  await round(EXPIRY - DAY);
  const [mail] = await mails();
  expect(mail).toMatchObject({
    recipient: 'admin@example.com',
    lang: 'en',
    subject: 'The API key “Berichte” expires soon',
  });
  expect(mail.body).toContain('Valid until: 20 December 2026 at 12:00 (UTC)');
  await key({ created_by, expires_at: later(EXPIRY + 1) });
  await pool.query("update member set rights = '{}' where id = $1", [admin.member_id]);
  // Later, since ids of one moment are in no order.
  await round(EXPIRY - DAY + 1);
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
