import type { FoundDelivery } from '../../features/webhooks/list-all-deliveries.schema.ts';
import type { StateOf } from '../../shared/web/states.ts';
import { State } from '../ui/state.tsx';

type Props = Pick<FoundDelivery, 'status' | 'attempt' | 'next_try_at'>;

export function DeliveryStatus(delivery: Props) {
  return <State is={deliveryState(delivery)} noun="delivery" />;
}

/** The state as a person sees it. The search of deliveries finds the same states. */
export function deliveryState({ status, attempt, next_try_at }: Props): StateOf<'delivery'> {
  if (status !== 'pending') return status;
  // Without a planned attempt, the endpoint is switched off or paused.
  if (next_try_at === null) return 'held';
  return attempt === 0 ? 'queued' : 'retrying';
}
