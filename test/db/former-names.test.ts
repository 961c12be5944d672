import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { formerTables } from './harness/former-tables.ts';
import { upgrade } from './harness/last-release/old-processes.ts';

const NEW = { 'migrations/99990101000000_of_a_test': 'select 1' };

/** An upgraded database of 0.4.0 with a team: a former member, and one whose account was removed. */
async function upgradedTeam(): Promise<pg.Client> {
  const url = await formerTables('0.4.0', '20261216000000_former_names');
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`
    insert into tenant (id, name, plan, seats, created_at) values ('ten_1', 'Team', 'team', 9, now());
    insert into person (id, email, name, created_at) values
      ('usr_1', 'newest@example.com', 'Anna Present', '2026-01-01');
    insert into person_team (person_id, tenant_id) values ('usr_1', 'ten_1');
    insert into security_log (id, person_id, kind, created_at, details) values
      ('sec_0', 'usr_1', 'email_changed', '2026-01-02', '{"old_email": "before@example.com"}'),
      ('sec_1', 'usr_1', 'email_changed', '2026-03-01', '{"old_email": "first@example.com"}'),
      ('sec_2', 'usr_1', 'email_changed', '2026-04-01', '{"old_email": "second@example.com"}'),
      ('sec_3', 'usr_1', 'email_changed', '2026-09-01', '{"old_email": "third@example.com"}');
    insert into member (tenant_id, id, user_id, email, role, status, created_through, created_at,
      joined_at, removed_at, former_name, former_addresses) values
      ('ten_1', 'mem_1', 'usr_1', 'third@example.com', 'member', 'removed', 'app', '2026-02-01',
        '2026-02-01', '2026-08-01', null, '{}'),
      ('ten_1', 'mem_2', 'usr_2', 'gone@example.com', 'member', 'removed', 'app', '2026-02-01',
        '2026-02-01', '2026-08-01', 'Gerd Gone', '{gone@example.com,later@example.com}'),
      ('ten_1', 'mem_3', 'usr_3', 'soon@example.com', 'member', 'removed', 'app', '2026-02-01',
        '2026-02-01', '2026-08-01', null, '{}')`);
  await upgrade(url, NEW);
  return client;
}

const namesIn = async (client: pg.Client) =>
  (
    await client.query(
      `select member_id, kind, value, since::date::text, until::date::text from member_name
       order by member_id, until`,
    )
  ).rows.map(Object.values);

test('an upgrade keeps the names of removed accounts, and the addresses that the team knew', async () => {
  const client = await upgradedTeam();
  expect(await namesIn(client)).toEqual([
    ['mem_1', 'email', 'first@example.com', '2026-02-01', '2026-03-01'],
    ['mem_1', 'email', 'second@example.com', '2026-03-01', '2026-04-01'],
    ['mem_2', 'name', 'Gerd Gone', '2026-02-01', '2026-08-01'],
  ]);
});
