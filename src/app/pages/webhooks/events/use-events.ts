import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { FindEventsInput } from '../../../../features/events/kept-events.schema.ts';
import { trpc } from '../../../api/client.ts';
import { totalOf } from '../../../ui/list-view.tsx';

const FRESH_MS = 4_000;
const COUNT_MS = 15_000;

type Filter = Pick<FindEventsInput, 'type' | 'from'>;

/** While the person reads the first page, new events appear by themselves, and what became of the others. */
export function useEvents(filter: Filter) {
  const list = useInfiniteQuery(
    trpc.events.find.infiniteQueryOptions(
      { limit: '50', ...filter },
      {
        getNextPageParam: (page) => page.next_cursor,
        refetchInterval: ({ state }) => state.data?.pages.length === 1 && FRESH_MS,
      },
    ),
  );
  const counting = { enabled: list.hasNextPage, refetchInterval: COUNT_MS };
  const counted = useQuery(trpc.events.count.queryOptions(filter, counting));
  return { list, total: totalOf(list, counted.data) };
}
