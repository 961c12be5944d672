import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  FindEventsInput,
  FoundEvents,
} from '../../../../features/events/kept-events.schema.ts';
import { client, trpc } from '../../../api/client.ts';
import { totalOf } from '../../../ui/list-view.tsx';

const FRESH_MS = 4_000;
const COUNT_MS = 15_000;

type Filter = Pick<FindEventsInput, 'type' | 'from'>;

/** While the person reads the first page, new events appear by themselves, and what became of the others. */
export function useEvents(filter: Filter) {
  const input = { limit: '50', ...filter };
  const options = trpc.events.find.infiniteQueryOptions(input, {
    getNextPageParam: (page) => page.next_cursor,
  });
  const list = useInfiniteQuery(options);
  const queryClient = useQueryClient();
  const pages = list.data?.pages ?? [];
  useQuery({
    queryKey: ['live-events', filter],
    enabled: pages.length === 1,
    refetchInterval: FRESH_MS,
    gcTime: 0,
    queryFn: async () => {
      const known = pages[0]?.data[0]?.id;
      const page = await client.events.find.query({ ...input, ...(known && { known }) });
      queryClient.setQueryData(options.queryKey, (before) => {
        const [shown, ...more] = before?.pages ?? [];
        // The person may have loaded a further page meanwhile.
        if (!before || !shown || more.length > 0) return before;
        return { ...before, pages: [withSubjects(page, shown)] };
      });
      return page.next_cursor;
    },
  });
  const counting = { enabled: list.hasNextPage, refetchInterval: COUNT_MS };
  const counted = useQuery(trpc.events.count.queryOptions(filter, counting));
  return { list, total: totalOf(list, counted.data) };
}

/** The page with what the events of before are about. That stays as it was, so the server does not look it up again. */
function withSubjects(page: FoundEvents, before: FoundEvents): FoundEvents {
  const known = new Map(before.data.map((event) => [event.id, event]));
  const data = page.data.map((event) => {
    const { deliveries, readers } = event;
    return { ...event, ...known.get(event.id), deliveries, readers };
  });
  return { ...page, data };
}
