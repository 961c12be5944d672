import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { type Cluster, startCluster } from '../../../src/embedded-postgres/cluster.ts';
import { findLocation, removeLocation } from '../../../src/embedded-postgres/location.ts';
import { createLogger } from '../../../src/shared/log.ts';
import { freePort } from '../../harness/free-port.ts';
import { guardWatermarks } from '../../harness/guard-watermarks.ts';
import { processesOf } from '../../harness/process-tree.ts';
import { quickFolder } from '../../harness/quick-folder.ts';

/** Sends a signal to a process and to all that it has started. */
function signalTree(root: number, signal: NodeJS.Signals): void {
  for (const pid of processesOf([root])) process.kill(pid, signal);
}

/** Kills a process and all that it has started, and waits until they are gone. */
async function killTree(root: number): Promise<void> {
  const pids = processesOf([root]);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  while (processesOf([root]).length > 0) await sleep(10);
}

const run = promisify(execFile);

/** The same settings as in the other tests: the data may be lost. */
const throwAway: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

type Server = { dir: string; cluster: Cluster; settings: Record<string, string> };

/**
 * A primary and its streaming replicas. npm has no `pg_basebackup`, so a replica begins as a copy of
 * the folder of the stopped primary.
 */
export class ReplicatedCluster {
  readonly #folder: string;
  readonly #servers: Server[];

  private constructor(folder: string, servers: Server[]) {
    this.#folder = folder;
    this.#servers = servers;
  }

  /** `guarded`: the commit of a change without a watermark fails. `own`: settings of PostgreSQL. */
  static async start({
    replicas = 2,
    guarded = true,
    own = {} as Record<string, string>,
    inFolder = quickFolder(),
  } = {}): Promise<ReplicatedCluster> {
    const folder = await mkdtemp(path.join(inFolder, 'team-api-replicas-'));
    const common = { ...throwAway, ...own };
    // PostgreSQL may run as another user than the tests.
    await chmod(folder, 0o711);
    const dir = path.join(folder, 'primary');
    await mkdir(dir);
    // Servers stop and start again. The system could hand out their ports meanwhile.
    const first = await startCluster({ dir, settings: common, port: await freePort() });
    await migrate(first.url, createLogger('silent'));
    if (guarded) await guardWatermarks(first.url);
    await first.stop();
    const { cluster: from } = await findLocation(dir);
    const folders = Array.from({ length: replicas }, (_, n) => path.join(folder, `replica-${n}`));
    for (const to of folders) {
      await run('cp', ['-a', dir, to]);
      const { cluster } = await findLocation(to);
      if (cluster === from) throw new Error('The copy is the same folder');
      await writeFile(path.join(cluster, 'standby.signal'), '');
    }
    const primary = await startCluster({ dir, settings: common, port: first.port });
    const servers: Server[] = [{ dir, cluster: primary, settings: common }];
    const cluster = new ReplicatedCluster(folder, servers);
    for (const to of folders) {
      const settings = { ...common, primary_conninfo: conninfo(primary.url) };
      const port = await freePort();
      servers.push({ dir: to, cluster: await startCluster({ dir: to, settings, port }), settings });
    }
    return cluster;
  }

  /** The address of the primary (0), or of a replica (1, 2, …). */
  url(n: number): string {
    return this.#server(n).cluster.url;
  }

  get replicaUrls(): string[] {
    return this.#servers.slice(1).map(({ cluster }) => cluster.url);
  }

  /** Kills all processes of a server at once. */
  async kill(n: number): Promise<void> {
    const { cluster, dir } = this.#server(n);
    await killTree(await postmasterOf(dir));
    await cluster.ended;
  }

  async freeze(n: number): Promise<void> {
    signalTree(await postmasterOf(this.#server(n).dir), 'SIGSTOP');
  }

  async thaw(n: number): Promise<void> {
    signalTree(await postmasterOf(this.#server(n).dir), 'SIGCONT');
  }

  /** Starts a server again that was killed or stopped, on its port. */
  async restart(n: number): Promise<void> {
    const server = this.#server(n);
    const { dir, settings, cluster } = server;
    server.cluster = await startCluster({ dir, settings, port: cluster.port });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map(({ cluster }) => cluster.stop()));
    for (const { dir } of this.#servers) await removeLocation(dir);
    await removeLocation(this.#folder);
  }

  #server(n: number): Server {
    const server = this.#servers[n];
    if (!server) throw new Error(`There is no server ${n}`);
    return server;
  }
}

function conninfo(url: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
}

async function postmasterOf(dir: string): Promise<number> {
  const { cluster } = await findLocation(dir);
  return Number.parseInt(await readFile(path.join(cluster, 'postmaster.pid'), 'utf8'), 10);
}
