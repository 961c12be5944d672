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

/**
 * The queries about a team that only the primary answers, because they read what workers write without
 * pause, or keys. A query that is not here is read from replicas: if a new one is missing, look at its
 * tables before you add it.
 */
const onPrimary = [
  'GET /webhook-endpoints',
  'GET /webhook-endpoints/{endpoint_id}/deliveries',
  'sandboxes.list',
  'technicalContact.get',
  'apiKeys.list',
  'apiKeys.get',
  'members.directory',
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
  'webhooks.listEndpoints',
  'webhooks.listDeliveries',
  'webhooks.getDelivery',
  'webhooks.findDeliveries',
  'webhooks.listListeners',
  'webhooks.getEndpoint',
  'webhooks.endpointHealth',
  'webhooks.previewRetries',
  'webhooks.retryProgress',
  'commandLine.logins',
  'commandLine.logs',
  'auditLog.list',
  'requestLog.list',
  'requestLog.counts',
  'requestLog.errors',
  'requestLog.usage',
  'thread.find',
  'search.find',
];

/** Who has answered: a query that no replica may answer is counted as such each time. */
async function isForPrimary(ask: () => Promise<unknown>): Promise<boolean | undefined> {
  for (let n = 0; n < 50; n += 1) {
    await caughtUp(replicated());
    const before = counts(replicated());
    await ask();
    const after = counts(replicated());
    if ((after.primary.unmarked ?? 0) > (before.primary.unmarked ?? 0)) return true;
    if (after.ofReplicas > before.ofReplicas) return false;
    const sum = (all: object) => Object.values(all).reduce((total, each) => total + each, 0);
    if (sum(after.primary) === sum(before.primary)) return undefined;
  }
  throw new Error('Neither a replica nor the primary has answered');
}

test('these queries, and no others, are answered by the primary', async () => {
  const found: string[] = [];
  for (const route of routes.filter(({ type }) => type === 'query')) {
    const { path } = await validRequest(route, world);
    if (await isForPrimary(() => world.team.request('GET', path))) found.push(nameOf(route));
  }
  const owner = await makeSession(world.team, world.team.owner);
  const { terminal } = await makeCommandLine(world.team, world.team.owner);
  for (const procedure of procedures.filter(({ type }) => type === 'query')) {
    const isForCommandLine = rights[procedure.meta.permission.app].who === 'command_line';
    const browser = isForCommandLine ? terminal : owner;
    const input = await validInput(procedure, world, browser);
    const ask = () => browser.call(procedure.name, 'query', input);
    if (await isForPrimary(ask)) found.push(procedure.name);
  }
  expect(found.toSorted()).toEqual(onPrimary.toSorted());
}, 180_000);
