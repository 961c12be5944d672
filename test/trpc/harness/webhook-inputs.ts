import { randomUUID } from 'node:crypto';
import { makeSession } from '../../harness/app.ts';
import { insertDelivery, insertEndpoint, triedOnce } from '../../harness/rows.ts';
import type { World } from '../../harness/world.ts';

/** An input of each procedure that only the app has, for webhooks, threads, sandboxes and command lines. */
export const webhookInputs: Record<string, (world: World) => Promise<unknown> | unknown> = {
  'thread.get': async ({ team }) => {
    const { app } = await makeSession(team, team.owner);
    const [entry] = (await app.auditLog.list.query({ limit: '1' })).data;
    return { of: 'entry', id: entry?.id };
  },
  'thread.getTeamOfRequest': () => ({ request_id: randomUUID() }),
  'tryOut.trigger': () => ({ name: 'training.completed' }),
  'tryOut.outcome': () => ({ request_id: randomUUID() }),
  'tryOut.endChangeFeed': () => ({}),
  'tryOut.passTime': ({ endpoint }) => ({ endpoint_id: endpoint, time: '1m' }),
  'tryOut.mails': () => ({}),
  'commandLine.trigger': () => ({ name: 'training.completed' }),
  'commandLine.outcome': () => ({ request_id: randomUUID() }),
  'commandLine.passTime': ({ endpoint }) => ({ endpoint_id: endpoint, time: '1m' }),
  'webhooks.listListeners': () => ({}),
  'webhooks.getEndpoint': ({ endpoint }) => ({ endpoint_id: endpoint }),
  'webhooks.endpointHealth': ({ endpoint }) => ({ endpoint_id: endpoint, period: '7d' }),
  'webhooks.listAllDeliveries': ({ endpoint }) => ({
    endpoint_id: endpoint,
    event_id: 'evt_1',
    object_id: 'mem_1',
  }),
  'webhooks.countDeliveries': ({ endpoint }) => ({ endpoint_id: endpoint, status: 'ok' }),
  'webhooks.countDeliveryValues': ({ endpoint }) => ({ endpoint_id: endpoint, status: 'ok' }),
  'webhooks.previewRetries': ({ endpoint }) => ({ endpoint_id: endpoint }),
  'webhooks.previewReplay': ({ endpoint, team }) => ({
    endpoint_id: endpoint,
    since: team.api.clock.now().toISOString(),
  }),
  'webhooks.retryAll': async ({ team }) => {
    const endpoint_id = await insertEndpoint(team);
    await insertDelivery(team, { endpoint_id, ...triedOnce });
    return { endpoint_id };
  },
  'webhooks.retryProgress': ({ team }) => makeRetry(team),
  'webhooks.endRetries': ({ team }) => makeRetry(team),
  'webhooks.replaceSecret': async ({ team }) => ({ endpoint_id: await makeEndpoint(team) }),
  'webhooks.signedExample': async ({ team }) => ({
    endpoint_id: await makeEndpoint(team),
    target: 'http://localhost:8080/',
    type: 'training.completed',
  }),
  'events.listKept': () => ({ type: 'member.joined' }),
  'events.count': () => ({ type: 'member.joined' }),
  'events.subjects': () => ({ event_ids: ['evt_1'] }),
  'events.get': async ({ team }) => {
    const { body } = await team.request('GET', '/events');
    await team.addMember();
    const page = await team.request('GET', `/events?cursor=${body.cursor}`);
    return { event_id: page.body.data[0]?.id };
  },
  'events.readers': () => ({}),
  'webhooks.getDelivery': ({ delivery }) => ({ delivery_id: delivery }),
};

async function makeRetry(team: World['team']): Promise<{ retry_id: string }> {
  const endpoint_id = await insertEndpoint(team);
  await insertDelivery(team, { endpoint_id, ...triedOnce });
  const { app } = await makeSession(team, team.owner);
  return { retry_id: (await app.webhooks.retryAll.mutate({ endpoint_id })).retry_id };
}

/** An endpoint whose secret can be opened. */
async function makeEndpoint(team: World['team']): Promise<string> {
  const body = { url: 'https://hooks.example.com/team-api', events: ['member.joined'] };
  return String((await team.request('POST', '/webhook-endpoints', { body })).body.id);
}
