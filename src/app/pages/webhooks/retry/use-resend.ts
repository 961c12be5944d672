import { useQuery } from '@tanstack/react-query';
import { subscribableEvents } from '../../../../features/webhooks/subscribable-events.ts';
import { client, trpc } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import type { DeliveryFilter } from '../deliveries/use-delivery-filters.ts';

export const resendChoices = ['failed', 'gave_up', 'pending', 'all'] as const;

type Chosen = {
  choice: (typeof resendChoices)[number];
  filter: DeliveryFilter;
  /** Null: from the beginning. Empty: nothing is chosen yet. */
  from: string | null;
  /** The beginning of all kept events. */
  oldest: string;
};

/** Counts what is chosen, and sends it again: deliveries that have failed, or all events of one endpoint. */
export function useResend(chosen: Chosen, onStarted: (retryId: string) => void) {
  const { choice, filter, from, oldest } = chosen;
  const { from: _, ...others } = filter;
  const isAll = choice === 'all';
  const input = { ...others, ...(from && { from }), status: isAll ? undefined : choice };
  const events = subscribableEvents.filter((one) => one === filter.type);
  const all = {
    endpoint_id: filter.endpoint_id ?? '',
    since: from || oldest,
    ...(filter.to && { until: filter.to }),
    ...(events.length > 0 && { events }),
  };
  const failed = useQuery(
    trpc.webhooks.previewRetries.queryOptions(input, {
      staleTime: 0,
      enabled: !isAll && from !== '',
    }),
  );
  const kept = useQuery(
    trpc.webhooks.previewReplay.queryOptions(all, { staleTime: 0, enabled: isAll && from !== '' }),
  );
  const retry = useAction(client.webhooks.retryAll.mutate, ({ retry_id }) => onStarted(retry_id));
  const replay = useAction(client.webhooks.startReplay.mutate, ({ replay_id }) =>
    onStarted(replay_id),
  );
  return {
    failed: isAll ? undefined : failed.data,
    kept: isAll ? kept.data : undefined,
    count: (isAll ? kept : failed).data?.count,
    isWhole: isAll ? kept.data?.is_whole === true : failed.data?.counted_back_to === null,
    error: (isAll ? kept : failed).error ?? retry.error ?? replay.error,
    isBusy: retry.isBusy || replay.isBusy,
    run: () => (isAll ? replay.run({ ...all, only: 'all' }) : retry.run(input)),
  };
}
