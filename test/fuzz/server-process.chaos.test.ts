import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { encryptionKey } from '../harness/api.ts';
import { makeCommandLine, makeSession } from '../harness/app.ts';
import { procedures } from '../harness/app-answers.ts';
import { freePort } from '../harness/free-port.ts';
import { RawConnection } from '../harness/raw-connection.ts';
import { runs } from '../harness/rounds.ts';
import { Spawned } from '../harness/spawned.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { callerFor, isOfCommandLine, isOfService, SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { validInput } from '../trpc/harness/inputs.ts';
import { existingOf } from './harness/existing-values.ts';
import { anyCall, type FuzzCall, type LoadedProcedure } from './harness/procedure-calls.ts';
import { anyRequest, bytesOf, type FuzzRequest } from './harness/requests.ts';

const api = useApi({ env: { SERVICE_TOKEN } });

const REQUESTS = runs({ few: 400, all: 1_000_000 });
/** After so many requests come new teams, because their rows and their people are used up. */
const OF_TEAMS = runs({ few: 400, all: 20_000 });
const TEAMS = runs({ few: 1, all: 4 });
/** A key has 120 requests a minute, and a session 300 changes. */
const KEYS = runs({ few: 3, all: 60 });
const SESSIONS = runs({ few: 2, all: 8 });
const IN_FLIGHT = 16;
/** No request is begun after this time. The output says how many were answered. */
const LIMIT_MS = Number(process.env.FUZZ_MINUTES ?? 120) * 60_000;

const seed = inject('seed');

type Headers = [name: string, value: string][];

/** A team with the keys and sessions that the requests use in turn. */
class FuzzedTeam {
  readonly world: World;
  readonly existing: LoadedProcedure[] = [];
  readonly keys: string[] = [];
  readonly #people: { userId: string }[] = [];
  readonly #sessions: string[] = [];
  #commandLine = '';
  #round = 0;

  private constructor(world: World) {
    this.world = world;
  }

  static async make(): Promise<FuzzedTeam> {
    const made = new FuzzedTeam(await makeWorld(api(), { seats: 1_000_000, rateLimit: 1_000_000 }));
    const { team } = made.world;
    for (let n = 0; n < KEYS; n += 1) made.keys.push((await team.createKey()).key);
    for (let n = 0; n < SESSIONS; n += 1) {
      const admin = await team.addMember({ role: 'admin', canManageKeys: true });
      made.#people.push(n % 2 === 0 ? team.owner : admin);
      await made.#signIn(n);
    }
    made.#commandLine = (await makeCommandLine(team, team.owner)).token;
    for (const procedure of procedures) {
      // The clock stands still, so logins of earlier procedures would count for ever.
      await api().sql.query('delete from sign_in_throttle');
      const browser = await callerFor(procedure, made.world);
      const valid = onThisMachine(await validInput(procedure, made.world, browser));
      made.existing.push({ procedure, valid });
    }
    return made;
  }

  nextKey(): string {
    this.#round += 1;
    return this.keys[this.#round % this.keys.length] ?? '';
  }

  /** The headers with which somebody may call the procedure. `keep` gets the cookies of the answer. */
  async callerOf({ procedure }: FuzzCall): Promise<{
    headers: Headers;
    keep: (cookies: string[], status: number) => Promise<void>;
  }> {
    const keep = async () => undefined;
    if (isOfService(procedure)) {
      return { headers: [['Authorization', `Bearer ${SERVICE_TOKEN}`]], keep };
    }
    if (isOfCommandLine(procedure)) {
      const headers: Headers = [
        ['Svc-Command-Line', '1.1.0'],
        ['Authorization', `Bearer ${this.#commandLine}`],
      ];
      return {
        headers,
        keep: async (_, status) => {
          if (status !== 401) return;
          const { team } = this.world;
          this.#commandLine = (await makeCommandLine(team, team.owner)).token;
        },
      };
    }
    this.#round += 1;
    const place = this.#round % this.#sessions.length;
    return {
      headers: [
        ['Origin', 'http://localhost:3000'],
        ['Cookie', `__Host-sid=${this.#sessions[place]}`],
      ],
      keep: async (cookies, status) => {
        const renewed = cookies.find((line) => line.startsWith('__Host-sid='));
        const [, token] = /^__Host-sid=([^;]+)/.exec(renewed ?? '') ?? [];
        if (status === 401 || (renewed && !token)) await this.#signIn(place);
        else if (token) this.#sessions[place] = token;
      },
    };
  }

  async #signIn(place: number): Promise<void> {
    const person = this.#people[place] ?? this.world.team.owner;
    const far = new Date(Date.now() + 86_400_000);
    const browser = await makeSession(this.world.team, person, { expiresAt: far });
    this.#sessions[place] = browser.session ?? '';
  }
}

/** How many answers had each status, over REST and over `/trpc`. */
class Counts {
  readonly statuses = new Map<string, number>();
  all = 0;
  admitted = 0;
  overloaded = 0;

  add(kind: 'rest' | 'trpc', status: number): void {
    const name = `${kind} ${status}`;
    this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1);
    this.all += 1;
    if (status === 503) this.overloaded += 1;
    else if (status !== 401 && status !== 429) this.admitted += 1;
  }
}

async function startServer(): Promise<{ server: Spawned; port: number }> {
  const port = await freePort();
  const unreachable = `http://127.0.0.1:${await freePort()}`;
  const env = {
    DATABASE_URL: api().database.url,
    ENCRYPTION_KEY: encryptionKey,
    PORT: `${port}`,
    PUBLIC_URL: 'http://localhost:3000',
    SERVICE_TOKEN,
    LOG_LEVEL: 'error',
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    // No request leaves this machine.
    HUBSPOT_BASE_URL: unreachable,
    PIPEDRIVE_BASE_URL: unreachable,
    SALESFORCE_BASE_URL: unreachable,
  };
  const server = new Spawned('src/api.ts', env);
  const isReady = async () =>
    (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status === 200;
  await expect.poll(isReady).toBe(true);
  return { server, port };
}

test(`no answer of a real process is a failure of the server, and the process goes on: ${REQUESTS} random requests over REST and /trpc`, {
  timeout: LIMIT_MS + 600_000,
}, async () => {
  await makeGlobalCatalog(api());
  // The process has the clock of the machine.
  api().clock.travel(Date.now() - api().clock.now().getTime());
  const { server, port } = await startServer();
  let isRunning = true;
  void server.ended.then(() => {
    isRunning = false;
  });
  const lanes = Array.from({ length: IN_FLIGHT }, () => new RawConnection(port));
  const counts = new Counts();
  const faults: string[] = [];

  const send = async (
    lane: RawConnection,
    kind: 'rest' | 'trpc',
    bytes: Buffer,
    method: string,
  ) => {
    const answer = await lane.send(bytes, { method }).catch((error: unknown) => `${error}`);
    if (answer === null || typeof answer === 'string') {
      faults.push(`${answer ?? 'closed without an answer'}: ${shown(bytes)}`);
      lane.close();
      return null;
    }
    counts.add(kind, answer.status);
    if (answer.status >= 500 && answer.status !== 503) {
      faults.push(`${answer.status} ${answer.text.slice(0, 300)}: ${shown(bytes)}`);
    }
    return answer;
  };

  const begin = performance.now();
  const isOver = () => performance.now() - begin > LIMIT_MS || !isRunning || faults.length >= 20;
  for (let round = 0; round * OF_TEAMS < REQUESTS && !isOver(); round += 1) {
    api().clock.travel(Date.now() - api().clock.now().getTime());
    const teams: FuzzedTeam[] = [];
    for (let n = 0; n < TEAMS; n += 1) teams.push(await FuzzedTeam.make());
    const drawn = teams.map((team, n) => requestsFor(team, { seed: seed + round * TEAMS + n }));
    const queue = (await Promise.all(drawn)).flat();
    await Promise.all(
      lanes.map(async (lane) => {
        for (let next = queue.pop(); next && !isOver(); next = queue.pop()) {
          const { team, rest, call } = next;
          if (rest) await send(lane, 'rest', bytesOf(rest, team.nextKey()), rest.method);
          if (!call) continue;
          const { headers, keep } = await team.callerOf(call);
          const { request } = call;
          const all = { ...request, hasKey: false, headers: [...headers, ...request.headers] };
          const answer = await send(lane, 'trpc', bytesOf(all, ''), request.method);
          if (answer) await keep([answer.headers['set-cookie'] ?? []].flat(), answer.status);
        }
      }),
    );
  }
  for (const lane of lanes) lane.close();
  const byStatus = Object.fromEntries([...counts.statuses].sort());
  console.log(
    `seed ${seed}: ${counts.all} answers in ${Math.round((performance.now() - begin) / 1000)} s,`,
    `${counts.admitted} admitted, ${counts.overloaded} under overload`,
    byStatus,
  );
  expect(faults).toEqual([]);
  expect([isRunning, server.stderr]).toEqual([true, '']);
  // Most requests must reach the operations, and an answer under overload says nothing about one.
  expect(counts.admitted).toBeGreaterThan(counts.all * 0.7);
  expect(counts.overloaded).toBeLessThanOrEqual(counts.all * 0.01);
  expect(await server.stop()).toBe(0);
});

const shown = (bytes: Buffer) => JSON.stringify(bytes.subarray(0, 3_000).toString('latin1'));

/** The same with URLs whose hosts need no name server: no question leaves this machine. */
const onThisMachine = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/https:\/\/[\w.-]+\.example(\.com)?/g, 'https://127.0.0.1'),
  );

type Drawn = { team: FuzzedTeam; rest?: FuzzRequest; call?: FuzzCall };

/** Half of the requests of a team are for REST, and half for `/trpc`. */
async function requestsFor(team: FuzzedTeam, { seed }: { seed: number }): Promise<Drawn[]> {
  const existing = onThisMachine(await existingOf(team.world));
  const numRuns = OF_TEAMS / TEAMS / 2;
  const rest = fc.sample(anyRequest(inject('document'), existing), { seed, numRuns });
  const calls = fc.sample(anyCall(team.existing, existing.values), { seed, numRuns });
  return rest.flatMap((one, n) => {
    const call = calls[n];
    return [{ team, rest: one }, ...(call ? [{ team, call }] : [])];
  });
}
