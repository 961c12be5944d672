import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BASE_PATH } from '../../../src/rest/base-path.ts';
import type { LoadedKey } from '../../bench/database.ts';

/** An answered write: the id that it has made, and when the answer came. */
type Write = { id: string; at: number };

/** What clients have seen. */
export type Seen = {
  writes: Write[];
  reads: number[];
  /** Answers by which the contract says "not now". */
  refusals: number;
  /** The slowest answer, in milliseconds. */
  slowest: number;
  /** Ids for which a client got a 404 right after making them. */
  missed: string[];
  /** Answers that a client must never get. */
  wrong: string[];
};

const path = `${BASE_PATH}/assignments`;
const combination = {
  situation_id: 'sit_cold_call',
  personality_id: 'per_analyst',
  industry_id: 'ind_software',
};
const WRITERS = 6;
const READERS = 4;
const PAUSE_MS = 20;
/** So long that a repeated write does not meet the key's limit of 120 requests a minute within the drills. */
const REPEAT_MS = 50;

export type Load = { seen: Seen; stop(): Promise<void> };

/**
 * Clients that write assignments one after another, and clients that read them. A client repeats a refused write with the
 * same Idempotency-Key. It does so soon, not after Retry-After, so that the first possible answer after the failover
 * is measured.
 */
export function startLoad(apis: string[], keys: LoadedKey[]): Load {
  const seen: Seen = { writes: [], reads: [], refusals: 0, slowest: 0, missed: [], wrong: [] };
  const stopping = new AbortController();
  const clients = [
    ...Array.from({ length: WRITERS }, (_, n) => ({ n, work: write })),
    ...Array.from({ length: READERS }, (_, n) => ({ n: WRITERS + n, work: read })),
  ].map(async ({ n, work }) => {
    const api = apis[n % apis.length] ?? '';
    // A key may make 120 requests a minute, so each client uses many keys.
    for (let position = n; !stopping.signal.aborted; position += WRITERS + READERS) {
      const key = keys[position % keys.length] as LoadedKey;
      await work({ api, key, seen, stopping: stopping.signal });
      await sleep(PAUSE_MS);
    }
  });
  const ended = Promise.all(clients);
  return {
    seen,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

type Client = { api: string; key: LoadedKey; seen: Seen; stopping: AbortSignal };

async function write({ api, key, seen, stopping }: Client): Promise<void> {
  const authorization = `Bearer ${key.key}`;
  const headers = {
    authorization,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  // A title that occurs twice shows that a write was made twice.
  const body = JSON.stringify({
    ...combination,
    member_id: key.member_ids[0],
    title: randomUUID(),
  });
  while (!stopping.aborted) {
    const answer = await ask(`${api}${path}`, { method: 'POST', headers, body }, seen);
    if (answer?.status === 201) {
      const { id } = answer.body as { id: string };
      seen.writes.push({ id, at: performance.now() });
      const again = await ask(`${api}${path}/${id}`, { headers: { authorization } }, seen);
      if (again?.status === 404) seen.missed.push(id);
      else if (again && again.status !== 200) seen.wrong.push(`GET: ${again.status}`);
      return;
    }
    if (answer) seen.wrong.push(`POST: ${answer.status} ${JSON.stringify(answer.body)}`);
    await sleep(REPEAT_MS);
  }
}

async function read({ api, key, seen }: Client): Promise<void> {
  const headers = { authorization: `Bearer ${key.key}` };
  const answer = await ask(`${api}${path}?limit=5`, { headers }, seen);
  if (answer?.status === 200) seen.reads.push(performance.now());
  else if (answer) seen.wrong.push(`GET: ${answer.status} ${JSON.stringify(answer.body)}`);
}

type Answer = { status: number; body: unknown };

/** Undefined if the API says that it cannot answer now. */
async function ask(
  url: string,
  init: RequestInit,
  seen: Pick<Seen, 'refusals' | 'slowest' | 'wrong'>,
): Promise<Answer | undefined> {
  const startedAt = performance.now();
  try {
    const response = await fetch(url, init);
    const body: unknown = await response.json();
    if (response.status !== 503) return { status: response.status, body };
    seen.refusals += 1;
    if (!response.headers.has('retry-after')) seen.wrong.push('503 without Retry-After');
  } catch (error) {
    // A running API answers every request.
    seen.wrong.push(String(error instanceof Error ? (error.cause ?? error) : error));
  } finally {
    seen.slowest = Math.max(seen.slowest, performance.now() - startedAt);
  }
  return undefined;
}
