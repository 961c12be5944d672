import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { BASE_PATH } from '../../../src/rest/base-path.ts';
import type { LoadedKey } from '../../bench/database.ts';
import { require } from './report.ts';

const combination = {
  situation_id: 'sit_cold_call',
  personality_id: 'per_analyst',
  industry_id: 'ind_software',
};

export type Seen = {
  sent: number;
  /** Titles of the assignments whose creation was answered. */
  made: string[];
  /** Every answer that is no success, and every broken connection. */
  errors: string[];
  slowestMs: number;
};

/** Half reads and half writes, so many a second whatever the answers take, over one proxy. */
export class Traffic {
  readonly seen: Seen = { sent: 0, made: [], errors: [], slowestMs: 0 };
  readonly #origin: string;
  readonly #keys: LoadedKey[];
  readonly #agent = new Agent({
    connect: { rejectUnauthorized: false },
    connections: 64,
    allowH2: false,
  });
  readonly #open = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;

  constructor(origin: string, keys: LoadedKey[], perSecond = 50) {
    this.#origin = origin;
    this.#keys = keys;
    this.#ended = this.#run(1000 / perSecond);
  }

  async #run(everyMs: number): Promise<void> {
    let next = performance.now();
    while (!this.#stopping.signal.aborted) {
      const one = this.#send(this.seen.sent++).finally(() => this.#open.delete(one));
      this.#open.add(one);
      next += everyMs;
      await sleep(Math.max(0, next - performance.now()));
    }
  }

  async #send(n: number): Promise<void> {
    const { key, member_ids: members } = this.#keys[n % this.#keys.length] as LoadedKey;
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    const url = `${this.#origin}${BASE_PATH}/assignments`;
    const begun = performance.now();
    const title = randomUUID();
    try {
      const isWrite = n % 2 === 1;
      if (isWrite) headers['content-type'] = 'application/json';
      const { statusCode, body } = await request(isWrite ? url : `${url}?limit=5`, {
        dispatcher: this.#agent,
        method: isWrite ? 'POST' : 'GET',
        headers,
        body: isWrite ? JSON.stringify({ ...combination, member_id: members[0], title }) : null,
      });
      const text = await body.text();
      if (statusCode === 201) this.seen.made.push(title);
      else if (statusCode !== 200) this.seen.errors.push(`${statusCode} ${text.slice(0, 100)}`);
    } catch (error) {
      this.seen.errors.push(String(error));
    }
    this.seen.slowestMs = Math.max(this.seen.slowestMs, performance.now() - begun);
  }

  async stop(): Promise<Seen> {
    this.#stopping.abort();
    await this.#ended;
    await Promise.all(this.#open);
    await this.#agent.close();
    return this.seen;
  }
}

/** Fails if the database lacks an answered write, or has one twice. `titles`: those of all assignments. */
export function requireAll({ made }: Seen, titles: readonly string[]): void {
  const counts = Map.groupBy(titles, (title) => title);
  const lost = made.filter((title) => !counts.has(title));
  const twice = made.filter((title) => (counts.get(title)?.length ?? 0) > 1);
  require(lost.length === 0 &&
    twice.length ===
      0, `of ${made.length} answered writes ${lost.length} are lost, and ${twice.length} were made twice`);
}

export function inWords({ sent, errors, slowestMs }: Seen): string {
  const kinds = [...new Set(errors)].slice(0, 3).join('; ');
  return `${errors.length} of ${sent} requests failed${kinds && ` (${kinds})`}, slowest ${Math.round(slowestMs)} ms`;
}
