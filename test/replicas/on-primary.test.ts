import { beforeAll, expect, test } from 'vitest';
import { rights } from '../../src/auth/rights.ts';
import { routes } from '../../src/rest/routes.ts';
import { makeCommandLine, makeSession } from '../harness/app.ts';
import { procedures } from '../harness/app-answers.ts';
import { nameOf } from '../harness/routes.ts';
import { validRequest } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { validInput } from '../trpc/harness/inputs.ts';
import { caughtUp, counts, useReplicas } from './harness/use-replicas.ts';

const replicated = useReplicas();
let world: World;

beforeAll(async () => {
  await makeGlobalCatalog(replicated().api);
  world = await makeWorld(replicated().api, { seats: 1_000 });
});

const ofCommandLine = ({ meta }: (typeof procedures)[number]) =>
  rights[meta.permission.app].who === 'command_line';

/**
 * The queries about a team that only the primary answers: they read keys, or tables that workers write all
 * the time. Replicas answer every other query. Look at the tables of a new query before you add it here.
 */
const onPrimary = [
  'GET /erasures',
  'GET /events',
  'GET /webhook-endpoints',
  'GET /webhook-endpoints/{endpoint_id}/deliveries',
  'GET /webhook-endpoints/{endpoint_id}/replays/{replay_id}',
  'sandboxes.list',
  'savedViews.list',
  'technicalContact.get',
  'apiKeys.list',
  'apiKeys.get',
  'members.directory',
  'members.erased',
  'members.erasureNews',
  'members.erasurePreview',
  'members.removalPreview',
  'members.former',
  'crm.providers',
  'crm.connections',
  'crm.getConnection',
  'crm.findDeals',
  'crm.getDeal',
  'crm.explainMissing',
  'crm.findObjections',
  'crm.runs',
  'crm.getRun',
  'events.list',
  'events.find',
  'events.count',
  'events.subjects',
  'events.get',
  'events.readers',
  'webhooks.listEndpoints',
  'webhooks.listDeliveries',
  'webhooks.getDelivery',
  'webhooks.findDeliveries',
  'webhooks.countDeliveries',
  'webhooks.countDeliveryValues',
  'webhooks.listListeners',
  'webhooks.getEndpoint',
  'webhooks.endpointHealth',
  'webhooks.getReplay',
  'webhooks.previewReplay',
  'webhooks.previewRetries',
  'webhooks.retryProgress',
  'commandLine.logins',
  'auditLog.list',
  'pulse.get',
  'requestLog.list',
  'requestLog.counts',
  'requestLog.errors',
  'requestLog.usage',
  'thread.find',
  'search.find',
];

const queries = procedures.filter(({ type }) => type === 'query');

/** Says which server answered. A query that only the primary may answer has a counter of its own. */
async function isForPrimary(ask: () => Promise<unknown>): Promise<boolean | undefined> {
  for (let n = 0; n < 50; n += 1) {
    const before = counts(replicated());
    await ask();
    const after = counts(replicated());
    if ((after.primary.unmarked ?? 0) > (before.primary.unmarked ?? 0)) return true;
    if (after.ofReplicas > before.ofReplicas) return false;
    const sum = (all: object) => Object.values(all).reduce((total, each) => total + each, 0);
    if (sum(after.primary) === sum(before.primary)) return undefined;
    await caughtUp(replicated());
  }
  throw new Error('Neither a replica nor the primary has answered');
}

type NamedQuery = { name: string; ask: () => Promise<unknown> };

async function allQueries(): Promise<NamedQuery[]> {
  const requests: NamedQuery[] = [];
  for (const route of routes.filter(({ type }) => type === 'query')) {
    const { path } = await validRequest(route, world);
    requests.push({ name: nameOf(route), ask: () => world.team.request('GET', path) });
  }
  const owner = await makeSession(world.team, world.team.owner);
  for (const procedure of queries.filter((one) => !ofCommandLine(one))) {
    const { name } = procedure;
    const input = await validInput(procedure, world, owner);
    requests.push({ name, ask: () => owner.call(name, 'query', input) });
  }
  return requests;
}

test('the queries that only the primary answers are those of the list', async () => {
  const requested = await allQueries();
  // The rows that this test writes raise no watermarks. A replica that lacks them would answer without them.
  await caughtUp(replicated());
  const found: string[] = [];
  for (const { name, ask } of requested) if (await isForPrimary(ask)) found.push(name);
  expect(found.toSorted()).toEqual(onPrimary.toSorted());
}, 180_000);

test('the primary alone answers the queries of a command line', async () => {
  const { terminal } = await makeCommandLine(world.team, world.team.owner);
  const before = counts(replicated());
  const pending = queries.filter(ofCommandLine);
  for (const procedure of pending) {
    const input = await validInput(procedure, world, terminal);
    await terminal.call(procedure.name, 'query', input);
  }
  expect(pending.map(({ name }) => name)).toContain('commandLine.logs');
  expect(counts(replicated())).toEqual(before);
});
