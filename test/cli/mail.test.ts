import { beforeEach, expect, test } from 'vitest';
import { mailAnnounceDeprecation, mailList } from '../../src/cli/mail-commands.ts';
import { createKey } from '../../src/features/api-keys/create-key.ts';
import { revokeKey } from '../../src/features/api-keys/revoke-key.ts';
import { writeMail } from '../../src/features/mail/write-mail.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { setTeam } from '../../src/features/team/set-team.ts';
import { runCommand } from '../harness/run-command.ts';
import { useDatabase } from '../harness/use-database.ts';
import { atNow, later, NOW, newTeam } from './harness/team.ts';

const database = useDatabase();

beforeEach(() => database().pool.query('truncate mail'));

type Listed = { mails: Record<string, unknown>[] };
const list = async (options: Record<string, string> = {}) =>
  (await runCommand<Listed>(atNow(database().pool), mailList, options)).mails;

async function teamWithMails(causes: string[]) {
  const team = await newTeam(database().pool);
  for (const [n, cause] of causes.entries()) {
    const mail = { cause, recipient: 'a@example.com', lang: 'de', body: 'Text' } as const;
    await team.do((call) => writeMail(call, { ...mail, subject: cause }), later(n));
  }
  return team;
}

test('mail list shows all mails, newest first, with what is needed to see the state of each', async () => {
  const team = await teamWithMails(['one', 'two']);
  await database().pool.query("update mail set sent_at = $1 where subject = 'one'", [later(9)]);
  expect(await list()).toEqual([
    {
      id: expect.stringMatching(/^mail_/),
      tenant_id: team.tenant_id,
      recipient: 'a@example.com',
      subject: 'two',
      body: 'Text',
      created_at: later(1),
      sent_at: null,
      last_error: null,
    },
    expect.objectContaining({ subject: 'one', sent_at: later(9) }),
  ]);
  const subjects = async (options: Record<string, string>) =>
    (await list(options)).map(({ subject }) => subject);
  expect(await subjects({ state: 'sent' })).toEqual(['one']);
  expect(await subjects({ state: 'unsent' })).toEqual(['two']);
  expect(await subjects({ limit: '1' })).toEqual(['two']);
});

test('mail list of a team shows only its mails, and is refused for a team that does not exist', async () => {
  const team = await teamWithMails(['mine']);
  await teamWithMails(['theirs']);
  expect(await list()).toHaveLength(2);
  expect(await list({ team: team.tenant_id })).toMatchObject([{ subject: 'mine' }]);
  await expect(list({ team: 'ten_x' })).rejects.toThrow('There is no team with this id.');
});

test('Versioning 3: every admin with an active key gets one mail about the end of v1', async () => {
  const { pool } = database();
  const team = await newTeam(pool, { owner: 'owner@example.com' });
  const admin = (email: string) =>
    team.do((call) => addMember(call, { email, role: 'admin', grants: ['schnittstellen'] }));
  const key = (created_by: string, expires_at?: Date) =>
    team.do((call) =>
      createKey(call, { name: 'K', scopes: ['users:read'], created_by, expires_at }),
    );
  const [active, expired, revoked, demoted] = [
    await admin('active@example.com'),
    await admin('expired@example.com'),
    await admin('revoked@example.com'),
    await admin('demoted@example.com'),
  ];
  await pool.query("update member set lang = 'en' where id = $1", [active.member_id]);
  await key(active.member_id);
  await key(active.member_id, later(10));
  await key(expired.member_id, later(1));
  await pool.query('update api_key set expires_at = $2 where created_by = $1', [
    expired.member_id,
    NOW,
  ]);
  const { key_id } = await key(revoked.member_id);
  await team.do((call) => revokeKey(call, key_id));
  await key(demoted.member_id);
  await pool.query("update member set role = 'member' where id = $1", [demoted.member_id]);

  const announce = () =>
    runCommand(atNow(pool), mailAnnounceDeprecation, {
      'sunset-at': '2099-01-31T00:00:00Z',
      link: 'https://example.com/v2',
    });
  const suspended = await newTeam(pool, { owner: 'suspended@example.com' });
  await suspended.do((call) =>
    createKey(call, { name: 'K', scopes: ['users:read'], created_by: suspended.owner_member_id }),
  );
  await suspended.do((call) => setTeam(call, { status: 'suspended' }));
  expect(await announce()).toEqual({ mails: 1 });
  expect(await announce()).toEqual({ mails: 0 });
  await key(team.owner_member_id);
  expect(await announce()).toEqual({ mails: 1 });

  const mails = await list({ team: team.tenant_id });
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([
    'active@example.com',
    'owner@example.com',
  ]);
  const [german, english] = ['owner@example.com', 'active@example.com'].map(
    (address) => mails.find(({ recipient }) => recipient === address)?.body,
  );
  expect(german).toContain('31. Januar 2099 um 01:00 (MEZ)');
  expect(english).toContain('31 January 2099 at 01:00 (CET)');
  for (const body of [german, english]) expect(body).toContain('https://example.com/v2');
});
