import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { REQUESTS_PER_KEY } from '../../src/auth/rate-limits.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { upgrade } from '../db/harness/last-release/old-processes.ts';
import { Subscriber } from '../delivery/harness/subscriber.ts';
import { WorkerProcess } from '../delivery/harness/worker-process.ts';
import { encryptionKey } from '../harness/api.ts';
import { makeSession, ORIGIN } from '../harness/app.ts';
import { freePort } from '../harness/free-port.ts';
import { rounds } from '../harness/rounds.ts';
import { Spawned } from '../harness/spawned.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { globalIds, makeGlobalCatalog } from '../harness/world.ts';
import { newSessionId, scoreOf } from '../trainings/harness/intake.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';

const api = useApi();
beforeAll(() => makeGlobalCatalog(api()));

const combination = {
  situation_id: globalIds.situation,
  personality_id: globalIds.personality,
  industry_id: globalIds.industry,
};

/** The database has more rows than in most tests, so that the test notices a statement that locks a table. */
const TRAININGS = 5_000;
/** Each client pauses after an answer, so that none reaches the limit of a key or a session. */
const PAUSE_MS = 60;
const KEYS = 40;
const next = 'migrations/99990101000000_of_a_test';
const index = 'migrations/99990101000001_index_of_a_test';

/** A release with statements that do not block (test/db/blocking-migrations.test.ts), a new view and a function. */
const release = {
  [next]: `
    create table note (tenant_id text, id text, primary key (tenant_id, id));
    alter table training add column note text not null default '';
    alter table member add column note text;
    alter table webhook_delivery add column note text not null default '';
    alter table training add constraint note_is_short check (length(note) < 100) not valid;`,
  [index]: 'create index concurrently if not exists training_note on training (tenant_id, note);',
  'views/webhook_delivery_state.sql': (own: string) =>
    own.replace('d.created_at,', 'd.created_at, d.note,'),
  'functions/raise_one_event.sql': (own: string) =>
    own.replace('begin', "begin\n  perform note from webhook_delivery_state where id = '';"),
};

type LoadRequest = {
  path: string;
  headers: Record<string, string>;
  body?: object;
  /** How many events the request should raise. */
  events?: number;
  read?: (answer: Response) => void;
};
type Client = (n: number) => LoadRequest;

/** Clients of REST, app and intake. Each sends its next request when it has an answer. */
class Load {
  port: string;
  answers = 0;
  events = 0;
  readonly failed: string[] = [];
  readonly #over: Promise<unknown>;
  #isOver = false;

  constructor(port: string, clients: Client[]) {
    this.port = port;
    this.#over = Promise.all(clients.map((next) => this.#client(next)));
  }

  async #client(next: Client): Promise<void> {
    for (let n = 0; !this.#isOver; n++) {
      const { path, headers, body, events = 0, read } = next(n);
      const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
      const type = body ? { 'content-type': 'application/json' } : {};
      try {
        const url = `http://127.0.0.1:${this.port}${path}`;
        const answer = await fetch(url, { ...init, headers: { ...headers, ...type } });
        const text = await answer.text();
        read?.(answer);
        if (answer.ok) this.events += events;
        else this.failed.push(`${answer.status} ${path}: ${text}`);
      } catch (error) {
        this.failed.push(`${path}: ${String(error)}`);
      }
      this.answers += 1;
      await sleep(PAUSE_MS);
    }
  }

  /** Waits until this many further requests were answered. */
  async writeTraffic(requests = 50): Promise<void> {
    const before = this.answers;
    await until(`${requests} answers`, () => this.answers >= before + requests);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#over;
  }
}

/** The processes of one release on the database. */
async function startRelease(): Promise<{ port: string; stop(): Promise<void> }> {
  const port = String(await freePort());
  const databaseUrl = api().database.url;
  const started = new Spawned('src/api.ts', {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: encryptionKey,
    SERVICE_TOKEN,
    PUBLIC_URL: ORIGIN,
    PORT: port,
  });
  const worker = await WorkerProcess.start(databaseUrl);
  await started.says('"ready"');
  return {
    port,
    async stop() {
      expect([await started.stop(), await worker.stop()]).toEqual([0, 0]);
    },
  };
}

async function clientsOf(team: TestTeam) {
  const { memberId, userId } = await team.addMember();
  // The processes use the database's clock, the test's API a clock of its own.
  const { clock } = team.api;
  clock.travel(Date.now() - clock.now().getTime());
  const { session } = await makeSession(team, team.owner);
  const app = { origin: ORIGIN, cookie: `__Host-sid=${session}` };
  const keepSession = ({ headers }: Response) => {
    const [line] = headers.getSetCookie();
    if (line) app.cookie = line.replace(/;.*/, '');
  };
  const service = { authorization: `Bearer ${SERVICE_TOKEN}` };
  const keys = await Promise.all(Array.from({ length: KEYS }, () => team.createKey()));
  let requests = 0;
  const withKey = () => {
    const { key } = keys[Math.floor(requests++ / REQUESTS_PER_KEY) % keys.length] ?? { key: '' };
    return { authorization: `Bearer ${key}` };
  };
  const training = () => ({ session_id: newSessionId(), user_id: userId, score: scoreOf(60) });
  return [
    () => ({ path: `${BASE_PATH}/trainings?limit=20`, headers: withKey() }),
    () => ({ path: `${BASE_PATH}/analytics/team`, headers: withKey() }),
    (n: number) => ({
      path: `${BASE_PATH}/assignments`,
      headers: { ...withKey(), 'idempotency-key': `create-${n}` },
      body: { member_id: memberId, title: `Task ${n}`, ...combination },
      events: 1,
    }),
    () => ({ path: '/trpc/members.list?input={}', headers: app, read: keepSession }),
    () => ({
      path: '/trpc/trainings.record',
      headers: service,
      body: { tenant_id: team.tenantId, trainings: [training(), training()] },
      events: 4,
    }),
  ];
}

test.each(rounds({ few: 1, all: 10 }))(
  'round %i: a release during work fails no request and loses no event',
  async () => {
    const team = await makeTeam(api(), { rateLimit: 100_000, seats: 100_000 });
    const { memberId } = await team.addMember();
    await api().sql.query(
      `insert into training (tenant_id, id, member_id, status, created_at)
       select $1, 'trn_' || n, $2, 'completed', now() - n * interval '1 minute'
       from generate_series(1, $3::integer) n`,
      [team.tenantId, memberId, TRAININGS],
    );
    const subscriber = await Subscriber.make(api().database.url, {
      team,
      events: ['assignment.created', 'training.completed', 'evaluation.completed'],
    });
    const old = await startRelease();
    const load = new Load(old.port, await clientsOf(team));
    onTestFinished(() => load.stop());
    await load.writeTraffic();
    await upgrade(api().database.url, release);
    await load.writeTraffic();
    const fresh = await startRelease();
    await load.writeTraffic();
    load.port = fresh.port;
    await load.writeTraffic();
    await old.stop();
    await load.writeTraffic();
    await load.stop();
    expect(load.failed.slice(0, 3)).toEqual([]);
    await until('all events to arrive', () => subscriber.arrived().size >= load.events);
    await subscriber.allOk();
    expect(subscriber.arrived().size).toBe(load.events);
    await fresh.stop();
  },
);
