import type pg from 'pg';
import { advisoryLocks } from '../db/advisory-locks.ts';
import { endPause } from '../db/outgoing-pauses.ts';
import { acrossTeams } from '../db/transaction.ts';
import { UsageError } from '../shared/errors/usage-error.ts';
import { command } from './command.ts';
import { required, text } from './flags.ts';

export const outgoingResume = command({
  name: 'outgoing resume',
  summary: 'let processes send again after OUTGOING=off',
  result: '{paused_since}: when sending was switched off, or null if it was not',
  flags: {},
  notes: [
    'Start the processes without OUTGOING=off first: they wait for this command, and begin within a second.',
    'They then send all that has become due. On a copy of a database run disarm instead.',
  ],
  run: ({ pool }) =>
    acrossTeams(pool, async (_, client) => {
      const { rows } = await client.query<{ host: string; pid: number }>(
        `select host, pid from process where not outgoing and renewed_at > now() - interval '20 s'`,
      );
      const [off] = rows;
      if (off) {
        const where = `process ${off.pid} on ${off.host}`;
        throw new UsageError(`OUTGOING is off in ${where}. Start it without this setting first.`);
      }
      return { paused_since: await endPause(client) };
    }),
});

/** Jobs that must go on in a copy too: they send nothing, and nobody would ask for them again. */
const stayingJobs = [
  'member.erase',
  'erasure.log',
  'sandbox.fill',
  'sandbox.reset',
  'sandbox.remove',
];

/** The steps of disarm. Each counts what it changes, and changes nothing the second time. */
const steps = {
  endpoints: `update webhook_endpoint set status = 'disabled'
    where status <> 'disabled' and deleted_at is null`,
  deliveries: `with ended as (delete from webhook_pending returning delivery_id, lease_no)
    update webhook_delivery d
    set given_up_for = 'endpoint_paused', given_up_at = now(), lease_no = e.lease_no
    from ended e where d.id = e.delivery_id`,
  retries: `update webhook_retry_run set finished_at = now(), stopped = true where finished_at is null`,
  mails: 'delete from mail',
  jobs: `with unlocked as materialized (
      select graphile_worker.force_unlock_workers(array(
        select distinct locked_by from graphile_worker.jobs where locked_by is not null)))
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs, (select count(*) from unlocked) u
      where task_identifier <> all ('{${stayingJobs}}')))`,
  crm_connections: `update crm_connection set state = 'ended', credentials = null,
      credentials_hint = '', next_sync_at = null, waits_until = null, failing_since = null,
      failed_for = null, failures = 0, deletion_confirmed = null, leased_at = null,
      lease_no = lease_no + 1
    where credentials is not null or state not in ('ended', 'removing')`,
  crm_runs: `update crm_sync_run set status = 'stopped', finished_at = now() where finished_at is null`,
  consents: 'delete from crm_consent',
  listeners: 'delete from listener',
  command_lines: `with requests as (delete from command_line_request returning 1),
      tokens as (delete from command_line_token returning 1)
    select from (select from requests union all select from tokens) all_of_them`,
  links: 'delete from one_time_link',
  // Another history begins, because the copy and the original give the same positions to other events.
  event_history: 'delete from event_history',
  change_feeds: 'update change_feed set keeps = false where keeps',
  sessions: 'delete from session',
  keys: 'update api_key set revoked_at = now() where revoked_at is null',
};

export const disarm = command({
  name: 'disarm',
  summary:
    'make a restored copy harmless: nothing that waits is sent, and keys, sessions and links of the original end',
  result: `{${Object.keys(steps).join(', ')}}: how many were ended or deleted`,
  flags: { database: required('NAME', 'the name of the database, to be sure', text) },
  notes: [
    'It switches webhook endpoints off, gives pending deliveries up, ends CRM connections, sessions, logins and API',
    'keys, and deletes mails, jobs that send, credentials, consents, listeners and one-time links. All cursors of',
    'event feeds and lists of changes expire.',
    'Passwords stay. Start the copy without SMTP_URL, because it may write mails of its own.',
    'It cannot be undone. It refuses while another process is connected, and a second run changes nothing.',
  ],
  run: async ({ pool }, { database }) => {
    const own = await pool.connect();
    try {
      return await acrossTeams(pool, async (_, client) => {
        // A process that starts now waits at its migrations.
        await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.migrating]);
        await requireDatabase(client, database);
        await requireAlone(client, own);
        await client.query(`set local statement_timeout = 0; set local lock_timeout = '5s'`);
        const counts: Record<string, number> = {};
        for (const [name, statement] of Object.entries(steps)) {
          counts[name] = (await client.query(statement)).rowCount ?? 0;
        }
        await endPause(client);
        return counts;
      });
    } finally {
      own.release();
    }
  },
});

async function requireDatabase(client: pg.PoolClient, name: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  if (rows[0]?.name !== name) throw new UsageError('This database has another name.');
}

// The other roles of a server, such as that of its monitoring, hide the names of their programs.
const others = `select distinct coalesce(nullif(a.application_name, ''), 'a program without a name') as name
  from pg_stat_activity a join pg_roles r on r.oid = a.usesysid
  where a.datname = current_database() and a.pid <> all ($1::integer[])
    and (r.rolname = current_user or a.application_name like 'team-api%')
    and a.application_name !~ '^team-api (client|host)'
    and a.application_name not like 'citus%'
  order by 1`;

/** Refuses while others use the database. `own` is the other connection of this command. */
async function requireAlone(client: pg.PoolClient, own: pg.PoolClient): Promise<void> {
  const pids = [client, own].map((one) =>
    one.query<{ pid: number }>('select pg_backend_pid() as pid'),
  );
  const { rows } = await client.query<{ name: string }>(others, [
    (await Promise.all(pids)).map(({ rows }) => rows[0]?.pid),
  ]);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new UsageError(`Other programs are connected to this database: ${names}. Stop them first.`);
}
