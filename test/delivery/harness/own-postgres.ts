import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterEach } from 'vitest';
import { type Cluster, startCluster } from '../../../src/embedded-postgres/cluster.ts';
import { findLocation } from '../../../src/embedded-postgres/location.ts';
import { readLock } from '../../../src/embedded-postgres/postmaster.ts';
import { type AtEnd, usedInstallation } from '../../harness/spawned.ts';
import { useShared } from '../../harness/use-shared.ts';

export class OwnPostgres {
  readonly #dir: string;
  #cluster: Cluster;
  #isRunning = true;
  /** The processes that are frozen. */
  #frozen: number[] = [];
  #watcher: pg.Client | undefined;

  private constructor(dir: string, cluster: Cluster) {
    this.#dir = dir;
    this.#cluster = cluster;
  }

  /** Starts the PostgreSQL of an installation with the demo team. */
  static async start(atEnd: AtEnd): Promise<OwnPostgres> {
    const { DATA_DIR: dir } = await usedInstallation({ atEnd });
    const postgres = new OwnPostgres(dir, await startCluster({ dir }));
    atEnd(() => postgres.#stop());
    return postgres;
  }

  get url(): string {
    return this.#cluster.url;
  }

  /** Kills PostgreSQL as a power failure does: it finishes nothing and tells no client. */
  async crash(): Promise<void> {
    process.kill(await this.#postmaster(), 'SIGQUIT');
    await this.#cluster.ended;
    this.#isRunning = false;
  }

  /** Starts PostgreSQL again, in the same folder and at the same port. */
  async startAgain(): Promise<void> {
    this.#cluster = await startCluster({ dir: this.#dir, port: this.#cluster.port });
    this.#isRunning = true;
  }

  /** Copies the files as a crash leaves them, as a snapshot of a disk does. */
  async backUp(): Promise<void> {
    const { cluster } = await findLocation(this.#dir);
    await this.crash();
    await copyFolder(cluster, this.#backup);
    await this.startAgain();
  }

  /** Puts the copy of the last backup back. */
  async restore(): Promise<void> {
    const { cluster } = await findLocation(this.#dir);
    await this.crash();
    await copyFolder(this.#backup, cluster);
    await this.startAgain();
  }

  get #backup(): string {
    return path.join(this.#dir, 'backup');
  }

  /** Stops all processes of PostgreSQL; its connections stay open. */
  async freeze(): Promise<void> {
    const client = new pg.Client(this.url);
    // This connection is frozen as well, and is ended later.
    client.on('error', () => undefined);
    await client.connect();
    this.#frozen = [await this.#postmaster()];
    this.#signal('SIGSTOP');
    const { rows } = await client.query<{ pid: number; is_own: boolean }>(
      'select pid, pid = pg_backend_pid() as is_own from pg_stat_activity order by is_own',
    );
    this.#frozen.push(...rows.map(({ pid }) => pid));
    this.#signal('SIGSTOP');
    this.#watcher = client;
  }

  async thaw(): Promise<void> {
    this.#signal('SIGCONT');
    this.#frozen = [];
    await this.#watcher?.end();
    this.#watcher = undefined;
  }

  /** Makes PostgreSQL ready for the next test, even if this one has failed. */
  async recover(): Promise<void> {
    await this.thaw();
    if (!this.#isRunning) await this.startAgain();
  }

  async #stop(): Promise<void> {
    await this.recover();
    await this.#cluster.stop();
  }

  #signal(signal: NodeJS.Signals): void {
    for (const pid of this.#frozen) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has ended already.
      }
    }
  }

  async #postmaster(): Promise<number> {
    const lock = await readLock((await findLocation(this.#dir)).cluster);
    return lock?.pid ?? 0;
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  // `cp -a` keeps the owner of the files.
  execFileSync('cp', ['-a', from, to]);
}

/** A PostgreSQL for one test file. The tests may crash and freeze it. */
export function useOwnPostgres(): () => OwnPostgres {
  const postgres = useShared((atEnd) => OwnPostgres.start(atEnd));
  afterEach(() => postgres().recover());
  return postgres;
}
