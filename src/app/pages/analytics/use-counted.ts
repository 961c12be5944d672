import { useQuery } from '@tanstack/react-query';
import type { CountedInput } from '../../../features/analytics/app-analytics.schema.ts';
import { trpc } from '../../api/client.ts';
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
  const { since = '', until = '' } = filters;
  const choice = offered.find((one) => one === filters.period);
  const isOwn = filters.period === OWN && (since || until) !== '';
  // An open end is that of today, so that the question stays the same.
  const own = isOwn ? ownPeriods(since, until, endOfToday(timeZone)) : undefined;
  const fault = typeof own === 'string' ? own : undefined;
  const periods = choice
    ? periodsOf(choice, Date.now(), timeZone)
    : typeof own === 'object'
      ? own
      : undefined;
  const onlyActive = filters.members === 'active';
  const counted = onlyActive ? { only_active: true } : {};
  // The overview asks the same about all.
  const input = { ...counted, ...(periods && { period: periods.period }) };
  const isCounted = useIsCounted(input);
  const chosen: Choice | typeof OWN | undefined = choice ?? (isOwn ? OWN : undefined);
  return {
    onlyActive,
    filters,
    set,
    input,
    /** Why the period in the address is none. Nothing is asked then. */
    fault,
    ...(isCounted && {
      choice: chosen,
      periods,
      inputBefore: periods && { ...counted, period: periods.before },
    }),
  };
}

/** While member detail is off, the server counts no period, and `former` is null. The page itself reads the figures. */
function useIsCounted(input: Partial<CountedInput>): boolean {
  const { data } = useQuery({ ...trpc.analytics.figures.queryOptions(input), enabled: false });
  return data?.former !== null;
}

function endOfToday(timeZone: string): number {
  // A day has at most 25 hours.
  const today = Date.parse(dayBegins(Date.now(), timeZone));
  return Date.parse(dayBegins(today + 36 * 3_600_000, timeZone));
}
