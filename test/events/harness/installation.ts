import type pg from 'pg';
import { lastStatementsHaveEnded } from '../../delivery/harness/killed-workers.ts';
import type { OwnPostgres } from '../../delivery/harness/own-postgres.ts';
import { WorkerProcess } from '../../delivery/harness/worker-process.ts';
import { encryptionKey } from '../../harness/api.ts';
import { freePort } from '../../harness/free-port.ts';
import { type AtEnd, Spawned } from '../../harness/spawned.ts';

/** The API and the worker on a PostgreSQL of their own. A test kills each of them, and they begin again. */
export class Installation {
  readonly postgres: OwnPostgres;
  readonly port: number;
  readonly #atEnd: AtEnd;
  #api: Spawned | undefined;
  #worker: WorkerProcess | undefined;

  private constructor(postgres: OwnPostgres, port: number, atEnd: AtEnd) {
    this.postgres = postgres;
    this.port = port;
    this.#atEnd = atEnd;
  }

  static async start(postgres: OwnPostgres, atEnd: AtEnd): Promise<Installation> {
    const installation = new Installation(postgres, await freePort(), atEnd);
    await installation.begin();
    return installation;
  }

  async begin(): Promise<void> {
    await Promise.all([this.#startApi(), this.#startWorker()]);
  }

  async killApi(): Promise<void> {
    await kill(this.#api);
    await this.#startApi();
  }

  async killWorker(): Promise<void> {
    await kill(this.#worker);
    await this.#startWorker();
  }

  /** Kills both, and waits until PostgreSQL has finished their last statements. */
  async end(sql: pg.Pool): Promise<void> {
    await Promise.all([kill(this.#api), kill(this.#worker)]);
    await lastStatementsHaveEnded(sql, 'team-api%');
  }

  async #startApi(): Promise<void> {
    const env = {
      DATABASE_URL: this.postgres.url,
      ENCRYPTION_KEY: encryptionKey,
      PORT: String(this.port),
    };
    this.#api = new Spawned('src/api.ts', env, [], { atEnd: this.#atEnd });
    await this.#api.says('"ready"');
  }

  async #startWorker(): Promise<void> {
    this.#worker = await WorkerProcess.start(this.postgres.url, {}, { atEnd: this.#atEnd });
  }
}

async function kill(spawned: Spawned | undefined): Promise<void> {
  spawned?.child.kill('SIGKILL');
  await spawned?.ended;
}
