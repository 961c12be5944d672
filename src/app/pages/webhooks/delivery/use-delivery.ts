import { useQuery } from '@tanstack/react-query';
import type { DeliveryDetail } from '../../../../features/webhooks/delivery-detail.schema.ts';
import { trpc } from '../../../api/client.ts';

const SOON_MS = 400;
const LATER_MS = 5_000;

/** Reads a delivery again and again: an attempt that a person asks for appears within a second. */
export function useDelivery(id: string) {
  return useQuery(
    trpc.webhooks.getDelivery.queryOptions(
      { delivery_id: id },
      { refetchInterval: ({ state }) => state.data !== undefined && nextLook(state.data) },
    ),
  );
}

/** When to read the delivery again. False if nothing more happens by itself. */
function nextLook({ status, waiting, next_try_at }: DeliveryDetail): number | false {
  if (status !== 'pending' && !waiting) return false;
  const isDue = next_try_at !== null && Date.parse(next_try_at) <= Date.now() + LATER_MS;
  return waiting || isDue ? SOON_MS : LATER_MS;
}
