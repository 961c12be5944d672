import { useInfiniteQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import type { AppOutputs } from '../../api/outputs.ts';
import { useFilters } from '../../ui/use-filters.ts';

export type FoundDeal = AppOutputs['crm']['findDeals']['data'][number];
export type FoundObjection = AppOutputs['crm']['findObjections']['data'][number];

export const outcomes = ['open', 'won', 'lost'] as const;

const names = ['connection', 'outcome', 'owner'] as const;

/** The deals that the filters in the address let through. */
export function useDeals() {
  const [values, set] = useFilters(names);
  const outcome = outcomes.find((one) => one === values.outcome);
  const list = useInfiniteQuery(
    trpc.crm.findDeals.infiniteQueryOptions(
      {
        limit: '50',
        ...(values.connection && { connection_id: values.connection }),
        ...(outcome && { outcome }),
        ...(values.owner && { owner_user_id: values.owner }),
      },
      { getNextPageParam: (page) => page.next_cursor },
    ),
  );
  const isFiltered = Boolean(values.connection || outcome || values.owner);
  const clear = () => set({ connection: '', outcome: '', owner: '' });
  return { list, values: { ...values, outcome }, set, isFiltered, clear };
}
