import { useFilters } from '../../ui/use-filters.ts';

/** Who counts: all who have ever trained or, if the address says so, today's members alone. */
export function useCounted() {
  const [{ members }, set] = useFilters(['members']);
  const onlyActive = members === 'active';
  return {
    onlyActive,
    // The overview asks the same about all.
    input: onlyActive ? { only_active: true } : {},
    chooseActive: (chosen: boolean) => set({ members: chosen ? 'active' : '' }),
  };
}
