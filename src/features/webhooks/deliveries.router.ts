import { router, teamProcedure } from '../../operation/procedure.ts';
import { deliveryDetail } from './delivery-detail.schema.ts';
import { getDelivery } from './get-delivery.ts';
import { deliveryIdInput } from './webhooks.schema.ts';

const shown = { section: 'Webhooks', personal: 'delivery' } as const;

/** What only the app shows of webhooks, and does with them. */
export const deliveriesRouter = router({
  getDelivery: teamProcedure('see_webhooks', { name: 'webhooks.getDelivery', ...shown })
    .input(deliveryIdInput)
    .output(deliveryDetail)
    .query(({ ctx, input }) => getDelivery(ctx, input.delivery_id)),
});
