import { useQuery } from '@tanstack/react-query';
import { catalogDimensions } from '../../features/catalog/catalog-dimensions.ts';
import { namedIn } from '../../shared/language/language.ts';
import { trpc } from '../api/client.ts';
import { may } from '../session/rights.ts';
import { useTeam } from '../session/session.ts';
import { useLanguage } from '../text/language.ts';

const KEPT_MS = 60_000;

/** Gives the name of a catalog entry. If the person may no longer see the entry, gives its id. */
export function useEntryName(): (id: string) => string {
  const language = useLanguage();
  const team = useTeam();
  // Who may arrange the catalog may read all of it, in a suspended team too.
  const mayArrange = team !== null && may(team, 'arrange_catalog');
  const { data: all } = useQuery({
    ...trpc.catalog.entries.queryOptions({}, { staleTime: KEPT_MS }),
    enabled: mayArrange,
  });
  const { data: own } = useQuery({
    ...trpc.catalog.get.queryOptions({}, { staleTime: KEPT_MS }),
    enabled: !mayArrange,
  });
  const names = new Map<string, string | null>();
  for (const entry of all ?? []) names.set(entry.id, namedIn(entry.names, language));
  for (const dimension of catalogDimensions) {
    for (const entry of own?.[dimension] ?? []) names.set(entry.id, entry.name);
  }
  const isLoaded = all !== undefined || own !== undefined;
  return (id) => names.get(id) ?? (isLoaded ? id : '…');
}
