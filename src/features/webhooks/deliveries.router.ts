import { router, teamProcedure } from '../../operation/procedure.ts';
import { listTotal } from '../../shared/schema/page-schema.ts';
import { countDeliveries, countDeliveryValues } from './count-deliveries.ts';
import { deliveryDetail } from './delivery-detail.schema.ts';
import {
  endpointDetail,
  endpointHealth,
  endpointHealthInput,
  replacedSecret,
} from './endpoint-detail.schema.ts';
import { getDelivery } from './get-delivery.ts';
import { getEndpoint } from './get-endpoint.ts';
import { getEndpointHealth } from './get-endpoint-health.ts';
import { getRetryProgress } from './get-retry-progress.ts';
import {
  countDeliveriesInput,
  countValuesInput,
  deliveryValues,
  foundDeliveries,
  listAllDeliveriesInput,
} from './list-all-deliveries.schema.ts';
import { listAllDeliveries } from './list-all-deliveries.ts';
import { listListeners } from './list-listeners.ts';
import { listenerList, listenersInput } from './listeners.schema.ts';
import { replaceSecret } from './replace-secret.ts';
import { previewReplayInput, replayPreview } from './replay.schema.ts';
import { previewReplay } from './replay.ts';
import { retryAllInput, retryIdInput, retryPreview, retryProgress } from './retry-all.schema.ts';
import { endRetries, previewRetries, retryAll } from './retry-all.ts';
import { signExample } from './sign-example.ts';
import { signedExample, signedExampleInput } from './signed-example.schema.ts';
import { deliveryIdInput, endpointIdInput } from './webhooks.schema.ts';

const section = 'Webhooks';

/** What only the app shows of webhooks, and does with them. */
export const deliveriesRouter = router({
  getDelivery: teamProcedure('see_webhooks', {
    name: 'webhooks.getDelivery',
    section,
    personal: 'delivery',
  })
    .input(deliveryIdInput)
    .output(deliveryDetail)
    .query(({ ctx, input }) => getDelivery(ctx, input.delivery_id)),

  listAllDeliveries: teamProcedure('see_webhooks', {
    name: 'webhooks.listAllDeliveries',
    section,
    personal: 'webhook_delivery',
  })
    .input(listAllDeliveriesInput)
    .output(foundDeliveries)
    .query(({ ctx, input }) => listAllDeliveries(ctx, input)),

  countDeliveries: teamProcedure('see_webhooks')
    .input(countDeliveriesInput)
    .output(listTotal)
    .query(({ ctx, input }) => countDeliveries(ctx, input)),

  countDeliveryValues: teamProcedure('see_webhooks')
    .input(countValuesInput)
    .output(deliveryValues)
    .query(({ ctx, input }) => countDeliveryValues(ctx, input)),

  listListeners: teamProcedure('see_webhooks')
    .input(listenersInput)
    .output(listenerList)
    .query(({ ctx }) => listListeners(ctx)),

  getEndpoint: teamProcedure('see_webhooks')
    .input(endpointIdInput)
    .output(endpointDetail)
    .query(({ ctx, input }) => getEndpoint(ctx, input.endpoint_id)),

  endpointHealth: teamProcedure('see_webhooks')
    .input(endpointHealthInput)
    .output(endpointHealth)
    .query(({ ctx, input }) => getEndpointHealth(ctx, input)),

  previewRetries: teamProcedure('see_webhooks')
    .input(retryAllInput)
    .output(retryPreview)
    .query(({ ctx, input }) => previewRetries(ctx, input)),

  previewReplay: teamProcedure('see_webhooks')
    .input(previewReplayInput)
    .output(replayPreview)
    .query(({ ctx, input }) => previewReplay(ctx, input)),

  retryAll: teamProcedure('change_webhooks', { sends: true })
    .input(retryAllInput)
    .output(retryProgress)
    .mutation(({ ctx, input }) => retryAll(ctx, input)),

  retryProgress: teamProcedure('see_webhooks')
    .input(retryIdInput)
    .output(retryProgress)
    .query(({ ctx, input }) => getRetryProgress(ctx, input.retry_id)),

  endRetries: teamProcedure('change_webhooks')
    .input(retryIdInput)
    .output(retryProgress)
    .mutation(({ ctx, input }) => endRetries(ctx, input.retry_id)),

  replaceSecret: teamProcedure('make_webhook_secrets')
    .input(endpointIdInput)
    .output(replacedSecret)
    .mutation(({ ctx, input }) => replaceSecret(ctx, input.endpoint_id)),

  signedExample: teamProcedure('make_webhook_secrets')
    .input(signedExampleInput)
    .output(signedExample)
    .mutation(({ ctx, input }) => signExample(ctx, input)),
});
