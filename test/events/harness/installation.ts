import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { AppliedErasures } from '../../../src/cli/apply-erasures.ts';
import { erasureApply } from '../../../src/cli/erasure-commands.ts';
import { UnfinishedError } from '../../../src/cli/unfinished-error.ts';
import { lastStatementsHaveEnded } from '../../delivery/harness/killed-workers.ts';
import type { OwnPostgres } from '../../delivery/harness/own-postgres.ts';
import { WorkerProcess } from '../../delivery/harness/worker-process.ts';
import { encryptionKey } from '../../harness/api.ts';
import { ORIGIN } from '../../harness/app.ts';
import { freePort } from '../../harness/free-port.ts';
import { freshFile, runCommand } from '../../harness/run-command.ts';
import { type AtEnd, Spawned } from '../../harness/spawned.ts';
import { SERVICE_TOKEN } from '../../trpc/harness/callers.ts';

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

  /** A power failure, after which PostgreSQL is away for some time. */
  async crash(ms: number): Promise<void> {
    await this.postgres.crash();
    await sleep(ms);
    await this.postgres.startAgain();
  }

  /** Restores the last backup after `end`, and repeats these erasures, as the handbook says. */
  async restore(sql: pg.Pool, erasures: readonly object[]): Promise<void> {
    await this.postgres.restore();
    const from = await freshFile('erasures.ndjson');
    await writeFile(from, erasures.map((line) => JSON.stringify(line)).join('\n'));
    try {
      await runCommand({ sql, clock: { now: () => new Date() } }, erasureApply, { from });
    } catch (error) {
      // Some are refused, such as that of somebody who is a member again.
      if (!(error instanceof UnfinishedError)) throw error;
      const { failed } = error.result as AppliedErasures;
      if (failed.length > 0) throw new Error(failed[0]?.why, { cause: error });
    }
  }

  async #startApi(): Promise<void> {
    const env = {
      SERVICE_TOKEN,
      PUBLIC_URL: ORIGIN,
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
