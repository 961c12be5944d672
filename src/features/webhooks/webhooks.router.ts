import { editableJsonOf, editOf, jsonOf, operation, router } from '../../operation/procedure.ts';
import { ok } from '../../shared/schema/ok.ts';
import { changeEndpoint, removeEndpoint } from './change-endpoint.ts';
import { createEndpoint } from './create-endpoint.ts';
import { listDeliveries, listEndpoints } from './list-deliveries.ts';
import { replayIdInput, startReplayInput, webhookReplay } from './replay.schema.ts';
import { getReplay, startReplay, stopReplay } from './replay.ts';
import { retryDelivery } from './retry-delivery.ts';
import { MOST_REPLAYED } from './rules/require-replays-left.ts';
import { testEndpoint } from './test-endpoint.ts';
import {
  changeEndpointInput,
  createEndpointInput,
  deliveryIdInput,
  endpointEdits,
  endpointIdInput,
  listDeliveriesInput,
  listEndpointsInput,
  webhookDelivery,
  webhookDeliveryList,
  webhookEndpoint,
  webhookEndpointList,
  webhookTest,
} from './webhooks.schema.ts';

const manage = {
  scope: 'webhooks:manage',
  needsMemberDetail: false,
  app: 'change_webhooks',
} as const;
/** The answer to an attempt may repeat what the switches hide now (D192). */
const personal = 'webhook_delivery';
const tag = 'Webhooks';
const urlCheck = { field: 'url', because: 'url_not_public' } as const;
const endpointPath = '/webhook-endpoints/{endpoint_id}';
const replayPath = `${endpointPath}/replays/{replay_id}` as const;

export const webhooksRouter = router({
  listEndpoints: operation(
    { ...manage, app: 'see_webhooks' },
    {
      method: 'GET',
      path: '/webhook-endpoints',
      operationId: 'listWebhookEndpoints',
      sdk: 'webhook_endpoints.list',
      tag,
      summary: 'List webhook endpoints',
      description: 'Returns all endpoints; there are no pages.',
    },
  )
    .input(listEndpointsInput)
    .output(editableJsonOf(webhookEndpointList))
    .query(async ({ ctx }) => (await listEndpoints(ctx)).edits(endpointEdits)),

  createEndpoint: operation(
    { ...manage, app: 'make_webhook_secrets' },
    {
      method: 'POST',
      path: '/webhook-endpoints',
      operationId: 'createWebhookEndpoint',
      sdk: 'webhook_endpoints.create',
      tag,
      summary: 'Create a webhook endpoint',
      description:
        'The response holds the `secret` with which you check the signatures of events. No later response shows it: keep it. A URL that is not publicly reachable is refused with `field: url`. A team has at most 100 endpoints, and five with a host and port that has not answered an event with 2xx.',
      status: 201,
      check: urlCheck,
      target: 'url',
    },
  )
    .input(createEndpointInput)
    .output(editableJsonOf(webhookEndpoint))
    .mutation(async ({ ctx, input }) => (await createEndpoint(ctx, input)).edits(endpointEdits)),

  changeEndpoint: operation(manage, {
    method: 'PATCH',
    path: endpointPath,
    operationId: 'changeWebhookEndpoint',
    sdk: 'webhook_endpoints.update',
    tag,
    summary: 'Change a webhook endpoint',
    description:
      'A new URL counts from the next attempt on, new `events` from the next event on. The status `active` ends a pause; the events that were kept are then sent.',
    errors: ['not_found'],
    check: urlCheck,
    target: 'url',
  })
    .input(editOf(changeEndpointInput))
    .output(editableJsonOf(webhookEndpoint))
    .mutation(async ({ ctx, input }) =>
      (await changeEndpoint(ctx, input, ctx.inApp?.version)).edits(endpointEdits),
    ),

  removeEndpoint: operation(
    { ...manage, app: 'remove_webhooks' },
    {
      method: 'DELETE',
      path: endpointPath,
      operationId: 'deleteWebhookEndpoint',
      sdk: 'webhook_endpoints.delete',
      tag,
      summary: 'Delete a webhook endpoint',
      description: 'Also deletes its deliveries. Events that still wait for it are not sent.',
      errors: ['not_found'],
    },
  )
    .input(endpointIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => removeEndpoint(ctx, input.endpoint_id)),

  testEndpoint: operation(manage, {
    method: 'POST',
    path: `${endpointPath}/test`,
    operationId: 'testWebhookEndpoint',
    sdk: 'webhook_endpoints.test',
    tag,
    summary: 'Send a test event',
    description:
      'Sends one `ping` within seconds, also to a paused endpoint, which stays paused. The list of deliveries shows the result under `delivery_id`. At most ten in a minute for an endpoint; more get 429.',
    status: 202,
    errors: ['not_found'],
    sends: true,
  })
    .input(endpointIdInput)
    .output(webhookTest)
    .mutation(({ ctx, input }) => testEndpoint(ctx, input.endpoint_id)),

  startReplay: operation(manage, {
    method: 'POST',
    path: `${endpointPath}/replay`,
    operationId: 'replayWebhookEvents',
    sdk: 'webhook_endpoints.replay',
    tag,
    summary: 'Replay events',
    description:
      'Sends the events of a period again, each once, beside new events and never before them. What fails is not retried by itself: replay it with `only: failed`. The bodies have no fields that the privacy switch of the team hides now. One replay runs at an endpoint at a time, and only while it is `active`; otherwise 409. A team and its sandboxes may send 100,000 deliveries again in 24 hours.',
    status: 202,
    errors: ['not_found'],
    sends: true,
    check: { field: 'since', because: ['too_many_replayed', MOST_REPLAYED] },
  })
    .input(startReplayInput)
    .output(webhookReplay)
    .mutation(({ ctx, input }) => startReplay(ctx, input)),

  getReplay: operation(
    { ...manage, app: 'see_webhooks' },
    {
      method: 'GET',
      path: replayPath,
      operationId: 'getWebhookReplay',
      sdk: 'webhook_replays.get',
      tag,
      summary: 'Get a replay',
      description: 'Says how far it is. Replays are kept for 30 days.',
      errors: ['not_found'],
    },
  )
    .input(replayIdInput)
    .output(webhookReplay)
    .query(({ ctx, input }) => getReplay(ctx, input)),

  stopReplay: operation(manage, {
    method: 'DELETE',
    path: replayPath,
    operationId: 'stopWebhookReplay',
    sdk: 'webhook_replays.stop',
    tag,
    summary: 'Stop a replay',
    description:
      'Sends no further deliveries; at most 16 that are queued are still sent. A replay that has ended stays as it is.',
    errors: ['not_found'],
  })
    .input(replayIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => stopReplay(ctx, input)),

  listDeliveries: operation(
    { ...manage, personal, app: 'see_webhooks' },
    {
      method: 'GET',
      path: `${endpointPath}/deliveries`,
      operationId: 'listWebhookDeliveries',
      sdk: 'webhook_deliveries.list',
      tag,
      summary: 'List the latest deliveries',
      description:
        'One delivery for each event, and one more for each replay with `only: all`, newest first. Deliveries are kept for 30 days after they have ended. There are no pages.',
      errors: ['not_found'],
    },
  )
    .input(listDeliveriesInput)
    .output(jsonOf(webhookDeliveryList))
    .query(({ ctx, input }) => listDeliveries(ctx, input)),

  retryDelivery: operation(
    { ...manage, personal },
    {
      method: 'POST',
      path: '/webhook-deliveries/{delivery_id}/retry',
      operationId: 'retryWebhookDelivery',
      sdk: 'webhook_deliveries.retry',
      tag,
      summary: 'Retry a delivery now',
      description:
        'Attempts a failed delivery at once, even if it was given up or its endpoint is paused. The planned retries stay. A delivery that is queued or being attempted is left as it is; for one that is `ok`, the request is refused with `field: status`.',
      status: 202,
      errors: ['not_found'],
      sends: true,
      check: {
        field: 'status',
        because: 'delivery_arrived',
      },
    },
  )
    .input(deliveryIdInput)
    .output(jsonOf(webhookDelivery))
    .mutation(({ ctx, input }) => retryDelivery(ctx, input.delivery_id)),
});
