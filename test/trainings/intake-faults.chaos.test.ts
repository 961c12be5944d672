import { afterAll, beforeAll, expect, test } from 'vitest';
import { encryptionKey } from '../harness/api.ts';
import { DatabaseProxy } from '../harness/database-proxy.ts';
import { freePort } from '../harness/free-port.ts';
import { runs } from '../harness/rounds.ts';
import { insertEndpoint } from '../harness/rows.ts';
import { Spawned } from '../harness/spawned.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { rowsOfIntake, scoreOf } from './harness/intake.ts';

const proxy = new DatabaseProxy();
const api = useApi({ through: proxy, env: { SERVICE_TOKEN } });
const AWAY_MS = runs({ few: 2_000, all: 10_000 });
const TRAININGS = 20;
let team: TestTeam;
let member: Person;

beforeAll(async () => {
  team = await makeTeam(api());
  member = await team.addMember();
  await insertEndpoint(team, { events: ['training.completed', 'evaluation.completed'] });
});
afterAll(() => proxy.close());

type Results = { ok: boolean; training_id?: string }[];

const sessionsOf = (batch: string) =>
  Array.from({ length: TRAININGS }, (_, n) => ({
    session_id: `${batch} ${n}`,
    user_id: member.userId,
    score: scoreOf(n),
  }));

/** One attempt of the backend. Undefined if it must repeat: no answer, or 5xx. */
async function attempt(url: string, batch: string): Promise<Results | undefined> {
  const response = await fetch(`${url}/trpc/trainings.record`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${SERVICE_TOKEN}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ tenant_id: team.tenantId, trainings: sessionsOf(batch) }),
  }).catch(() => undefined);
  if (!response || response.status >= 500) return undefined;
  expect(response.status).toBe(200);
  const { result } = (await response.json()) as { result: { data: { results: Results } } };
  expect(result.data.results.every(({ ok }) => ok)).toBe(true);
  return result.data.results;
}

/** The rows of these batches' sessions, each with what belongs to it. */
async function countsOf(batches: string[]): Promise<unknown[]> {
  const { rows } = await api().sql.query(
    `select i.session_id, i.training_id, t.status,
       (select count(*)::int from evaluation e
         where e.tenant_id = i.tenant_id and e.training_id = t.id) as evaluations,
       (select count(*)::int from audit_entry a
         where a.tenant_id = i.tenant_id and a.target_id = t.id) as entries,
       (select count(*)::int from webhook_event v
         where v.tenant_id = i.tenant_id and strpos(v.body, t.id) > 0) as events,
       (select count(*)::int from webhook_event v join webhook_delivery d on d.event_id = v.id
         where v.tenant_id = i.tenant_id and strpos(v.body, t.id) > 0) as deliveries
     from training_intake i join training t on t.tenant_id = i.tenant_id and t.id = i.training_id
     where i.tenant_id = $1 and i.session_id = any ($2) order by i.session_id`,
    [team.tenantId, batches.flatMap((batch) => sessionsOf(batch).map((one) => one.session_id))],
  );
  return rows;
}

const whole = (answers: Map<string, Results>): unknown[] =>
  [...answers]
    .flatMap(([batch, results]) =>
      sessionsOf(batch).map(({ session_id }, n) => ({
        session_id,
        training_id: results[n]?.training_id,
        status: 'scored',
        evaluations: 1,
        entries: 1,
        events: 2,
        deliveries: 2,
      })),
    )
    .sort((a, b) => (a.session_id < b.session_id ? -1 : 1));

/** Stops each batch at its last rows, and calls `work` while one waits there. */
async function atLastRows(begin: () => void, work: () => Promise<void> | void): Promise<void> {
  const client = await api().sql.connect();
  await client.query('begin; lock table webhook_pending in access exclusive mode');
  begin();
  await waitingBackend(api().sql, 'raise_many');
  await work();
  await client.query('rollback');
  client.release();
}

test('if the database is away for seconds during intake, the client repeats, and each session exists once, with all its rows', async () => {
  const url = `http://127.0.0.1:${api().port}`;
  const answers = new Map<string, Results>();
  let refused = 0;
  let stopped = false;
  const clients = ['a', 'b', 'c', 'd'].map(async (name) => {
    for (let n = 0; !stopped; n++) {
      const batch = `away ${name} ${n}`;
      let results: Results | undefined;
      while (results === undefined) {
        results = await attempt(url, batch);
        if (results === undefined) refused += 1;
      }
      answers.set(batch, results);
    }
  });
  await until('batches', () => answers.size >= 8);
  const before = answers.size;
  await atLastRows(
    () => undefined,
    () => proxy.cut(),
  );
  const mendAt = performance.now() + AWAY_MS;
  await until('the end of these seconds', () => performance.now() >= mendAt);
  expect(refused).toBeGreaterThan(4);
  proxy.mend();
  await until('batches again', () => answers.size >= before + 8);
  stopped = true;
  await Promise.all(clients);
  expect(await countsOf([...answers.keys()])).toEqual(whole(answers));
  // A much later repetition gets the same answer.
  const [[batch, results] = ['', []]] = answers;
  expect(await attempt(url, batch)).toEqual(results);
});

async function startApi() {
  const port = String(await freePort());
  const env = { DATABASE_URL: api().database.url, ENCRYPTION_KEY: encryptionKey, SERVICE_TOKEN };
  const spawned = await new Spawned('src/api.ts', { ...env, PORT: port }).says('"ready"');
  return { spawned, url: `http://127.0.0.1:${port}` };
}

async function connectionsEnd(): Promise<void> {
  await until('its connections to end', async () => {
    const { rowCount } = await api().sql.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount === 0;
  });
}

test('if the API is killed during batches, nothing is half done, and after the repetition nothing exists twice', async () => {
  const first = await startApi();
  const batches = ['killed 1', 'killed 2', 'killed 3'];
  await atLastRows(
    () => {
      for (const batch of batches) attempt(first.url, batch).catch(() => undefined);
    },
    async () => {
      first.spawned.child.kill('SIGKILL');
      await first.spawned.ended;
    },
  );
  await connectionsEnd();
  expect(await countsOf(batches)).toEqual([]);
  const { sessions, trainings, evaluations } = await rowsOfIntake(api(), team.tenantId);
  expect([sessions, evaluations]).toEqual([trainings, trainings]);

  const second = await startApi();
  const answers = new Map<string, Results>();
  for (const batch of batches) answers.set(batch, (await attempt(second.url, batch)) ?? []);
  expect(await countsOf(batches)).toEqual(whole(answers));
  second.spawned.child.kill('SIGTERM');
  await second.spawned.ended;
});
