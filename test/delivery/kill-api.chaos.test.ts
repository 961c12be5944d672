import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { encryptionKey } from '../harness/api.ts';
import { freePort } from '../harness/free-port.ts';
import { rounds } from '../harness/rounds.ts';
import { Spawned } from '../harness/spawned.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { Subscriber } from './harness/subscriber.ts';
import { WorkerProcess } from './harness/worker-process.ts';

const api = useApi();
const REQUESTS = 35;

async function startApi() {
  const port = String(await freePort());
  const env = { DATABASE_URL: api().database.url, ENCRYPTION_KEY: encryptionKey, PORT: port };
  const spawned = await new Spawned('src/api.ts', env).says('"ready"');
  return { spawned, url: `http://127.0.0.1:${port}/api/public/v1/users` };
}

/**
 * Resolves right after the first invitation of a round was committed. The worker adds jobs too, for mails of the rounds
 * before.
 */
async function listener(round: number): Promise<{ firstCommit: Promise<void> }> {
  const client = new pg.Client(api().database.url);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('listen "jobs:insert"');
  const { promise: firstCommit, resolve, reject } = Promise.withResolvers<void>();
  client.on('notification', () => {
    client
      .query('select from member where email like $1 limit 1', [`new-${round}-%`])
      .then(({ rowCount }) => rowCount && resolve(), reject);
  });
  return { firstCommit };
}

test.each(rounds({ few: 1, all: 10 }))(
  'round %i: D164: an API killed right after commits has lost no event of what it did, and left no event of what it did not',
  async (round) => {
    const team = await makeTeam(api(), { rateLimit: 6_000 });
    const subscriber = await Subscriber.make(api().database.url, {
      team,
      events: ['member.joined'],
    });
    const { sql } = subscriber;
    await WorkerProcess.start(api().database.url);
    let answered = 0;
    const { firstCommit } = await listener(round);
    const { spawned, url } = await startApi();
    const requests = Array.from({ length: REQUESTS }, async (_, n) => {
      const body = JSON.stringify({ email: `new-${round}-${n}@example.com`, lang: 'en' });
      const headers = { authorization: `Bearer ${team.key}`, 'content-type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body });
      if (response.status === 201) answered += 1;
    });
    // Most requests fail when the API is killed.
    const ended = Promise.allSettled(requests);
    await firstCommit;
    spawned.child.kill('SIGKILL');
    await spawned.ended;
    await ended;
    await until('its connections to end', async () => {
      const { rowCount } = await sql.query(
        `select from pg_stat_activity
         where datname = current_database() and application_name ~ '^team-api \\d'`,
      );
      return rowCount === 0;
    });
    const invited = await sql.query<{ id: string }>(
      "select id from member where tenant_id = $1 and status = 'invited' order by id",
      [team.tenantId],
    );
    expect(invited.rowCount).toBeGreaterThanOrEqual(Math.max(1, answered));
    expect(invited.rowCount, 'some were killed before their commit').toBeLessThan(REQUESTS);
    await subscriber.receiver.waitFor(invited.rowCount ?? 0);
    await subscriber.allOk();
    const events = subscriber.receiver.requests.map(
      ({ rawBody }) => JSON.parse(rawBody.toString()) as { data: { member_id: string } },
    );
    expect(events.map(({ data }) => data.member_id).sort()).toEqual(
      invited.rows.map(({ id }) => id),
    );
    expect([...subscriber.arrived().values()].every((times) => times === 1)).toBe(true);
    expect(await subscriber.deliveries()).toHaveLength(invited.rowCount ?? 0);
  },
);
