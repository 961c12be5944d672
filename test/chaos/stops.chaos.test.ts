import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { cloneDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { RawConnection } from '../harness/raw-connection.ts';
import { rounds } from '../harness/rounds.ts';
import { Spawned } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

const CLIENTS = 64;
const body = '{"user_id":"mem_x","title":"A case"}';
const requests = [
  { method: 'GET', head: `GET ${BASE_PATH}/me HTTP/1.1\r\nHost: a`, body: '' },
  // `/metrics` takes some milliseconds. Other requests arrive meanwhile.
  { method: 'GET', head: 'GET /metrics HTTP/1.1\r\nHost: a', body: '' },
  { method: 'POST', head: `POST ${BASE_PATH}/cases HTTP/1.1\r\nHost: a`, body },
];

function requestOf(i: number): (typeof requests)[number] {
  return requests[i % requests.length] as (typeof requests)[number];
}

/** 64 clients with kept-alive connections. Each sends its next request when it has an answer. */
class Load {
  answers = 0;
  /** The number of requests on open connections that were never answered. */
  cut = 0;
  readonly over: Promise<unknown>;

  constructor(port: number) {
    this.over = Promise.all(Array.from({ length: CLIENTS }, (_, i) => this.#client(port, i)));
  }

  async #client(port: number, nth: number): Promise<void> {
    const connection = new RawConnection(port);
    for (let i = nth; ; i++) {
      const { method, head, body: own } = requestOf(i);
      const type = own ? 'Content-Type: application/json\r\n' : '';
      const text = `${head}\r\n${type}Content-Length: ${own.length}\r\n\r\n${own}`;
      try {
        if (await connection.send(Buffer.from(text), { method })) this.answers += 1;
        else this.cut += 1;
      } catch (error) {
        if (error instanceof Error && /ECONNREFUSED/.test(error.message)) return;
        throw error;
      }
    }
  }
}

describe.each([1, 2])('a stop under load, %i API process(es)', (processes) => {
  test.each(rounds({ few: 1, all: 10 }))('round %i: no request is cut', async (round) => {
    const database = await cloneDatabase();
    // Registered before the process begins, so it runs after the process has ended.
    onTestFinished(database.dropOnceFree);
    const port = await freePort();
    const api = new Spawned('src/api.ts', {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      API_PROCESSES: String(processes),
      PORT: String(port),
    });
    const areReady = () => api.stdout.split('"ready"').length > processes;
    await until('all to be ready', areReady, 60_000);
    const load = new Load(port);
    await until('load', () => load.answers > CLIENTS * 10);
    await sleep(round * 7);
    const started = performance.now();
    expect(await api.stop()).toBe(0);
    // An idle kept-alive connection must not delay the end.
    expect(performance.now() - started).toBeLessThan(9_000);
    await load.over;
    expect(load.cut).toBe(0);
  });
});
