import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { DAY_MS } from '../../../shared/time/durations.ts';
import { nextPage, trpc } from '../../api/client.ts';
import type { AppOutputs } from '../../api/outputs.ts';
import { useFilters } from '../../ui/use-filters.ts';

export type FoundDeal = AppOutputs['crm']['listDeals']['data'][number];
export type FoundObjection = AppOutputs['crm']['listObjections']['data'][number];

export const outcomes = ['open', 'won', 'lost'] as const;

/** The value of the owner filter for deals without a member in charge. */
export const NO_MEMBER = 'none';

const names = ['search', 'connection', 'outcome', 'owner', 'closes', 'sort'] as const;

/** The orders in the address: the column of the amount, after a minus downwards. */
const orders = { amount: 'amount_asc', '-amount': 'amount_desc' } as const;
export const sorts = Object.keys(orders) as (keyof typeof orders)[];

/** The periods of the filter by day of closing. */
export const closings = ['past', 'd30', 'd90'] as const;

/** The server refuses a longer text. */
const LONGEST_SEARCH = 200;

/** The deals that the filters in the address let through. */
export function useDeals() {
  const [values, set] = useFilters(names);
  const outcome = outcomes.find((one) => one === values.outcome);
  const search = [...(values.search ?? '').trim()].slice(0, LONGEST_SEARCH).join('');
  const closes = closings.find((one) => one === values.closes);
  const filter = {
    ...(values.connection && { connection_id: values.connection }),
    ...(outcome && { outcome }),
    ...(values.owner === NO_MEMBER && { without_member: true }),
    ...(values.owner && values.owner !== NO_MEMBER && { owner_user_id: values.owner }),
    ...(closes && daysOf(closes)),
    ...(search && { search }),
  };
  const sort = sorts.find((one) => one === values.sort);
  const list = useInfiniteQuery(
    trpc.crm.listDeals.infiniteQueryOptions(
      { limit: '50', ...filter, ...(sort && { order: orders[sort] }) },
      nextPage,
    ),
  );
  const isSearching = useSearchOn(list, search !== '');
  return {
    list,
    values: { ...values, outcome, closes },
    filter,
    search,
    set,
    sorting: { order: sort, onSort: (next: string) => set({ sort: next }) },
    isSearching,
    isFiltered: Object.keys(filter).length > 0,
  };
}

const DAYS = { d30: 30, d90: 90 } as const;

/** The first and the last day of the period. The day of closing has no time zone. */
function daysOf(closes: (typeof closings)[number]): { closes_from?: string; closes_to: string } {
  const dayIn = (days: number) =>
    new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
  if (closes === 'past') return { closes_to: dayIn(-1) };
  return { closes_from: dayIn(0), closes_to: dayIn(DAYS[closes]) };
}

/** A search continues by itself until it has found this many deals, or has read this many pages: a million deals. */
const ENOUGH_FOUND = 10;
const MOST_PAGES = 21;

type List = {
  data: { pages: readonly { data: readonly unknown[] }[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
};

/** Continues a search whose last answer covered only some of the deals. Returns whether it continues by itself. */
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
