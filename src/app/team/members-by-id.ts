import { useQueries } from '@tanstack/react-query';
import type { MemberInApp } from '../../features/members/members-in-app.schema.ts';
import { trpc } from '../api/client.ts';

const CHUNK = 50;
const KEPT_MS = 60_000;

/** Which id names a member: that of the membership, or that of the person. */
export type MemberKey = 'id' | 'user_id';

/** The members with these ids, by id. They are read in portions, so that a further page asks only for new ids. */
export function useMembersById(
  ids: readonly (string | null)[],
  by: MemberKey = 'user_id',
): Map<string, MemberInApp> {
  const all = [...new Set(ids.filter((id) => id !== null))];
  const chunks = Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, index) =>
    all.slice(index * CHUNK, (index + 1) * CHUNK),
  );
  const found = useQueries({
    queries: chunks.map((chunk) =>
      trpc.members.list.queryOptions(
        { ...(by === 'id' ? { member_ids: chunk } : { user_ids: chunk }), limit: `${CHUNK}` },
        { staleTime: KEPT_MS, placeholderData: (before) => before },
      ),
    ),
  });
  const entries = found.flatMap(({ data }) => data?.data ?? []);
  return new Map(
    entries.flatMap((entry) => {
      const id = entry[by];
      return id ? [[id, entry]] : [];
    }),
  );
}
