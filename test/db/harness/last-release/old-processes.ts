import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as QueueLogger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { isUnavailable } from '../../../../src/db/database-error.ts';
import { migrate } from '../../../../src/db/migrations/migrate.ts';
import { createPool } from '../../../../src/db/pool.ts';
import { codeOf } from '../../../../src/shared/errors/system-error-code.ts';
import { createLogger } from '../../../../src/shared/process/log.ts';
import { emptyDatabase } from '../../../processes/harness/migrations.ts';
import { keptRelease } from './from-git.ts';
import type { Sent } from './sent-statements.ts';

const log = createLogger('silent');

/** What the last release kept of itself. Of the files that run at once, one makes it. */
export async function filesOfLastRelease(): Promise<{ dump: string; statements: Sent[] }> {
  const lock = new pg.Client(inject('databaseServer'));
  await lock.connect();
  try {
    await lock.query("select pg_advisory_lock(hashtext('last release'))");
    const folder = await keptRelease();
    const read = (file: string) => readFile(path.join(folder, file), 'utf8');
    return {
      dump: await read('dump.sql'),
      statements: JSON.parse(await read('statements.json')),
    };
  } finally {
    await lock.end();
  }
}

/** A database as the last release left it, and the statements of its processes. */
export async function lastRelease(): Promise<{ url: string; statements: Sent[] }> {
  const { dump, statements } = await filesOfLastRelease();
  const url = await emptyDatabase();
  await runMigrations({ connectionString: url, logger: new QueueLogger(() => () => undefined) });
  const client = new pg.Client(url);
  await client.connect();
  await client.query(dump);
  await client.end();
  return { url, statements };
}

/** Changed files by their path below `prisma`. Null removes a file. A migration is named after its folder. */
type Changes = Record<string, string | null | ((own: string) => string)>;

/** Applies the schema of this checkout with the changes of a test, as a start does, until it succeeds. */
export async function upgrade(url: string, changes: Changes): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-upgrade-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp('prisma', folder, { recursive: true });
  for (const [name, change] of Object.entries(changes)) {
    const file = path.join(folder, name.endsWith('.sql') ? name : `${name}/migration.sql`);
    if (change === null) {
      await rm(file);
      continue;
    }
    await mkdir(path.dirname(file), { recursive: true });
    const text = typeof change === 'string' ? change : change(await readFile(file, 'utf8'));
    await writeFile(file, text);
  }
  for (;;) {
    try {
      await migrate(url, log, { folder, release: '999.0.0' });
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await sleep(50);
    }
  }
}

/** How a statement ends: with the columns of its answer, or with its error. */
type Outcome = string;

/** Plays processes of the last release: runs each prepared statement again and again, and rolls it back. */
export class OldProcesses {
  readonly #pool: pg.Pool;
  readonly #statements: Sent[];
  readonly #expected: Outcome[] = [];
  readonly #rounds: number[] = [];
  readonly #broken = new Map<string, Outcome>();
  #stopped = false;
  #running: Promise<void>[] = [];

  private constructor(url: string, statements: Sent[]) {
    this.#pool = createPool(url, { max: 4, name: 'the last release', log });
    this.#statements = statements;
  }

  /** Runs each statement once, and remembers how it ended. */
  static async start(url: string, statements: Sent[]): Promise<OldProcesses> {
    const processes = new OldProcesses(url, statements);
    onTestFinished(() => processes.stop());
    for (const [i] of statements.entries()) {
      processes.#expected[i] = await processes.#run(i);
      processes.#rounds[i] = 0;
    }
    processes.#running = [0, 1, 2].map((first) => processes.#goOn(first));
    return processes;
  }

  /** Runs all statements once more, and returns those that ended differently, and how. */
  async broken(): Promise<Record<string, Outcome>> {
    const before = [...this.#rounds];
    while (this.#rounds.some((round, i) => round < (before[i] ?? 0) + 2)) await sleep(20);
    return Object.fromEntries(this.#broken);
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    await Promise.all(this.#running);
    await this.#pool.end();
  }

  async #goOn(first: number): Promise<void> {
    for (let i = first; !this.#stopped; i = (i + 1) % this.#statements.length) {
      const outcome = await this.#run(i);
      if (outcome !== this.#expected[i]) {
        this.#broken.set(this.#statements[i]?.text ?? '', outcome);
      }
      this.#rounds[i] = (this.#rounds[i] ?? 0) + 1;
    }
  }

  async #run(i: number): Promise<Outcome> {
    const client = await this.#pool.connect();
    const { text = '', values } = this.#statements[i] ?? {};
    try {
      await client.query('begin');
      const { fields } = await client.query({ name: `old_${i}`, text, values: values ?? [] });
      return fields.map(({ name, dataTypeID }) => `${name}:${dataTypeID}`).join();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return `${codeOf(error)}: ${message.replaceAll(/[0-9a-f]{8,}/g, '…')}`;
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
}
