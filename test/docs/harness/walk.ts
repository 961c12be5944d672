import { expect } from 'vitest';
import { freePort } from '../../harness/free-port.ts';
import { demoKey, READY, Spawned, usedInstallation } from '../../harness/spawned.ts';
import { until } from '../../harness/until.ts';
import { type Block, blocksOf } from './documents.ts';
import { Reader } from './reader.ts';

type Environment = Awaited<ReturnType<typeof usedInstallation>>;

/** The settings in the lines of a document that start the server. */
function settingsOf(text: string): Record<string, string> {
  const lines = text.match(/^(?:\w+=\S+ )+npm start$/gm) ?? [];
  const settings = lines.flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)]);
  return Object.fromEntries(settings.map(([, name, value]) => [name, value]));
}

/** What the reader of a document does, with the output of the shell for each block. */
class Walk {
  readonly #server: Server;
  readonly reader: Reader;
  readonly outputs = new Map<string, string>();
  #last = '';
  /** The name under which the reader saves the next program. */
  #file = '';

  constructor(server: Server, reader: Reader) {
    this.#server = server;
    this.reader = reader;
  }

  /** The output of the only block that contains `part`. */
  outputOf(part: string): string {
    return [...this.outputs].find(([code]) => code.includes(part))?.[1] ?? '';
  }

  async followAll(blocks: readonly Block[]): Promise<this> {
    for (const block of blocks) await this.follow(block);
    return this;
  }

  async follow(block: Block): Promise<void> {
    const { language, code, before } = block;
    this.#server.followed.add(code);
    if (language === 'sh') this.#last = await this.#run(code);
    if (language === 'ts' || language === 'ts sdk') await this.#save(block);
    // An example right below a command shows its answer.
    if (before.trim() === '') expectLike(block, this.#last);
  }

  async #save({ language, code, before }: Block): Promise<void> {
    // Blocks without words between them are the same program in several languages.
    if (before.trim() !== '') {
      this.#file = /[Ss]ave (?:this|it) (?:there )?as `([\w.]+)`/.exec(before)?.[1] ?? '';
    }
    // Programs with the SDK are run by sdk-programs.test.ts.
    if (language === 'ts sdk' && this.#file === '') return;
    expect(this.#file, `a file name for:\n${code}`).not.toBe('');
    await this.reader.save(this.#file, this.#server.here(code));
  }

  async #run(code: string): Promise<string> {
    // The server already runs, with the settings of all documents.
    if (/^(?:\w+=\S+ )*npm start\b/m.test(code)) return '';
    if (code.includes('scripts/receiver.ts')) {
      await this.reader.paste(this.#server.here(code));
      await until('the receiver', () => this.reader.stdout.includes('listening on'));
      return '';
    }
    const { exitCode, statuses, stdout, stderr } = await this.reader.paste(this.#server.here(code));
    expect([code, exitCode, stderr]).toEqual([code, 0, stderr]);
    const isMeantToFail = code.includes('?limits=5');
    const wrong = statuses.filter((status) => (isMeantToFail ? status !== 422 : status >= 300));
    expect([code, wrong, stdout]).toEqual([code, [], stdout]);
    if (code.includes('node receiver.mjs &')) await this.#server.ownReceiver();
    this.outputs.set(code, stdout);
    return stdout;
  }
}

/** One server for the readers of all documents. Each has a shell and a folder of its own. */
export class Server {
  readonly #env: Environment;
  readonly #ports: { receiver: number; own: number };
  /** The code of each block that a reader has followed. */
  readonly followed = new Set<string>();

  private constructor(env: Environment, ports: Server['ports']) {
    this.#env = env;
    this.#ports = ports;
  }

  get ports() {
    return this.#ports;
  }

  static async startFor(documents: readonly string[]): Promise<Server> {
    const env = await usedInstallation();
    const ports = { receiver: await freePort(), own: await freePort() };
    await new Spawned('src/main.ts', { ...env, ...settingsOf(documents.join('\n')) }).says(READY);
    return new Server(env, ports);
  }

  /** Waits until the reader's receiver listens. A person would take longer to paste the next block. */
  async ownReceiver(): Promise<void> {
    const url = `http://127.0.0.1:${this.#ports.own}/`;
    await until("the reader's receiver", () => fetch(url, { method: 'POST' }).catch(() => null));
  }

  /** `first` is what the reader pastes at the beginning. */
  async walk(first = ''): Promise<Walk> {
    const walk = new Walk(this, await Reader.sitDown(this.#env));
    return walk.followAll(blocksOf(first));
  }

  /** Replaces the key, and ports that are in use here. */
  here(text: string): string {
    const receiver = `127.0.0.1:${this.#ports.receiver}`;
    return text
      .replaceAll('localhost:3000', `localhost:${this.#env.PORT}`)
      .replaceAll('svck_live_…', demoKey(this.#env))
      .replaceAll('127.0.0.1:4000', receiver)
      .replaceAll('scripts/receiver.ts', `scripts/receiver.ts --port ${this.#ports.receiver}`)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${this.#ports.own}`)
      .replaceAll('listen(8080,', `listen(${this.#ports.own},`);
  }
}

/** Compares the answer in a document with the real one: the fields, not their values. */
function expectLike({ language, code }: Block, answer: string): void {
  if (language === 'json') {
    expect(shapeOf(JSON.parse(answer)), code).toEqual(shapeOf(JSON.parse(code)));
  }
  if (language === 'http') {
    const [status = '', ...lines] = (code.split('\n\n', 1)[0] ?? '').split('\n');
    expect(answer).toContain(status);
    for (const line of lines.filter((own) => own !== '')) {
      expect(answer).toContain(`\n${line.split(':', 1)[0]}: `);
    }
  }
}

/** The names of all fields. Of a list, those of its first entry. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return shapeOf(value[0]);
  if (value === null || typeof value !== 'object') return 'value';
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}
