// Tries the product on the caller's Citus cluster. URL is a database of the coordinator, in which Citus knows all nodes.
// The script makes databases of its own on all nodes. Before a release:
//
//   node_modules/.bin/node scripts/release/try-citus.ts URL [--only tests,kills,node,move,costs] [--files test/contract]
//     [--kill 'command that kills the coordinator' --start 'command that starts it' --rounds 10]
//     [--node HOST:PORT --kill-node 'command that kills this node' --start-node 'command that starts it']
//     [--plain 'address of a plain PostgreSQL on the same machine']
import { parseArgs } from 'node:util';
import { runTests } from './citus/contract.ts';
import { measureCosts } from './citus/costs.ts';
import { killCoordinator, loseNode, moveShard } from './citus/drills.ts';
import { openSite, type Site } from './citus/site.ts';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { ...text, default: 'tests,kills,node,move,costs' },
    files: { ...text, default: '' },
    rounds: { ...text, default: '10' },
    ...{ kill: text, start: text, node: text, 'kill-node': text, 'start-node': text, plain: text },
  },
});
const [url] = positionals;
if (!url) throw new Error('try-citus.ts needs the address of a database of the coordinator');

const { kill, start, node, plain, rounds } = values;
const [killNode, startNode] = [values['kill-node'], values['start-node']];
const drills: Record<string, ((site: Site) => Promise<void>) | undefined> = {
  kills:
    kill && start ? (site) => killCoordinator(site, { kill, start }, Number(rounds)) : undefined,
  node:
    node && killNode && startNode
      ? (site) => loseNode(site, node, { kill: killNode, start: startNode })
      : undefined,
  move: moveShard,
};

const only = values.only.split(',');
if (only.includes('tests')) runTests(url, values.files.split(',').filter(Boolean));
const wanted = Object.entries(drills).filter(([name]) => only.includes(name));
for (const [name, drill] of wanted)
  if (!drill) console.log(`left out: ${name}, because its commands were not given`);
const possible = wanted.flatMap(([, drill]) => drill ?? []);
if (possible.length > 0) {
  const site = await openSite(url);
  try {
    for (const drill of possible) await drill(site);
  } finally {
    await site.close();
  }
}
if (only.includes('costs')) {
  if (plain) await measureCosts(url, plain);
  else console.log('left out: costs, because --plain was not given');
}
