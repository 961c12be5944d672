import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MemberInApp } from '../../features/members/members-in-app.schema.ts';
import { trpc } from '../api/client.ts';
import { useTexts } from '../text/language.ts';
import { teamTexts } from './texts.ts';

/** A choice offers this many members. The search finds the others. */
const SHOWN = 200;

/** The members to choose from. */
export function useMembers(search: string, onlyActive: boolean) {
  const { data, isPlaceholderData } = useQuery(
    trpc.members.list.queryOptions(
      {
        limit: `${SHOWN}`,
        ...(onlyActive && { status: 'active' as const }),
        ...(search.trim() && { search }),
      },
      { staleTime: 30_000, placeholderData: keepPreviousData },
    ),
  );
  const members = data?.data ?? [];
  // A team that hides members refuses to search them. Their addresses are then missing.
  const canSearch = members.some(({ is_me, email }) => !is_me && email !== null);
  return {
    members,
    isLoaded: data !== undefined,
    hasMore: canSearch && Boolean(data?.next_cursor),
    isSearching: isPlaceholderData,
  };
}

/** The label of a member in a choice. */
export function useMemberLabel(): (member: Pick<MemberInApp, 'id' | 'name' | 'email'>) => string {
  const t = useTexts(teamTexts);
  return ({ id, name, email }) =>
    name && email ? `${name} (${email})` : (name ?? email ?? t.someMember(id));
}

/** The search starts this long after the last key. */
const PAUSE_MS = 200;

export function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
