// Measures the app beside the public API (docs/performance.md).
//   node_modules/.bin/node scripts/bench/app.ts [--rounds N] [--seconds N] [--tries N]
import { parseArgs } from 'node:util';
import { measureBesideFlood } from './app/flood.ts';
import { measurePages } from './app/page.ts';
import { measureSignInTimes } from './app/sign-in-times.ts';
import { openAppSite } from './app/site.ts';
import type { Round } from './drive.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    tries: { type: 'string', default: '300' },
  },
});
const length = { rounds: Number(values.rounds), seconds: Number(values.seconds) };

function show(what: string, { rps, p50, p99, serverCpuMs, postgresCpuMs }: Round): void {
  const cpu = [serverCpuMs, postgresCpuMs].map((ms) => ms?.toFixed(3) ?? '-');
  console.log(
    `${what.padEnd(34)} ${rps.toFixed(0).padStart(6)} rps, p50 ${p50.toFixed(1)} ms, ` +
      `p99 ${p99.toFixed(1)} ms, CPU ${cpu.join(' + ')} ms`,
  );
}

const site = await openAppSite();
try {
  const { alone, flooded, signInsPerSecond } = await measureBesideFlood(site, length);
  show('GET /me', alone);
  show(`GET /me, ${signInsPerSecond.toFixed(0)} sign-ins a second`, flooded);
  const { rest, app } = await measurePages(site, length);
  show('50 members, REST', rest);
  show('50 members, app', app);
  const times = await measureSignInTimes(site, Number(values.tries));
  for (const [kind, { time, longer }] of Object.entries(times)) {
    console.log(
      `${kind.padEnd(34)} ${time.mean.toFixed(2)} ± ${time.offBy.toFixed(2)} ms, ` +
        `longer by ${longer.mean.toFixed(2)} ± ${longer.offBy.toFixed(2)} ms`,
    );
  }
} finally {
  await site.close();
}
