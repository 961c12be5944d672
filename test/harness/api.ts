import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import pg from 'pg';
import { inject } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { createPool } from '../../src/db/pool.ts';
import type { Resolver } from '../../src/egress/resolver.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { openPracticeCrm } from '../../src/seed/demo-crm/practice-crm.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { Outgoing } from '../../src/shared/process/outgoing.ts';
import { createApi } from '../../src/web/server.ts';
import { checkContract } from './contract-check.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';
import type { DatabaseProxy } from './database-proxy.ts';
import { type FakeCrm, fakeCrm } from './fake-crm.ts';
import { type RequestOptions, send } from './http.ts';
import { ManualClock } from './manual-clock.ts';
import { plans } from './plans.ts';
import { sendBytes } from './raw-connection.ts';
import { resolverOf } from './resolver.ts';
import type { ApiResponse } from './response.ts';

export type ApiOptions = {
  /** How far the clock moves before each request, so that no test reaches a limit by accident. 0 stops the clock. */
  tickMs?: number;
  /** Environment variables for the API. */
  env?: Record<string, string>;
  /** The test causes 500s on purpose. */
  expectsErrors?: boolean;
  poolSize?: number;
  /**
   * How long a change waits for a lock before it gives its connection back. Without it, for as long as a
   * statement may take: a test that holds a lock then knows in which order the changes get it.
   */
  lockMs?: number;
  /** How often it is written how far readers of feeds are. Without it, every ten seconds. */
  readersMs?: number;
  /** The port. Without it, any free port is used. Set it if a page must know the address in advance. */
  port?: number;
  /** Used in place of the internet's name servers. */
  resolver?: Resolver;
  /** Calls the providers in the configuration. Otherwise a fake answers without HTTP. */
  asksCrms?: boolean;
  /** The API reaches its database through this proxy, the test directly. */
  through?: DatabaseProxy;
  /** Used in place of a clone of the template. */
  database?: TestDatabase;
  /** Says whether the API may send. Without it, it may. */
  outgoing?: Outgoing;
};

/** A busy machine may be slow to give a connection back. A leaked connection never comes back. */
const RELEASED_MS = 30_000;

/** The encryption key of every API and worker of the tests. */
export const encryptionKey = randomBytes(32).toString('hex');

/** Starts the real API on a port and a database of its own. */
export class TestApi {
  readonly clock: ManualClock;
  readonly database: TestDatabase;
  readonly port: number;
  readonly url: string;
  /** Connections for the test itself. The API has others. */
  readonly sql: pg.Pool;
  readonly pool: pg.Pool;
  readonly #logPool: pg.Pool;
  readonly logLines: string[];
  readonly crm: FakeCrm | undefined;
  readonly #options: ApiOptions;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #server: Server;
  readonly #drain: () => Promise<void>;

  private constructor(parts: {
    options: ApiOptions;
    clock: ManualClock;
    database: TestDatabase;
    port: number;
    pool: pg.Pool;
    logPool: pg.Pool;
    logLines: string[];
    crm: FakeCrm | undefined;
    server: Server;
    drain: () => Promise<void>;
  }) {
    this.#options = parts.options;
    this.clock = parts.clock;
    this.database = parts.database;
    this.port = parts.port;
    this.url = `http://127.0.0.1:${parts.port}${BASE_PATH}`;
    this.pool = parts.pool;
    this.#logPool = parts.logPool;
    this.logLines = parts.logLines;
    this.crm = parts.crm;
    this.#server = parts.server;
    this.#drain = parts.drain;
    this.sql = new pg.Pool({
      connectionString: parts.database.url,
      max: 4,
      application_name: 'test',
      options: '-c timezone=UTC',
    });
    this.sql.on('error', () => undefined);
  }

  static async start(options: ApiOptions = {}): Promise<TestApi> {
    return TestApi.#startOn(
      options.database ?? (await cloneDatabase()),
      new ManualClock(),
      options,
    );
  }

  /** Starts another API on the same database, as a second process of an installation. */
  beside(options: ApiOptions = {}): Promise<TestApi> {
    return TestApi.#startOn(this.database, this.clock, { ...this.#options, ...options });
  }

  static async #startOn(
    database: TestDatabase,
    clock: ManualClock,
    options: ApiOptions,
  ): Promise<TestApi> {
    const logLines: string[] = [];
    const log = createLogger('info', memory(logLines));
    const behind = options.through ? undefined : pooledUrl(database.url);
    const url = behind ?? (await options.through?.open(database.url)) ?? database.url;
    const settings = { log, plans, pooled: behind !== undefined };
    const pool = createPool(url, { max: options.poolSize ?? 10, name: 'api', ...settings });
    const logPool = createPool(url, { max: 1, name: 'request log', ...settings });
    const config = loadConfig({
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: encryptionKey,
      DATABASE_PLANS: plans,
      ...options.env,
    });
    const { resolver = resolverOf() } = options;
    const crm = options.asksCrms ? undefined : fakeCrm(config);
    const input = {
      pool,
      databaseUrl: options.through ? url : database.url,
      logPool,
      config,
      outgoing: options.outgoing ?? Outgoing.opened(),
      clock,
      log,
      resolver,
      lockMs: options.lockMs ?? 25_000,
      readersMs: options.readersMs,
      ...(crm ? { crm } : { practice: openPracticeCrm({ pool, log }) }),
    };
    const { server, markReady, drain } = createApi(input);
    server.listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    markReady();
    const { port } = server.address() as AddressInfo;
    const parts = { options, clock, database, port, pool, logPool, logLines, crm };
    return new TestApi({ ...parts, server, drain });
  }

  /** `path` is below the base path. For paths that begin with `//`, use `requestAt`. */
  request(method: string, path: string, options?: RequestOptions): Promise<ApiResponse> {
    return this.requestAt(method, BASE_PATH + path, options);
  }

  async requestAt(method: string, url: string, options?: RequestOptions): Promise<ApiResponse> {
    this.clock.travel(this.#options.tickMs ?? 1000);
    const response = await send({ port: this.port, agent: this.#agent }, method, url, options);
    checkContract(response);
    return response;
  }

  /** Sends bytes that no HTTP client would send. */
  async sendBytes(bytes: string | Buffer): Promise<ApiResponse> {
    this.clock.travel(this.#options.tickMs ?? 1000);
    const response = await sendBytes(this.port, bytes);
    checkContract(response);
    return response;
  }

  /** Ends the API and its database, and fails if a connection was left open. */
  async stop(): Promise<void> {
    await this.close();
    await this.database.drop();
    const errors = this.logLines.filter((line) => line.includes('"level":"error"'));
    if (errors.length > 0 && !this.#options.expectsErrors) {
      throw new Error(`The API logged errors:\n${errors.slice(0, 3).join('')}`);
    }
  }

  /** Ends this API only. Other processes keep the database. */
  async close(): Promise<void> {
    this.#agent.destroy();
    // `fetch` keeps connections, and a drain would wait a second to tell such clients that it ends.
    this.#server.closeIdleConnections();
    await this.#drain();
    const busy = await this.#busyAtLast();
    await Promise.all([this.pool.end(), this.#logPool.end()]);
    await this.sql.end();
    if (busy > 0) throw new Error(`${busy} database connections were never given back`);
  }

  /** Waits for the messages to workers, which the API sends after its answer. */
  async #busyAtLast(): Promise<number> {
    const deadline = performance.now() + RELEASED_MS;
    const busy = () => this.pool.totalCount - this.pool.idleCount;
    while (busy() > 0 && performance.now() < deadline) await new Promise(setImmediate);
    return busy();
  }
}

function memory(lines: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
}

/** The URL of the same database through PgBouncer. Undefined if the run uses none. */
function pooledUrl(url: string): string | undefined {
  const address = inject('pgbouncer');
  if (address === null) return undefined;
  const pooled = new URL(url);
  pooled.host = address;
  return pooled.href;
}
