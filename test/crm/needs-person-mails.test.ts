import { beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { databaseClock } from '../../src/shared/time/clock.ts';
import { tellOfConnections } from '../../src/worker/crm/tell-of-connections.ts';
import { mailTasks } from '../../src/worker/mail/mail-tasks.ts';
import { NOW, newTeam } from '../cli/harness/team.ts';
import { links } from '../harness/mailed-links.ts';
import { useDatabase } from '../harness/use-database.ts';
import { runJobs } from '../worker/harness/queue.ts';

const database = useDatabase();
let team: Awaited<ReturnType<typeof newTeam>>;

beforeEach(async () => {
  await query('delete from crm_connection');
  await query('delete from graphile_worker._private_jobs');
  team = await newTeam(database().pool, { owner: 'owner@example.com' });
  await team.do((call) => addMember(call, { email: 'admin@example.com', role: 'admin' }));
  await team.do((call) => addMember(call, { email: 'member@example.com', role: 'member' }));
  await query("update member set lang = 'en' where email = 'admin@example.com'");
});

const query = async (text: string, values: unknown[] = []) =>
  (await database().pool.query(text, values)).rows;
const tasks = () => mailTasks({ pool: database().pool, clock: databaseClock, mailer: null, links });
const mails = () =>
  query(
    `select recipient, subject, body from mail
     where tenant_id = $1 and cause like 'crm_needs_person:%' order by recipient, created_at`,
    [team.tenant_id],
  );
const tell = async () => {
  const count = await tellOfConnections({ pool: database().pool });
  await runJobs(database().pool, tasks());
  return count;
};

/** `failing` is how long ago the first failure was, by the clock of the database. */
async function connection(state: string, failing: string | null, failedFor: string | null) {
  const id = newId('con', NOW);
  await query(
    `insert into crm_connection (tenant_id, id, provider, account_id, name, state, account,
       settings, access_kind, credentials_hint, credentials_at, created_at, failing_since, failed_for)
     values ($1, $2, 'hubspot', $2, 'Sales', $3, '{}', '{}', 'token', '', now(), now(),
       now() - $4::interval, $5)`,
    [team.tenant_id, id, state, failing, failedFor],
  );
  return id;
}

test.each([
  ['works', 'active', null, null],
  ['has failed for less than a day', 'active', '23:59', 'unavailable'],
  ['is paused', 'paused', '48:00', 'unavailable'],
  ['has ended', 'ended', '48:00', 'auth'],
])('nobody gets a mail about a connection that %s', async (_, state, failing, failedFor) => {
  await connection(state, failing, failedFor);
  expect(await tell()).toBe(0);
  expect(await mails()).toEqual([]);
});

test.each([
  ['sign_in', '00:01', 'auth', 'Verbinden Sie Ihr CRM neu', 'Connect your CRM again'],
  [
    'active',
    '24:01',
    'unavailable',
    'Der Abgleich mit Ihrem CRM schlägt seit einem Tag fehl',
    'The synchronization with your CRM has failed for a day',
  ],
  [
    'active',
    '24:01',
    'suspicious_deletion',
    'Ihr CRM zeigt viel weniger als bisher: Bitte prüfen Sie es',
    'Your CRM shows far less than before: please check it',
  ],
])('%s for %s (%s): the owner and each admin get one mail', async (state, failing, why, de, en) => {
  const id = await connection(state, failing, why);
  expect(await tell()).toBe(1);
  const sent = await mails();
  expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['admin@example.com', en],
    ['owner@example.com', de],
  ]);
  expect(sent[0]?.body).toMatch(new RegExp(`/app/crm/${id}\n`));
  expect(sent[0]?.body).toContain('Sales');
});

test('nobody gets a second mail before the connection has worked again', async () => {
  const id = await connection('sign_in', '00:01', 'auth');
  await tell();
  await query("update crm_connection set failing_since = now() - interval '48 h' where id = $1", [
    id,
  ]);
  expect(await tell()).toBe(0);
  expect(await mails()).toHaveLength(2);
  // A good synchronization writes the same.
  await query('update crm_connection set told_at = null where id = $1', [id]);
  expect(await tell()).toBe(1);
  expect(await mails()).toHaveLength(4);
});

test('of two workers, only one writes the mails', async () => {
  await connection('sign_in', '00:01', 'auth');
  const both = await Promise.all([1, 2].map(() => tellOfConnections({ pool: database().pool })));
  expect(both.sort()).toEqual([0, 1]);
});

test('nobody gets a mail if the connection works again when the job runs', async () => {
  const id = await connection('sign_in', '00:01', 'auth');
  await tellOfConnections({ pool: database().pool });
  await query(`update crm_connection set state = 'active', failing_since = null where id = $1`, [
    id,
  ]);
  await runJobs(database().pool, tasks());
  expect(await mails()).toEqual([]);
});
