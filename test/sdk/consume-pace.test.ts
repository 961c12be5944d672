import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TeamApi } from '../../dist/sdk/typescript/index.js';
import { raiseEvent } from '../../src/features/webhooks/raise-event.ts';
import { onThisMachine } from '../harness/computed-ms.ts';
import { runs } from '../harness/rounds.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi({ poolSize: 20 });

/** A feed with one event on each page, which notes when it was asked. */
async function startFeed(headers: Record<string, string>) {
  const asked: number[] = [];
  const server = createServer((_, response) => {
    asked.push(performance.now());
    const cursor = String(asked.length);
    const data = [{ id: `evt_${cursor}`, type: 'member.joined' }];
    response.writeHead(200, { ...headers, 'content-type': 'application/json' });
    response.end(JSON.stringify({ data, cursor, has_more: false }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const limitOf = (remaining: number, reset: number) => ({
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(reset),
});

describe('after a page with events, a consumer pauses as the rate limit allows', () => {
  test.each([
    ['without the headers', {}, {}, 600],
    ['with many requests left', limitOf(100, 50), {}, 600],
    ['with few requests left', limitOf(3, 3), {}, 1_000],
    ['with few requests left that it may use', limitOf(5, 3), { pace: { leave: 2 } }, 1_000],
  ])('%s', async (_, headers, options, least) => {
    const { url, asked } = await startFeed(headers);
    const { key } = await makeTeam(api());
    const client = new TeamApi({ url, key, ...options });
    const stop = new AbortController();
    const ended = client.events.consume({ cursor: '0', signal: stop.signal }, () => {
      if (asked.length === 3) stop.abort();
    });
    await ended;
    const [first = 0, second = 0, third = 0] = asked;
    for (const gap of [second - first, third - second]) {
      // A request may arrive later than it was sent.
      expect(gap).toBeGreaterThan(least - 200);
    }
  });
});

/** With `npm run chaos`, both languages for as long as two windows of the rate limit, which needs `python3`. */
const SECONDS = runs({ few: 5, all: 120 });
const languages = ['TypeScript', 'Python'].slice(0, runs({ few: 1, all: 2 }));

const inPython = `
import os
from team_api import TeamApi
client = TeamApi(url=os.environ["URL"], key=os.environ["KEY"])
client.events.consume(lambda events, cursor: print(len(events), flush=True))
`;

type Service = { url: string; key: string };

/** Consumes the feed, and reports how many events each page has. Returns how to end it. */
function consume(language: string, { url, key }: Service, report: (events: number) => void) {
  if (language === 'TypeScript') {
    const stop = new AbortController();
    const ended = new TeamApi({ url, key }).events.consume({ signal: stop.signal }, ({ length }) =>
      report(length),
    );
    return async () => {
      stop.abort();
      await ended;
    };
  }
  const env = { ...process.env, URL: url, KEY: key, PYTHONPATH: 'dist/sdk/python' };
  const child = spawn('python3', ['-B', '-c', inPython], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface(child.stdout).on('line', (line) => report(Number(line)));
  return async () => {
    child.kill();
    await once(child, 'exit');
  };
}

test.each(languages.flatMap((language) => [3, 10].map((rate) => ({ language, rate }))))(
  `at $rate events a second, a consumer in $language has each event within a second, for ${SECONDS} s`,
  { timeout: SECONDS * 1_000 + 60_000 },
  async ({ language, rate }) => {
    const team = await makeTeam(api());
    const service = { url: `http://127.0.0.1:${api().port}`, key: team.key };
    const raised: number[] = [];
    const delays: number[] = [];
    let isBegun = false;
    const end = consume(language, service, (events) => {
      isBegun = true;
      for (let n = 0; n < events; n += 1) {
        delays.push(performance.now() - (raised[delays.length] ?? 0));
      }
    });
    await until('its position', () => isBegun);
    const gone = { member_id: 'mem_1', user_id: null, role: 'member', status: 'removed' } as const;
    const begin = performance.now();
    for (let n = 0; n < rate * SECONDS; n += 1) {
      await until('the next event', () => performance.now() - begin >= (n * 1_000) / rate);
      // The windows of the rate limit follow the clock of the API.
      api().clock.travel(1_000 / rate);
      raised.push(performance.now());
      await team.do((call) => raiseEvent(call, 'member.removed', gone));
    }
    await until('all events', () => delays.length === raised.length);
    await end();
    const sorted = delays.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
    const p99 = at(0.99);
    console.log({ language, rate, events: sorted.length, p50: at(0.5), p99, max: at(1) });
    expect(p99).toBeLessThan(onThisMachine(1_000));
  },
);
