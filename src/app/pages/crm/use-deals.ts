import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { trpc } from '../../api/client.ts';
import type { AppOutputs } from '../../api/outputs.ts';
import { useFilters } from '../../ui/use-filters.ts';

export type FoundDeal = AppOutputs['crm']['findDeals']['data'][number];
export type FoundObjection = AppOutputs['crm']['findObjections']['data'][number];

export const outcomes = ['open', 'won', 'lost'] as const;

/** The value of the filter by owner that stands for: no member is in charge. */
export const NO_MEMBER = 'none';

const names = ['search', 'connection', 'outcome', 'owner'] as const;

/** The server refuses a longer text. */
const LONGEST_SEARCH = 200;

/** The deals that the filters in the address let through. */
export function useDeals() {
  const [values, set] = useFilters(names);
  const outcome = outcomes.find((one) => one === values.outcome);
  const search = [...(values.search ?? '').trim()].slice(0, LONGEST_SEARCH).join('');
  const list = useInfiniteQuery(
    trpc.crm.findDeals.infiniteQueryOptions(
      {
        limit: '50',
        ...(values.connection && { connection_id: values.connection }),
        ...(outcome && { outcome }),
        ...(values.owner === NO_MEMBER && { without_member: true }),
        ...(values.owner && values.owner !== NO_MEMBER && { owner_user_id: values.owner }),
        ...(search && { search }),
      },
      { getNextPageParam: (page) => page.next_cursor },
    ),
  );
  const isSearching = useSearchOn(list, search !== '');
  const hasOthers = Boolean(values.connection || outcome || values.owner);
  /** Clears the filters beside the search. */
  const clearOthers = () => set({ connection: '', outcome: '', owner: '' });
  const clear = () => set({ search: '', connection: '', outcome: '', owner: '' });
  return {
    ...{ list, values: { ...values, outcome }, search, set, isSearching },
    ...{ isFiltered: hasOthers || search !== '', hasOthers, clear, clearOthers },
  };
}

/** A search goes on by itself until so many deals are found, or so many pages were read: a million deals. */
const ENOUGH_FOUND = 10;
const MOST_PAGES = 21;

type List = {
  data: { pages: readonly { data: readonly unknown[] }[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
};

/** Each answer of a search looks at some of the deals. Returns whether the next one is asked for by itself. */
function useSearchOn(list: List, isSearch: boolean): boolean {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  const pages = data?.pages ?? [];
  const found = pages.reduce((sum, page) => sum + page.data.length, 0);
  const goesOn =
    isSearch && hasNextPage && !isError && found < ENOUGH_FOUND && pages.length < MOST_PAGES;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  return goesOn;
}
