import { freePort } from '../../../src/db/embedded/free-port.ts';
import { encryptionKey } from '../../harness/api.ts';
import { get, Spawned } from '../../harness/spawned.ts';
import { loopbackReceivers } from '../../harness/worker.ts';

/** The worker as it runs in a larger installation, apart from its API. */
export class WorkerProcess extends Spawned {
  readonly #port: string;

  private constructor(port: string, env: Record<string, string>) {
    super('src/worker.ts', { ...env, WORKER_PORT: port });
    this.#port = port;
  }

  static async start(
    databaseUrl: string,
    env: Record<string, string> = {},
  ): Promise<WorkerProcess> {
    const worker = new WorkerProcess(String(await freePort()), {
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: encryptionKey,
      ...loopbackReceivers,
      ...env,
    });
    await worker.says('"ready"');
    return worker;
  }

  /** What it counts under this name. */
  async metric(name: string): Promise<number> {
    const text = await (await get({ PORT: this.#port }, '/metrics')).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }

  /** As the kernel ends a process that has taken too much. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  /** It stands still, as on a machine that is moved, until it is continued. */
  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  continue(): void {
    this.child.kill('SIGCONT');
  }
}
