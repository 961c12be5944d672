import { OWN } from '../../session/period-fields.tsx';
import { useTimeZone } from '../../session/time-zone.tsx';
import { dayBegins } from '../../text/zoned-input.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { type Choice, offered, ownPeriods, periodsOf } from './period.ts';

/** The names of the period in the address. */
export const periodNames = { period: 'period', since: 'since', until: 'until' } as const;

/** Who and what counts: all who have ever trained or today's members alone, and which period. The address says it. */
export function useCounted() {
  const [filters, set] = useFilters(['members', 'period', 'since', 'until', 'from']);
  const timeZone = useTimeZone();
  const { since, until } = filters;
  const choice = offered.find((one) => one === filters.period);
  const isOwn = filters.period === OWN;
  const chosen: Choice | typeof OWN | undefined = choice ?? (isOwn ? OWN : undefined);
  const periods = choice
    ? periodsOf(choice, Date.now(), timeZone)
    : isOwn
      ? // An open end is that of today, so that the question stays the same.
        ownPeriods(since, until, endOfToday(timeZone))
      : undefined;
  const onlyActive = filters.members === 'active';
  const counted = onlyActive ? { only_active: true } : {};
  return {
    onlyActive,
    filters,
    set,
    choice: chosen,
    periods,
    // The overview asks the same about all.
    input: { ...counted, ...(periods && { period: periods.period }) },
    inputBefore: periods && { ...counted, period: periods.before },
  };
}

function endOfToday(timeZone: string): number {
  // A day has at most 25 hours.
  const today = Date.parse(dayBegins(Date.now(), timeZone));
  return Date.parse(dayBegins(today + 36 * 3_600_000, timeZone));
}
