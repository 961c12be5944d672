import { useInfiniteQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';

/** The deals that the list shows. The objections take the names of their deals from the same answer. */
export function useDeals() {
  return useInfiniteQuery(
    trpc.crm.listDeals.infiniteQueryOptions(
      { limit: '50' },
      { getNextPageParam: (page) => page.next_cursor },
    ),
  );
}
