// `npm run bench`: the product beside a short rival on the same database. See docs/performance.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fullSize, openBenchDatabase, quickSize } from './database.ts';
import { measureDepth, measureMemory, measureWork } from './measure.ts';
import { type Finding, printReport } from './report.ts';
import { startServer } from './server-process.ts';
import { works } from './works.ts';

const parts = [...works.map(({ name }) => name), 'deep', 'memory'];
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: parts.join(',') },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    quick: { type: 'boolean', default: false },
    data: { type: 'string' },
  },
});
const only = options.only.split(',');
const unknown = only.filter((name) => !parts.includes(name));
const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)];
if (unknown.length > 0 || !(rounds >= 1) || !(seconds >= 1)) {
  console.error(`npm run bench -- [--only ${parts.join(',')}] [--rounds N] [--seconds N]
  [--quick]     a tenth of the rows and of the requests
  [--data DIR]  keep the filled database there for the next run`);
  process.exit(1);
}

const results = path.resolve(import.meta.dirname, '../../bench-results');
mkdirSync(results, { recursive: true });
const size = options.quick ? quickSize : fullSize;
const database = await openBenchDatabase(size, options.data && path.resolve(options.data));
const env = (url: string) => ({
  DATABASE_URL: url,
  ENCRYPTION_KEY: database.encryptionKey,
  LOG_LEVEL: 'info',
  NODE_ENV: 'production',
});
const product = (name: string, url: string) =>
  startServer({
    name,
    script: 'src/api.ts',
    env: env(url),
    logFile: path.join(database.dir, `${name}.log`),
    readyPath: '/readyz',
  });
const servers = {
  product: await product('product', database.teams.url),
  small: await product('small', database.small.url),
  baseline: await startServer({
    name: 'baseline',
    script: 'scripts/bench/baseline.ts',
    env: env(database.teams.url),
    logFile: path.join(database.dir, 'baseline.log'),
    readyPath: '/',
  }),
};

const findings: Finding[] = [];
const startFresh = () => product('fresh', database.teams.url);
const plan = { database, servers, startFresh, rounds, seconds };
try {
  for (const work of works.filter(({ name }) => only.includes(name))) {
    findings.push(await measureWork(plan, work));
  }
  if (only.includes('deep')) findings.push(await measureDepth(plan));
  if (only.includes('memory')) findings.push(await measureMemory(plan, options.quick ? 0.1 : 1));
} finally {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  await database.close();
}
const machine = { cpus: os.cpus().map(({ model }) => model), node: process.version, options };
writeFileSync(
  path.join(results, 'latest.json'),
  `${JSON.stringify({ at: new Date(), machine, findings }, null, 2)}\n`,
);
printReport(findings);
process.exitCode = findings.every(({ passed }) => passed) ? 0 : 1;
