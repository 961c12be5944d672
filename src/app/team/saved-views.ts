import { useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import type { AppOutputs } from '../api/outputs.ts';
import { useTeam } from '../session/session.ts';

export type SavedView = AppOutputs['savedViews']['list']['data'][number];

// One list for all renders: the palette finds anew whenever its input is another one.
const none: readonly SavedView[] = [];

/** The lists with filters that the person has saved in this team. */
export function useSavedViews(): readonly SavedView[] {
  const hasTeam = useTeam() !== null;
  const options = trpc.savedViews.list.queryOptions({}, { staleTime: 60_000 });
  return useQuery({ ...options, enabled: hasTeam }).data?.data ?? none;
}

type Filters = Record<string, unknown>;

/** Whether the page shows exactly these filters. */
export function isSameView(view: SavedView, path: string, filters: Filters): boolean {
  const textOf = (some: Filters) => JSON.stringify(Object.entries(some).sort());
  return view.path === path && textOf(view.filters) === textOf(filters);
}
