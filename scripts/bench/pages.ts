// Measures the pages of the app with long lists (docs/performance.md).
//   node_modules/.bin/node scripts/bench/pages.ts [--calls N] [--members N] [--lines N]
import os from 'node:os';
import { parseArgs } from 'node:util';
import { startChromium } from '../../test/browser/harness/chromium.ts';
import { ask, callsOf } from './app/calls.ts';
import { firstRow, longestTask } from './app/in-browser.ts';
import { makeLarge } from './app/large-team.ts';
import { openAppSite } from './app/site.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '60' },
    members: { type: 'string', default: '10000' },
    lines: { type: 'string', default: '1000000' },
  },
});
const count = Number(values.calls);

/** The bounds on a calm machine, in milliseconds. */
const FIRST_ROW_MS = 500;
const TASK_MS = 100;

/** Prints the times, and returns the median. */
function show(what: string, times: number[], note = ''): number {
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  const [p50, p95] = [quantile(0.5), quantile(0.95)].map((ms) => ms.toFixed(0).padStart(5));
  console.log(`${what.padEnd(36)} p50 ${p50} ms, p95 ${p95} ms ${note}`);
  return quantile(0.5);
}

function requireBelow(what: string, ms: number, bound: number): void {
  if (ms <= bound) return;
  console.log(`${what}: ${ms.toFixed(0)} ms, above the bound of ${bound} ms`);
  process.exitCode = 1;
}

const load = () => `load ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`;
const site = await openAppSite({ teams: 1 });
try {
  const [token = ''] = site.sessions;
  const origin = site.server.url.replace('127.0.0.1', 'localhost');
  const team = await makeLarge(site.sql, {
    members: Number(values.members),
    lines: Number(values.lines),
  });
  console.log(load());
  for (const call of callsOf(team)) {
    const times: number[] = [];
    let cursor: string | undefined;
    // The first five calls only warm up. For a list, each call asks for the next page.
    for (let n = -5; n < count; n += 1) {
      const { ms, next } = await ask(origin, token, call, cursor);
      cursor = next;
      if (n >= 0) times.push(ms);
    }
    show(call.name, times);
  }
  const browser = await startChromium();
  for (const path of ['members', 'request-log']) {
    const times: number[] = [];
    const tasks: number[] = [];
    for (let n = -1; n < 10; n += 1) {
      const { ms, longestTask: task } = await firstRow(browser, token, `${origin}/app/${path}`);
      if (n < 0) continue;
      times.push(ms);
      tasks.push(task);
    }
    requireBelow(
      `first row of ${path}`,
      show(`/app/${path}, empty cache`, times, load()),
      FIRST_ROW_MS,
    );
    requireBelow(`opening ${path}`, show(`/app/${path}, longest task`, tasks), TASK_MS);
  }
  const lists = [
    { path: 'members', filter: 'admin' },
    { path: 'request-log', filter: '4xx' },
  ];
  for (const { path, filter } of lists) {
    const url = `${origin}/app/${path}`;
    const { ms, rows } = await longestTask(browser, token, { url, filter, screens: 150 });
    console.log(`/app/${path}: ${rows} rows scrolled, filtered; longest task ${ms.toFixed(0)} ms`);
    requireBelow(`scrolling ${path}`, ms, TASK_MS);
  }
  await browser.close();
} finally {
  await site.close();
}
