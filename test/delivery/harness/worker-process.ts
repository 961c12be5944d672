import { encryptionKey } from '../../harness/api.ts';
import { freePort } from '../../harness/free-port.ts';
import { type AtEnd, get, Spawned } from '../../harness/spawned.ts';
import { loopbackReceivers } from '../../harness/worker.ts';

/** The worker as a process of its own. */
export class WorkerProcess extends Spawned {
  readonly #port: string;

  private constructor(port: string, env: Record<string, string>, options: { atEnd?: AtEnd }) {
    super('src/worker.ts', { ...env, WORKER_PORT: port }, [], options);
    this.#port = port;
  }

  static async start(
    databaseUrl: string,
    env: Record<string, string> = {},
    options: { atEnd?: AtEnd } = {},
  ): Promise<WorkerProcess> {
    const input = {
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: encryptionKey,
      ...loopbackReceivers,
      ...env,
    };
    const worker = new WorkerProcess(String(await freePort()), input, options);
    await worker.says('"ready"');
    return worker;
  }

  /** Reads the metric with this name. */
  async metric(name: string): Promise<number> {
    const text = await (await get({ PORT: this.#port }, '/metrics')).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }

  /** Kills the process, as the kernel does when memory runs out. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Freezes the process until `continue`, as when a virtual machine is moved. */
  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  continue(): void {
    this.child.kill('SIGCONT');
  }
}
