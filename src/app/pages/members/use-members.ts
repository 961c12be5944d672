import { useInfiniteQuery } from '@tanstack/react-query';
import type { DirectoryEntry } from '../../../features/members/directory.schema.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';
import { trpc } from '../../api/client.ts';
import { useMembersById } from '../../team/members-by-id.ts';
import { roles, states } from './member-filters.tsx';

const LOOK_MS = 2_000;

/** True for an invitation of the last minute whose mail has neither been sent nor refused. */
function isBeingSent({ invitation }: DirectoryEntry): boolean {
  return invitation?.mail === 'waiting' && Date.now() - Date.parse(invitation.sent_at) < MINUTE_MS;
}

type Filters = Partial<Record<'search' | 'role' | 'status', string>>;

/** The members that the filters select. While an invitation is being sent, the list is read again and again. */
export function useMembers(filters: Filters) {
  const role = roles.find((one) => one === filters.role);
  const status = states.find((one) => one === filters.status);
  const list = useInfiniteQuery(
    trpc.members.directory.infiniteQueryOptions(
      {
        limit: '100',
        ...(filters.search?.trim() && { search: filters.search }),
        ...(role && { role }),
        ...(status && { status }),
      },
      {
        getNextPageParam: (page) => page.next_cursor,
        refetchInterval: ({ state }) =>
          state.data?.pages.some(({ data }) => data.some(isBeingSent)) ? LOOK_MS : false,
      },
    ),
  );
  return { list, role, status };
}

/** The member that the address names, even if the list has not loaded it. */
export function useOpenedMember(
  id: string | undefined,
  listed: readonly DirectoryEntry[] | undefined,
): DirectoryEntry | undefined {
  const inList = listed?.find((member) => member.id === id);
  const isElsewhere = id !== undefined && listed !== undefined && !inList;
  const found = useMembersById(isElsewhere ? [id] : [], 'id');
  return inList ?? (isElsewhere ? found.get(id) : undefined);
}
