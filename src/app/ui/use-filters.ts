import { useNavigate, useSearch } from '@tanstack/react-router';

type Filters<N extends string> = Partial<Record<N, string>>;

/** Filters, tabs and open dialogs in the address: they survive a reload and can be sent to others. */
export function useFilters<N extends string>(
  names: readonly N[],
): [Filters<N>, (change: Filters<N>) => void] {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const known = names.filter((name) => search[name]).map((name) => [name, search[name]]);
  const set = (change: Filters<N>) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value);
    void navigate({ to: '.', search: Object.fromEntries(next), replace: true });
  };
  return [Object.fromEntries(known) as Filters<N>, set];
}
