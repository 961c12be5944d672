import { execFile, spawnSync } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Cluster, startCluster } from '../../../src/embedded-postgres/cluster.ts';
import { findLocation, removeLocation } from '../../../src/embedded-postgres/location.ts';
import { readLock } from '../../../src/embedded-postgres/postmaster.ts';
import { rowsOf } from '../../bench/database.ts';
import { OneAddress } from './one-address.ts';

const LIMIT_MS = 30_000;
const run = promisify(execFile);
const small = { shared_buffers: '64MB', max_wal_size: '256MB', wal_keep_size: '128MB' };

type Options = {
  /** A folder that PostgreSQL's user can enter. */
  folder: string;
  /** True: an answered write is on both servers. */
  isSynchronous: boolean;
  /** Fills the database before the replica is made. */
  fill: (url: string) => Promise<void>;
};

type Servers = { primary: Cluster; replica: Cluster; address: OneAddress };

/** A primary and its replica, of the product's own PostgreSQL, behind one address. */
export class PostgresPair {
  readonly #folder: string;
  readonly #primary: Cluster;
  readonly #replica: Cluster;
  readonly #address: OneAddress;
  #frozen: number[] = [];
  #hasPrimaryEnded = false;

  private constructor(folder: string, servers: Servers) {
    this.#folder = folder;
    this.#primary = servers.primary;
    this.#replica = servers.replica;
    this.#address = servers.address;
  }

  /** Starts both. The replica is a copy of the primary's files, made while PostgreSQL is stopped. */
  static async start({ folder, isSynchronous, fill }: Options): Promise<PostgresPair> {
    const [one, other] = [path.join(folder, 'a'), path.join(folder, 'b')];
    const alone = await startCluster({ dir: one, settings: small });
    await fill(alone.url);
    await alone.stop();
    await copyCold(one, other);
    const names = isSynchronous ? { synchronous_standby_names: '*' } : undefined;
    const primary = await startCluster({ dir: one, settings: { ...small, ...names } });
    const { username, password, port } = new URL(primary.url);
    const from = `host=127.0.0.1 port=${port} user=${username} password=${decodeURIComponent(password)}`;
    const replica = await startCluster({
      dir: other,
      settings: { ...small, primary_conninfo: from },
    });
    const address = await OneAddress.open(primary.url);
    const pair = new PostgresPair(folder, { primary, replica, address });
    await pair.#streams();
    return pair;
  }

  /** The DATABASE_URL of an operator. */
  get url(): string {
    return this.#address.url;
  }

  get replicaUrl(): string {
    return this.#replica.url;
  }

  get primaryUrl(): string {
    return this.#primary.url;
  }

  /** Kills the primary as a power failure does. */
  async kill(): Promise<void> {
    const pids = await this.#pids();
    for (const pid of pids) tell(pid, 'SIGKILL');
    await this.#primary.ended;
    this.#hasPrimaryEnded = true;
  }

  /** Freezes the primary: it neither answers nor closes connections, as when its machine hangs. */
  async freeze(): Promise<void> {
    this.#frozen = await this.#pids();
    for (const pid of this.#frozen) tell(pid, 'SIGSTOP');
  }

  /** Lets the frozen primary continue. Now there are two primaries. */
  thaw(): void {
    for (const pid of this.#frozen.splice(0)) tell(pid, 'SIGCONT');
  }

  async stopPrimary(): Promise<void> {
    await this.#primary.stop();
    this.#hasPrimaryEnded = true;
  }

  /** Promotes the replica. The address leads to it from then on. */
  async promote(): Promise<void> {
    await rowsOf(this.#replica.url, 'select pg_promote(true, 30)');
    this.#address.leadTo(this.#replica.url);
  }

  /** Starts the killed primary again at its port, like a supervisor that does not know of the promotion. */
  async startFormerPrimary(): Promise<{ stop(): Promise<void> }> {
    const { port } = this.#primary;
    return startCluster({ dir: path.join(this.#folder, 'a'), port, settings: small });
  }

  async close(): Promise<void> {
    this.thaw();
    if (!this.#hasPrimaryEnded) await this.#primary.stop();
    await this.#replica.stop();
    this.#address.close();
    for (const name of ['a', 'b']) await removeLocation(path.join(this.#folder, name));
  }

  /** The first server of PostgreSQL and its processes. */
  async #pids(): Promise<number[]> {
    const { cluster } = await findLocation(path.join(this.#folder, 'a'));
    const { pid = 0 } = (await readLock(cluster)) ?? {};
    // The clients go on meanwhile. Otherwise the primary would have nothing to do when it is lost.
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]);
    return [pid, ...stdout.split('\n').map(Number).filter(Boolean)];
  }

  async #streams(): Promise<void> {
    const until = performance.now() + LIMIT_MS;
    const question = "select from pg_stat_replication where state = 'streaming'";
    while ((await rowsOf(this.#primary.url, question)).length === 0) {
      if (performance.now() > until) throw new Error('The replica does not follow its primary');
      await sleep(50);
    }
  }
}

async function copyCold(from: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  copyFileSync(path.join(from, 'database-password'), path.join(to, 'database-password'));
  const { cluster } = await findLocation(from);
  const { cluster: copy, user } = await findLocation(to);
  // `cp -a` keeps the owner of the files.
  const { status, stderr } = spawnSync('cp', ['-a', cluster, copy], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const signal = path.join(copy, 'standby.signal');
  writeFileSync(signal, '');
  if (user) chownSync(signal, user.uid, user.gid);
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}
