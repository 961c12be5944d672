import { spawn } from 'node:child_process';
import { openCluster, fillDatabases } from './database.ts';
import { drive, freshWindows, median, type Round } from './drive.ts';
import { startApi, startServer } from './server-process.ts';
import { works } from './works.ts';

const name = process.argv[2] ?? 'me';
const rounds = Number(process.argv[3] ?? 9);
const sink = spawn(process.execPath, ['-e', `
const s = require('http').createServer((q, r) => { let n = 0; q.on('data', c => n += c.length); q.on('end', () => { r.end('{}'); }); }).listen(4399, '127.0.0.1');`], { stdio: 'inherit' });
const cluster = await openCluster(undefined);
const database = await fillDatabases(cluster, 60_000);
const work = works.find((one) => one.name === name)!;
const { teams, postmaster, dir } = database;
const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4399', OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' };
const place = { databaseUrl: teams.url, dir };
const servers = {
  before: await startServer({ ...place, name: 'before', script: '../../../work/main/src/api.ts', nodeOptions: ['--max-semi-space-size=16', '--heap-growing-percent=50'] }),
  off: await startApi({ ...place, name: 'off' }),
  on: await startApi({ ...place, name: 'on', env: on }),
  all: await startApi({ ...place, name: 'all', env: { ...on, OTEL_TRACES_SAMPLER_ARG: '1' } }),
};
const results: Record<string, Round[]> = { before: [], off: [], on: [], all: [] };
const round = async (which: keyof typeof servers, seconds: number) => {
  await freshWindows(teams.url);
  return drive(servers[which], await work.requests(teams), postmaster, { seconds });
};
const names = Object.keys(servers) as (keyof typeof servers)[];
try {
  for (const which of names) await round(which, 3);
  for (let n = 0; n < rounds; n++) {
    const turn = n % 2 ? names.toReversed() : names;
    for (const which of turn) results[which]!.push(await round(which, 2));
    console.log(n, names.map((w) => `${w} ${results[w]!.at(-1)!.rps.toFixed(0)}/s ${(results[w]!.at(-1)!.serverCpuMs * 1000).toFixed(0)}us`).join(' | '));
  }
  for (const which of names) {
    const m = (f: (r: Round) => number) => median(results[which]!.map(f));
    console.log(which, `${m((r) => r.rps).toFixed(0)}/s`, `server ${(m((r) => r.serverCpuMs) * 1000).toFixed(1)} us`, `min ${(Math.min(...results[which]!.map((r) => r.serverCpuMs)) * 1000).toFixed(1)}`, `pg ${(m((r) => r.postgresCpuMs) * 1000).toFixed(1)} us`, `p99 ${m((r) => r.p99).toFixed(1)}`);
  }
} finally {
  await Promise.all(Object.values(servers).map((s) => s.stop()));
  await cluster.close();
  sink.kill();
}
