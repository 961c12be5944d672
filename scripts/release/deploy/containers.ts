import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, run } from './run.ts';

/** How the product runs everywhere: without a right, and on a file system that it cannot write. */
const hardened = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--network=host',
];

export type Settings = Record<string, string>;

const environment = (settings: Settings) =>
  Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);

/** Runs a command of the image to its end, and returns what it prints. */
export function runOnce(image: string, settings: Settings, ...command: string[]): Promise<string> {
  return run('podman', ['run', '--rm', ...hardened, ...environment(settings), image, ...command]);
}

/** A process of the product in a container. */
export class Container {
  readonly name: string;
  readonly #health: string;

  private constructor(name: string, health: string) {
    this.name = name;
    this.#health = health;
  }

  static async start(
    image: string,
    {
      name,
      command,
      port,
      settings,
    }: { name: string; command: 'api' | 'worker'; port: number; settings: Settings },
  ): Promise<Container> {
    const own = { ...settings, HOST: '127.0.0.1', PORT: String(port), WORKER_PORT: String(port) };
    const authority = settings.WEBHOOK_CA_FILE;
    const volume = authority ? ['--volume', `${authority}:${authority}:ro`] : [];
    const args = ['run', '--detach', '--replace', '--name', name, ...hardened, ...volume];
    await run('podman', [...args, ...environment(own), image, command]);
    return new Container(name, `http://127.0.0.1:${port}`);
  }

  async ready(): Promise<void> {
    try {
      await eventually(async () => {
        const { status } = await fetch(`${this.#health}/readyz`);
        if (status !== 200) throw new Error(String(status));
      });
    } catch (error) {
      throw new Error(`${this.name} is not ready: ${error}\n${await this.log()}`);
    }
  }

  inside(...command: string[]): Promise<string> {
    return run('podman', ['exec', this.name, ...command]);
  }

  log(): Promise<string> {
    return run('podman', ['logs', '--tail', '20', this.name]);
  }

  /** Ends the process as a supervisor does. Returns its exit code. */
  async stop(): Promise<number> {
    await run('podman', ['stop', '--time', '30', this.name]);
    return Number(await run('podman', ['inspect', '--format', '{{.State.ExitCode}}', this.name]));
  }

  async kill(): Promise<void> {
    await run('podman', ['kill', '--signal', 'KILL', this.name]);
  }

  /** Starts the same container again. */
  async restart(): Promise<void> {
    for (let tried = 0; ; tried += 1) {
      try {
        await run('podman', ['start', this.name]);
        return await this.ready();
      } catch (error) {
        // A container that was just killed is not yet known to have ended.
        if (tried === 20) throw error;
        await sleep(200);
      }
    }
  }

  async remove(): Promise<void> {
    await run('podman', ['rm', '--force', '--time', '0', this.name]);
  }
}
