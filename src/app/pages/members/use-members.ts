import { useInfiniteQuery } from '@tanstack/react-query';
import type { MemberInApp, MemberOrder } from '../../../features/members/members-in-app.schema.ts';
import { MINUTE_MS } from '../../../shared/time/durations.ts';
import { nextPage, trpc } from '../../api/client.ts';
import type { Sorting } from '../../ui/table-head.tsx';
import { roles, states } from './member-filters.tsx';

const LOOK_MS = 2_000;

/** True for an invitation of the last minute whose mail leaves now and has neither been sent nor refused. */
function isBeingSent({ invitation }: MemberInApp): boolean {
  if (invitation?.mail !== 'waiting' || invitation.mail_at !== null) return false;
  return Date.now() - Date.parse(invitation.sent_at) < MINUTE_MS;
}

/** How often members are read, while an invitation is being sent. */
export const invitationLook = (members: readonly MemberInApp[]): number | false =>
  members.some(isBeingSent) ? LOOK_MS : false;

type Filters = Partial<Record<'search' | 'role' | 'status' | 'sort', string>>;

/** The orders in the address: a column of the table, after a minus downwards. */
const orders = new Map<string, MemberOrder>([
  ['oldest', 'oldest'],
  ['person', 'name_asc'],
  ['-person', 'name_desc'],
  ['trained', 'trained_asc'],
  ['-trained', 'trained_desc'],
]);

/** What the titles of the table need. The order of the memberships was in addresses before the others. */
export function memberSorting(sort: string | undefined, onSort: (sort: string) => void): Sorting {
  const order = sort === 'oldest' ? 'since' : sort;
  return {
    order: order && orders.has(sort ?? '') ? order : '-since',
    onSort: (next) => onSort(next === 'since' ? 'oldest' : next === '-since' ? '' : next),
  };
}

/** The members that the filters select. While an invitation is being sent, the list is read again and again. */
export function useMembers(filters: Filters) {
  const role = roles.find((one) => one === filters.role);
  const status = states.find((one) => one === filters.status);
  const order = orders.get(filters.sort ?? '');
  const list = useInfiniteQuery(
    trpc.members.list.infiniteQueryOptions(
      {
        limit: '100',
        ...(filters.search?.trim() && { search: filters.search }),
        ...(role && { role }),
        ...(status && { status }),
        ...(order && { order }),
      },
      {
        ...nextPage,
        refetchInterval: ({ state }) =>
          invitationLook(state.data?.pages.flatMap(({ data }) => data) ?? []),
      },
    ),
  );
  return { list, role, status };
}
