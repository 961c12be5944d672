// Tries the product on the caller's Citus cluster: `cli shard` and migrations after it, the contract's tests, and kills of
// the coordinator. URL is a database of the coordinator, in which Citus knows all nodes. The script makes databases of its
// own on all nodes. Before a release:
//
//   node_modules/.bin/node scripts/release/try-citus.ts URL [--only shard,tests,kills] [--files test/contract]
//     [--kill 'command that kills the coordinator' --start 'command that starts it' --rounds 10]
import { parseArgs } from 'node:util';
import { runTests } from './citus/contract.ts';
import { killCoordinator } from './citus/kills.ts';
import { tryShard } from './citus/shard.ts';
import { openSite } from './citus/site.ts';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { ...text, default: 'shard,tests,kills' },
    files: { ...text, default: '' },
    rounds: { ...text, default: '10' },
    kill: text,
    start: text,
  },
});
const [url] = positionals;
if (!url) throw new Error('try-citus.ts needs the address of a database of the coordinator');

const { kill, start, rounds } = values;
const only = values.only.split(',');
if (only.includes('shard')) await tryShard(url);
if (only.includes('tests')) runTests(url, values.files.split(',').filter(Boolean));
if (only.includes('kills') && kill && start) {
  const site = await openSite(url);
  try {
    await killCoordinator(site, { kill, start }, Number(rounds));
  } finally {
    await site.close();
  }
} else if (only.includes('kills')) {
  console.log('left out: kills, because --kill and --start were not given');
}
