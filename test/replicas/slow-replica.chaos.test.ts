import pg from 'pg';
import { expect, test } from 'vitest';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { caughtUp, counts, onReplica, onServer, useReplicas } from './harness/use-replicas.ts';

const replicated = useReplicas();

async function onEachReplica(text: string): Promise<void> {
  for (const url of replicated().cluster.replicaUrls) await onReplica(url, text);
}

/** Makes reads of the table hang on the replicas alone: they replay its lock, but not its release. */
async function hangReadsOnReplicas(table: string): Promise<void> {
  const { cluster } = replicated();
  const client = new pg.Client(cluster.url(0));
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  // The log is written with the next commit of another connection at the latest.
  await onServer(cluster.url(0), 'select pg_log_standby_snapshot()');
  await caughtUp(replicated());
  await onEachReplica('select pg_wal_replay_pause()');
  for (const url of cluster.replicaUrls) {
    const text = `select pg_get_wal_replay_pause_state() = 'paused' as is`;
    await until('replay to be paused', async () => (await onReplica(url, text))[0]?.is);
  }
  await client.query('rollback');
  await client.end();
}

const waiting = `select count(*)::integer as n from pg_stat_activity
  where application_name ~ '^team-api replica \\d' and wait_event_type = 'Lock'`;

test('while replicas hang, the changes of the team go on, and the primary answers its queries', async () => {
  const { api, cluster } = replicated();
  const team = await makeTeam(api, { rateLimit: 1_000_000 });
  await until('an answer of a replica', async () => {
    await team.request('GET', '/users');
    return counts(replicated()).ofReplicas > 0;
  });
  await hangReadsOnReplicas('member');
  try {
    // These are more queries than the primary lets one team run at once.
    const pending = Array.from({ length: 12 }, () => team.request('GET', '/users'));
    await until('the replicas to hang', async () => {
      const each = await Promise.all(cluster.replicaUrls.map((url) => onReplica(url, waiting)));
      return each.every(([row]) => Number(row?.n) > 0);
    });
    const startedAt = performance.now();
    expect(
      (await team.request('POST', '/users', { body: { email: 'new@example.com', lang: 'en' } }))
        .status,
    ).toBe(201);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    const answers = await Promise.all(pending);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(counts(replicated()).primary).toMatchObject({ busy: expect.any(Number) });
  } finally {
    await onEachReplica('select pg_wal_replay_resume()');
  }
});

test('if PostgreSQL cancels a query on a replica because of the replay, the primary answers the query', async () => {
  const { api, cluster } = replicated();
  const team = await makeTeam(api, { rateLimit: 1_000_000 });
  await onEachReplica(`alter system set max_standby_streaming_delay = 0`);
  await onEachReplica('select pg_reload_conf()');
  const canceled = async () => {
    const text = `select confl_snapshot + confl_lock as n from pg_stat_database_conflicts
      where datname = '${new URL(cluster.url(0)).pathname.slice(1)}'`;
    const rows = await Promise.all(cluster.replicaUrls.map((url) => onReplica(url, text)));
    return rows.reduce((sum, [row]) => sum + Number(row?.n), 0);
  };
  const before = await canceled();
  await caughtUp(replicated());
  await until('a conflict', async () => {
    await hangReadsOnReplicas('member');
    const pending = Array.from({ length: 4 }, () => team.request('GET', '/users'));
    await until('the replicas to hang', async () => {
      const each = await Promise.all(cluster.replicaUrls.map((url) => onReplica(url, waiting)));
      return each.some(([row]) => Number(row?.n) > 0);
    });
    // The queries can see rows that a vacuum on the primary removes. When the replay goes on, it must remove
    // these rows too, and so cancels the queries.
    await onServer(cluster.url(0), 'update member set lang = lang');
    await onServer(cluster.url(0), 'vacuum member');
    await onEachReplica('select pg_wal_replay_resume()');
    const answers = await Promise.all(pending);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    return (await canceled()) > before;
  });
  expect(counts(replicated()).primary).toMatchObject({ failed: expect.any(Number) });
});
