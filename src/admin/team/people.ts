import { useQueries } from '@tanstack/react-query';
import type { DirectoryEntry } from '../../features/members/directory.schema.ts';
import { trpc } from '../api/client.ts';

const CHUNK = 50;
const KEPT_MS = 60_000;

/**
 * The members with these user ids, by id. Asked for in portions in the order of the rows, so that a
 * further page asks only for those that are new.
 */
export function usePeople(userIds: readonly (string | null)[]): Map<string, DirectoryEntry> {
  const all = [...new Set(userIds.filter((id) => id !== null))];
  const chunks = Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, at) =>
    all.slice(at * CHUNK, (at + 1) * CHUNK),
  );
  const found = useQueries({
    queries: chunks.map((user_ids) =>
      trpc.members.directory.queryOptions(
        { user_ids, limit: `${CHUNK}` },
        { staleTime: KEPT_MS, placeholderData: (before) => before },
      ),
    ),
  });
  const entries = found.flatMap(({ data }) => data?.data ?? []);
  return new Map(entries.flatMap((entry) => (entry.user_id ? [[entry.user_id, entry]] : [])));
}
