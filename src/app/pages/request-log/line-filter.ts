import { useState } from 'react';
import type {
  LineFilter,
  RequestCounts,
} from '../../../features/request-log/request-log.schema.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time/durations.ts';
import { hasState, type StateOf } from '../../../shared/web/states.ts';
import { useFilters } from '../../ui/use-filters.ts';

export const statuses = ['2xx', '4xx', '5xx'] as const;

/** A text that is one status, such as 422. */
export const oneStatus = (text: string) => (/^[1-5]\d\d$/.test(text) ? text : undefined);

/** A text that says how a request ended. */
export const endingOf = (text = ''): StateOf<'request'> | undefined =>
  hasState('request', text) ? text : undefined;
/** How often the requests are counted anew while the list is live. */
export const LIVE_MS = 15_000;
export const periods = ['1h', '24h', '7d'] as const;
export const periodNames = { period: 'period', since: 'since', until: 'until' } as const;
type Period = (typeof periods)[number];

const lengths: Record<Period, number> = { '1h': HOUR_MS, '24h': DAY_MS, '7d': 168 * HOUR_MS };

const names = [
  ...([
    'view',
    'status',
    'code',
    'method',
    'route',
    'check',
    'reason',
    'field',
    'key_id',
    'request_id',
  ] as const),
  ...(['period', 'since', 'until', 'line', 'live', 'days', 'sort'] as const),
];
export type LogFilters = Partial<Record<(typeof names)[number], string>>;
export type SetFilters = (change: LogFilters, isDrillDown?: boolean) => void;

/** The filters that the page keeps in the address, and the part of them that the server uses. */
export function useLogFilters() {
  const [filters, setFilters] = useFilters(names, { tabs: ['view'], drawers: ['line'] });
  // A relative period, such as "the last hour", keeps its beginning until the page is opened again.
  const [openedAt] = useState(() => Date.now());
  const ending = endingOf(filters.status);
  const status_class = statuses.find((one) => one === filters.status);
  const status = oneStatus(filters.status ?? '');
  const period = periods.find((one) => one === filters.period);
  const { code, method, route, check, reason, field, key_id, request_id, until } = filters;
  const since = filters.since ?? (period && new Date(openedAt - lengths[period]).toISOString());
  const fields = { code, method, route, check, reason, field };
  const filter: LineFilter = Object.fromEntries(
    Object.entries({
      ending,
      status_class,
      status,
      ...fields,
      key_id,
      request_id,
      since,
      until,
    }).filter(([, value]) => value !== undefined),
  );
  return { filters, setFilters, filter };
}

/** Removes all filters. The open view stays. */
export const noFilters: LogFilters = {
  status: '',
  code: '',
  method: '',
  route: '',
  check: '',
  reason: '',
  field: '',
  key_id: '',
  request_id: '',
  period: '',
  since: '',
  until: '',
  sort: '',
};

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
