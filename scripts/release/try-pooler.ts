// Tries PgBouncer in transaction mode between the product and PostgreSQL: first what works through it, and then the
// contract's tests. It starts both servers. docs/operations.md#pooler shows the result.
//
//   node_modules/.bin/node scripts/release/try-pooler.ts PATH_TO_PGBOUNCER [--facts]    (--facts: without the tests)
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { startCluster } from '../../src/embedded-postgres/cluster.ts';
import { removeLocation } from '../../src/embedded-postgres/location.ts';
import { createLogger } from '../../src/shared/log.ts';
import { startPgBouncer } from '../../test/harness/pgbouncer.ts';
import { facts, type Ways } from './pooler/facts.ts';

const [program, flag] = process.argv.slice(2);
if (!program) {
  console.error('Give the path to PgBouncer: try-pooler.ts PATH_TO_PGBOUNCER');
  process.exit(1);
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-pooler-'));
chmodSync(folder, 0o711);
const cluster = await startCluster({ dir: path.join(folder, 'data') });
await migrate(cluster.url, createLogger('warn'));
// There is one connection, on which two clients take turns.
const settings = { default_pool_size: 1, query_wait_timeout: 2 };
const pgbouncer = await startPgBouncer(program, {
  folder,
  databaseServer: cluster.url,
  settings,
});
try {
  const pooled = new URL(cluster.url);
  pooled.host = pgbouncer.address;
  await tellFacts({ direct: cluster.url, pooled: pooled.href });
} finally {
  await pgbouncer.stop();
  await cluster.stop();
  await removeLocation(path.join(folder, 'data'));
  await removeLocation(folder);
}
if (flag !== '--facts') {
  const words = ['scripts/test.mjs', 'test/contract', 'test/features'];
  const env = { ...process.env, PGBOUNCER: program };
  const { status } = spawnSync(process.execPath, words, { env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

async function tellFacts(ways: Ways): Promise<void> {
  console.log('| through PgBouncer in transaction mode | works | so |\n| --- | --- | --- |');
  for (const { name, works, so, try: tryIt } of facts) {
    const does = await tryIt(ways);
    const verdict = does ? 'yes' : 'no';
    console.log(`| ${name} | ${does === works ? verdict : `${verdict}, UNEXPECTED`} | ${so} |`);
    if (does !== works) process.exitCode = 1;
  }
}
