import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { inviteMember } from '../../src/features/members/invite-member.ts';
import { insertConnection } from '../crm/harness/connection.ts';
import { WorkerProcess } from '../delivery/harness/worker-process.ts';
import { encryptionKey, TestApi } from '../harness/api.ts';
import { makeCommandLine, makeSession } from '../harness/app.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { insertCrmRun, insertDelivery, insertEndpoint, insertReplay } from '../harness/rows.ts';
import { Spawned } from '../harness/spawned.ts';
import { makeTeam } from '../harness/team.ts';

async function disarm({ url }: TestDatabase, name: string) {
  const env = { DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey };
  const command = new Spawned('src/cli.ts', env, ['disarm', '--database', name]);
  const { code } = await command.ended;
  return { code, answer: command.stdout && JSON.parse(command.stdout), stderr: command.stderr };
}

/** A database with one of each that reaches others, or by which others reach it. */
async function copyOfDatabase() {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const api = await TestApi.start({ database });
  const team = await makeTeam(api);
  // Now the feeds have a history.
  await team.request('GET', '/events');
  await team.request('GET', '/changes');
  // Before there is an endpoint, so that the invitation makes no delivery.
  await team.do((call) => inviteMember(call, { email: 'guest@example.com', role: 'member' }));
  const endpoint_id = await insertEndpoint(team);
  await insertDelivery(team, { endpoint_id });
  await insertReplay(team, { endpoint_id });
  const connection_id = await insertConnection(team);
  await insertCrmRun(team, { connection_id, status: 'running', finished_at: null });
  await makeSession(team, team.owner);
  const { id: tokenId } = await makeCommandLine(team, team.owner);
  const ofTeam = [team.tenantId, team.owner.userId, team.owner.memberId];
  const statements = [
    [
      `insert into mail (id, tenant_id, cause, recipient, lang, subject, body, created_at)
      values ('mail_1', $1, 'c', 'a@example.com', 'de', 's', 'b', now())`,
      ofTeam.slice(0, 1),
    ],
    [
      `insert into one_time_link (id, tenant_id, token_hash, purpose, person_id, email, created_at, expires_at)
      values ('lnk_1', $1, sha256('h'), 'password_reset', $2, 'a@example.com', now(), now() + interval '1 h')`,
      ofTeam.slice(0, 2),
    ],
    [
      `insert into crm_consent (state_hash, tenant_id, session_id, person_id, provider, created_at)
      values (sha256('h'), $1, 'ses_1', $2, 'hubspot', now())`,
      ofTeam.slice(0, 2),
    ],
    [
      `insert into listener (tenant_id, id, token_id, person_id, member_id, machine, events, secret, created_at, last_seen_at)
      values ($1, 'lsn_1', $4, $2, $3, 'm', '{}', 's', now(), now())`,
      [...ofTeam, tokenId],
    ],
    [
      `select enqueue('member.erase', json_build_object('tenant', $1::text, 'member', 'mem_1'))`,
      ofTeam.slice(0, 1),
    ],
  ] as const;
  for (const [text, values] of statements) await api.sql.query(text, [...values]);
  await api.close();
  return { database, team };
}

test('disarm ends all that reaches others and all access, once, and asks for the name of the database', async () => {
  const { database, team } = await copyOfDatabase();
  const wrong = await disarm(database, 'team_api');
  expect([wrong.code, wrong.stderr]).toEqual([1, 'This database has another name.\n']);

  const first = await disarm(database, database.name);
  expect(first.stderr).toBe('');
  expect(first.answer).toEqual({
    endpoints: 1,
    deliveries: 1,
    retries: 1,
    mails: 1,
    jobs: 1,
    crm_connections: 1,
    crm_runs: 1,
    consents: 1,
    listeners: 1,
    command_lines: 1,
    links: 1,
    event_history: 1,
    change_feeds: 1,
    sessions: 1,
    keys: 1,
  });
  const second = await disarm(database, database.name);
  expect(new Set(Object.values(second.answer))).toEqual(new Set([0]));

  const client = new pg.Client(database.url);
  await client.connect();
  onTestFinished(() => client.end());
  const one = async (text: string) => (await client.query(text)).rows;
  expect(await one('select status from webhook_endpoint')).toEqual([{ status: 'disabled' }]);
  expect(await one('select status, error from webhook_delivery_state')).toEqual([
    { status: 'gave_up', error: 'endpoint_paused' },
  ]);
  expect(await one('select state, credentials from crm_connection')).toEqual([
    { state: 'ended', credentials: null },
  ]);
  expect(await one('select task_identifier as task from graphile_worker.jobs')).toEqual([
    { task: 'member.erase' },
  ]);
  const others = [
    'mail',
    'crm_consent',
    'listener',
    'one_time_link',
    'session',
    'command_line_token',
  ];
  for (const table of others) {
    expect(await one(`select count(*)::integer as n from ${table}`), table).toEqual([{ n: 0 }]);
  }
  expect(await one('select id from api_key where revoked_at is null')).toEqual([]);
  expect(await one(`select name from tenant where id = '${team.tenantId}'`)).toHaveLength(1);
  await client.end();
});

test('a step of disarm that fails undoes all before it', async () => {
  const { database } = await copyOfDatabase();
  const tables = ['webhook_endpoint', 'webhook_delivery', 'crm_connection', 'mail', 'session'];
  const ask = async (...statements: string[]) => {
    const client = new pg.Client(database.url);
    await client.connect();
    const results = [];
    for (const text of statements) results.push((await client.query(text)).rows);
    await client.end();
    return results;
  };
  const left = () => ask(...tables.map((table) => `select * from ${table}`));
  const before = await left();
  expect(before.every((rows) => rows.length > 0)).toBe(true);
  // The keys are the last step.
  await ask(
    `create function refuse() returns trigger language plpgsql
        as $$ begin raise exception 'the disk is full'; end $$`,
    'create trigger refuse before update on api_key execute function refuse()',
  );
  const { code, stderr } = await disarm(database, database.name);
  expect([code, stderr]).toEqual([1, expect.stringContaining('the disk is full')]);
  expect(await left()).toEqual(before);
});

test('disarm refuses while a process is connected, and names it', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const worker = await WorkerProcess.start(database.url, { OUTGOING: 'off' });
  const refused = await disarm(database, database.name);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /^Other programs are connected to this database: .*team-api.* worker.*Stop them first\.\n$/,
  );
  expect(await worker.stop()).toBe(0);
  expect((await disarm(database, database.name)).code).toBe(0);
  // Disarmed, it no longer waits for the operator.
  const later = await WorkerProcess.start(database.url);
  expect(later.stdout).not.toContain('OUTGOING');
  expect(await later.stop()).toBe(0);
});
