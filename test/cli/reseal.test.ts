import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sealedColumns } from '../../src/cli/sealed-columns.ts';
import { decodeCursor, encodeCursor } from '../../src/db/pages/cursor.ts';
import { sealLink } from '../../src/features/mail/seal-link.ts';
import { deriveKey, unseal } from '../../src/shared/secrets/seal.ts';
import { Hook, openReceiver } from '../delivery/harness/hook.ts';
import { WorkerProcess } from '../delivery/harness/worker-process.ts';
import { encryptionKey } from '../harness/api.ts';
import { freePort } from '../harness/free-port.ts';
import { Spawned } from '../harness/spawned.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';

const api = useApi({ env: loopbackReceivers });
const former = Buffer.from(encryptionKey, 'hex');
const next = randomBytes(32);
const BOTH = `${next.toString('base64')},${encryptionKey}`;
const NEW = next.toString('base64');

// Each command is a process of its own, on a machine that may be busy.

const cliWith = (ENCRYPTION_KEY: string, ...args: string[]) => {
  const env = { DATABASE_URL: api().database.url, PUBLIC_URL: 'https://app.example.com' };
  return new Spawned('src/cli.ts', { ...env, ENCRYPTION_KEY }, args);
};

async function cli(key: string, ...args: string[]) {
  const command = cliWith(key, ...args);
  const { code } = await command.ended;
  const lines = command.stderr.trimEnd().split('\n');
  return { code, answer: command.stdout && JSON.parse(command.stdout), lines };
}

/** Mails with links, sealed with the former key. */
async function insertMails(count: number): Promise<void> {
  const { tenantId } = await makeTeam(api());
  const key = deriveKey(former, 'mailed-link');
  const ids = Array.from({ length: count }, (_, i) => `mail_${tenantId}_${i}`);
  await api().sql.query(
    `insert into mail (id, tenant_id, cause, recipient, lang, subject, body, link_id, sealed_link,
       created_at)
     select id, $1, id, 'r@example.com', 'en', 's', 'b', id, decode(sealed, 'hex'), now()
     from unnest($2::text[], $3::text[]) as m (id, sealed)`,
    [tenantId, ids, ids.map((id) => sealLink(key, id, { id, token: id }).toString('hex'))],
  );
}

async function mailsOpenWith(key: Buffer): Promise<number> {
  const { rows } = await api().sql.query(
    'select id, sealed_link from mail where sealed_link is not null',
  );
  const links = deriveKey(key, 'mailed-link');
  return rows.filter(({ id, sealed_link }) => {
    try {
      return unseal(links, sealed_link, id) === id;
    } catch {
      return false;
    }
  }).length;
}

describe('a new ENCRYPTION_KEY', () => {
  test('decrypts everything together with the former key, and after reseal without it', async () => {
    const receiver = await openReceiver();
    const hook = await Hook.to(api(), { url: receiver.url() });
    const invitation = {
      body: { email: 'kept@example.com' },
      headers: { 'idempotency-key': 'k1' },
    };
    const first = await hook.team.request('POST', '/users', invitation);
    expect(first.status).toBe(201);
    await insertMails(1_001);

    // While both keys are set, new values are sealed with the first.
    const both = await api().beside({ env: { ...loopbackReceivers, ENCRYPTION_KEY: BOTH } });
    const again = await both.request('POST', '/users', { ...invitation, key: hook.team.key });
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    await both.close();

    // The first command is killed in the middle. After the second one, nothing is lost and nothing is sealed twice.
    const killed = cliWith(BOTH, 'reseal');
    await until('a piece', () => /"mailed_links"/.test(killed.stderr));
    killed.child.kill('SIGKILL');
    await killed.ended;
    const { code, answer, lines } = await cli(BOTH, 'reseal');
    expect(code).toBe(0);
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual(answer);
    const { mailed_links: links } = answer;
    expect([links.resealed + links.current, links.unreadable]).toEqual([1_001, 0]);
    expect([await mailsOpenWith(next), await mailsOpenWith(former)]).toEqual([1_001, 0]);
    expect(answer.webhook_secrets).toEqual({ resealed: 0, current: 1, unreadable: 0 });

    // The process that starts below uses the database's clock, not the clock of the test.
    await api().sql.query('update idempotency_record set created_at = now()');
    const PORT = String(await freePort());
    const env = { DATABASE_URL: api().database.url, ENCRYPTION_KEY: NEW };
    await new Spawned('src/api.ts', { ...env, PORT }).says('"ready"');
    const replayed = await fetch(`http://127.0.0.1:${PORT}/api/public/v1/users`, {
      method: 'POST',
      body: JSON.stringify(invitation.body),
      headers: {
        ...invitation.headers,
        authorization: `Bearer ${hook.team.key}`,
        'content-type': 'application/json',
      },
    });
    expect([replayed.status, await replayed.json()]).toEqual([201, first.body]);
    await WorkerProcess.start(api().database.url, { ENCRYPTION_KEY: NEW });
    await hook.ping();
    await receiver.waitFor(1);
  });

  test('if neither key decrypts a value, the command counts it and fails, so that nobody removes a key that is still needed', async () => {
    await insertMails(1);
    const other = randomBytes(32).toString('base64');
    const { code, answer, lines } = await cli(`${other},${NEW}`, 'reseal');
    expect(code).toBe(1);
    expect(answer.mailed_links.unreadable).toBe(1);
    expect(lines.at(-1)).toMatch(/cannot be decrypted with either key of ENCRYPTION_KEY/);
  });
});

test('while both keys are set, a cursor made with the former key stays valid', () => {
  const place = { route: 'r', tenant: 't', filters: {} };
  const old = encodeCursor({ ...place, at: 'now', id: 'x' }, deriveKey(former, 'cursor'));
  expect(decodeCursor(old, place, deriveKey([next, former], 'cursor'))).toEqual({
    at: 'now',
    id: 'x',
  });
  expect(decodeCursor(old, place, deriveKey([next], 'cursor'))).toBe(null);
});

test('every column of bytes is sealed and known to the command, or is a hash, public, or valid for ten minutes', async () => {
  const { rows } = await api().sql.query(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' order by 1`,
  );
  const notEncrypted = /(_hash|\.hash|\.fingerprint|\.challenge|\.public_key|_with)$/;
  // A consent is valid for ten minutes, and both keys can decrypt it.
  const isLeftOut = (name: string) => notEncrypted.test(name) || name === 'crm_consent.verifier';
  const sealed = rows.map(({ name }) => name).filter((name) => !isLeftOut(name));
  expect(sealed).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort());
});
