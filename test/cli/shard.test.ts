import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { faultsOf, type Node, type NodeReport } from '../../src/cli/shard/nodes.ts';
import { encryptionKey } from '../harness/api.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

test.each([[[]], [['--check']]])(
  'shard %j needs Citus, and says where to read about it',
  async (flags) => {
    const env = { DATABASE_URL: database().url, ENCRYPTION_KEY: encryptionKey };
    const { code, stderr } = await run(['shard', ...flags], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/no extension citus.* docs\/operations\.md#citus/);
  },
);

const report: NodeReport = {
  citus: '13.0-3',
  postgres: 15,
  prepared: 200,
  connections: 100,
  zone: 'Etc/UTC',
  locale: 'UTF8 c C C',
};
const good: Node[] = ['coordinator', 'one', 'two'].map((host) => ({
  name: `${host}:5432`,
  isCoordinator: host === 'coordinator',
  hasShards: host !== 'coordinator',
  isActive: true,
  report,
  failure: null,
}));

const withOne = (change: Partial<Node>): Node[] =>
  good.map((node, index) => (index === 1 ? { ...node, ...change } : node));

test('nodes that agree have no fault', () => {
  expect(faultsOf(good)).toEqual([]);
});

test.each([
  [
    'does not answer',
    { report: null, failure: 'connection refused' },
    /connection refused.*start it/,
  ],
  ['is not active', { isActive: false }, /citus_activate_node/],
  ['has no extension', { report: { ...report, citus: null } }, /create extension citus/],
  ['has an old Citus', { report: { ...report, citus: '12.1-1' } }, /install Citus 13/],
  ['has another Citus', { report: { ...report, citus: '13.2-1' } }, /the coordinator 13.0-3/],
  [
    'has another PostgreSQL',
    { report: { ...report, postgres: 16 } },
    /the same version on all nodes/,
  ],
  ['has too few prepared', { report: { ...report, prepared: 99 } }, /set it to 100 or more/],
  ['has another zone', { report: { ...report, zone: 'Europe/Berlin' } }, /set timezone = 'UTC'/],
  [
    'has another locale',
    { report: { ...report, locale: 'UTF8 c de_DE de_DE' } },
    /the same encoding/,
  ],
] as [string, Partial<Node>, RegExp][])('a node that %s is a fault', (_, change, message) => {
  const faults = faultsOf(withOne(change));
  expect(faults.join()).toMatch(message);
  expect(faults.every((fault) => fault.startsWith('one:5432 '))).toBe(true);
});

test('if the coordinator does not answer, this is the only fault in the report', () => {
  const silent = good.map((node) =>
    node.isCoordinator ? { ...node, report: null, failure: 'refused' } : node,
  );
  expect(faultsOf(silent)).toEqual([
    expect.stringContaining('coordinator:5432 does not answer (refused)'),
  ]);
});

test('all nodes must reach the coordinator, and one must take shards', () => {
  expect(faultsOf(good.slice(1)).join()).toMatch(/citus_set_coordinator_host/);
  expect(faultsOf(good.slice(0, 1)).join()).toMatch(/citus_add_node/);
  const local = good.map((node) =>
    node.isCoordinator ? { ...node, name: 'localhost:5432' } : node,
  );
  expect(faultsOf(local).join()).toMatch(/reach the coordinator as localhost/);
});
