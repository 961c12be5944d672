import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';

/** What people can choose for the fields of a case. */
export function useChoices() {
  const { data: catalog } = useQuery(trpc.catalog.get.queryOptions({}, { staleTime: 60_000 }));
  const personalities = catalog?.personality ?? [];
  return { persona_id: personalities.map(({ id, name }) => [id, name ?? id] as const) };
}
