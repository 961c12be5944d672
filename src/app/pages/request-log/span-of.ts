import type {
  LineFilter,
  RequestCounts,
} from '../../../features/request-log/request-log.schema.ts';

type Bar = Pick<RequestCounts['bars'][number], 'at' | 'ends_at'>;

/** The filter for the requests that a span of bars counts. The outer bars may go beyond the period. */
export function spanOf(filter: LineFilter, first: Bar, last: Bar) {
  const { since, until } = filter;
  return {
    ...filter,
    since: since && since > first.at ? since : first.at,
    until: until && until < last.ends_at ? until : last.ends_at,
  };
}
