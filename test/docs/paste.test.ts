import { expect, test } from 'vitest';
import { freePort } from '../../src/embedded-postgres/free-port.ts';
import { READY, Spawned, usedInstallation } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';
import { type Block, blocksOf, codeBlocks, documentNamed, sectionOf } from './harness/documents.ts';
import { Reader } from './harness/reader.ts';

const LIMIT_MS = 240_000;
const readme = documentNamed('README.md');
const webhooks = documentNamed('docs/webhooks.md');
const intake = documentNamed('docs/intake.md');

type Ports = { receiver: number; own: number };

/** A reader who has started the server and follows a document. */
class Walk {
  readonly #env: Awaited<ReturnType<typeof usedInstallation>>;
  readonly #ports: Ports;
  readonly reader: Reader;
  #server: Spawned | undefined;

  private constructor(env: Walk['env'], ports: Ports, reader: Reader) {
    this.#env = env;
    this.#ports = ports;
    this.reader = reader;
  }

  get env() {
    return this.#env;
  }

  static async begin(): Promise<Walk> {
    const env = await usedInstallation();
    const ports = { receiver: await freePort(), own: await freePort() };
    return new Walk(env, ports, await Reader.sitDown(env));
  }

  /** The server in the first terminal, started by a line of the document. */
  async serve(line: string): Promise<void> {
    await this.#server?.stop();
    const settings = [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
    this.#server = new Spawned('src/main.ts', { ...this.#env, ...Object.fromEntries(settings) });
    await this.#server.says(READY);
  }

  /** Replaces ports that are taken here, and a customer's URL by that of the receiver. */
  here(text: string): string {
    const receiver = `127.0.0.1:${this.#ports.receiver}`;
    return text
      .replaceAll('localhost:3000', `localhost:${this.#env.PORT}`)
      .replaceAll('127.0.0.1:4000', receiver)
      .replaceAll('https://hooks.customer.example/team-api', `https://${receiver}/`)
      .replaceAll('scripts/receiver.ts', `scripts/receiver.ts --port ${this.#ports.receiver}`)
      .replaceAll('listen(8080,', `listen(${this.#ports.own},`);
  }

  /** The document tells the reader to wait for this. */
  async #receive(code: string): Promise<string> {
    await this.reader.paste(this.here(code));
    await until('the receiver', () => this.reader.stdout.includes('listening on'));
    return '';
  }

  async follow({ language, code, before }: Block): Promise<string> {
    const start = /^(.*)npm start\b/m.exec(code);
    if (start) {
      await this.serve(start[1] ?? '');
      return '';
    }
    if (language === 'ts') {
      const [, name = ''] = /Save this (?:there )?as `([\w.]+)`/.exec(before) ?? [];
      expect(name, `a file name for:\n${code}`).not.toBe('');
      await this.reader.save(name, this.here(code));
      return '';
    }
    if (code.includes('scripts/receiver.ts')) return this.#receive(code);
    const { exitCode, statuses, stdout, stderr } = await this.reader.paste(this.here(code));
    expect([code, exitCode, stderr]).toEqual([code, 0, stderr]);
    const isMeantToFail = code.includes('?limits=5');
    const wrong = statuses.filter((status) => (isMeantToFail ? status !== 422 : status >= 300));
    expect([code, wrong, stdout]).toEqual([code, [], stdout]);
    return stdout;
  }
}

const shown = ({ language }: Block) => language === 'sh' || language === 'ts';

test('README.md: every curl and TypeScript block does what it says, pasted in order', {
  timeout: LIMIT_MS,
}, async () => {
  const walk = await Walk.begin();
  const outputs = new Map<string, string>();
  for (const block of blocksOf(readme).filter(shown)) {
    outputs.set(block.code, await walk.follow(block));
  }
  const said = (part: string) => [...outputs].find(([code]) => code.includes(part))?.[1] ?? '';
  expect(said('price-talk-1')).toContain('HTTP/1.1 201 Created');
  expect(said('node trainings.mjs')).toMatch(/^\d{4}-\d\d-\d\dT\S+ \w+$/m);
  const [example = ''] = codeBlocks(sectionOf(readme, '### Errors'), 'json');
  const { errors, code, status } = JSON.parse(example) as Record<string, unknown>;
  expect(JSON.parse(said('?limits=5'))).toMatchObject({ errors, code, status });
  await until('both events', () =>
    ['ping', 'member.joined'].every((type) =>
      new RegExp(` ${type} evt_\\w+ verified new `).test(walk.reader.stdout),
    ),
  );
});

test('docs/webhooks.md: every curl and TypeScript block does what it says, pasted in order', {
  timeout: LIMIT_MS,
}, async () => {
  const walk = await Walk.begin();
  const [start = ''] = codeBlocks(sectionOf(webhooks, '## Try it on one machine'), 'sh');
  await walk.serve(start);
  const [first = ''] = codeBlocks(sectionOf(readme, '## First requests'), 'sh');
  await walk.reader.paste(walk.here(first));
  const [receiver = ''] = codeBlocks(sectionOf(webhooks, '## Try it on one machine'), 'sh').slice(
    1,
  );
  const own = (block: Block) => shown(block) && block.code !== start && block.code !== receiver;
  for (const block of blocksOf(webhooks).filter(own)) await walk.follow(block);
  // Waiting deliveries arrive once the receiver runs.
  await walk.follow({ language: 'sh', code: receiver, before: '' });
  await walk.reader.paste(walk.here(codeBlocks(webhooks, 'sh')[1] ?? ''));
  await until('a test event', () => / ping evt_\w+ verified new /.test(walk.reader.stdout));
});

test('docs/intake.md: the client hands in trainings, and says the same when it is run again', {
  timeout: LIMIT_MS,
}, async () => {
  const walk = await Walk.begin();
  let said = '';
  for (const block of blocksOf(intake).filter(shown)) said = await walk.follow(block);
  expect(said).toMatch(/training_id: 'trn_\w+'[\s\S]*session_id: 'session-4712',[\s\S]*ok: true/);
  const [again = ''] = codeBlocks(intake, 'sh').slice(-1);
  expect((await walk.reader.paste(again)).stdout).toBe(said);
});
