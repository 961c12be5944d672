import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import { useTexts } from '../text/language.ts';
import { teamTexts } from './texts.ts';

export type MemberOption = { id: string; user_id: string | null; label: string };

/** As many as a choice shows; more are found by a search. */
const SHOWN = 200;

/** Whom one can choose, by name. */
export function useMemberOptions(search: string, onlyActive: boolean) {
  const t = useTexts(teamTexts);
  const { data } = useQuery(
    trpc.members.directory.queryOptions(
      {
        limit: `${SHOWN}`,
        ...(onlyActive && { status: 'active' as const }),
        ...(search.trim() && { search }),
      },
      { staleTime: 30_000, placeholderData: keepPreviousData },
    ),
  );
  const options = (data?.data ?? []).map(({ id, user_id, name, email }): MemberOption => {
    const label = name && email ? `${name} (${email})` : (name ?? email ?? t.someMember(id));
    return { id, user_id, label };
  });
  options.sort((a, b) => a.label.localeCompare(b.label));
  // A team that hides its members refuses a search.
  const canSearch = (data?.data ?? []).some(({ is_me, email }) => !is_me && email !== null);
  return {
    options,
    hasMore: canSearch && Boolean(data?.next_cursor),
    isLoaded: data !== undefined,
  };
}
