import { useState } from 'react';
import type { AuditFilter } from '../../../features/audit-log/audit-log.schema.ts';
import { HOUR_MS } from '../../../shared/time/durations.ts';
import { useFilters } from '../../ui/use-filters.ts';

export const periods = ['24h', '7d', '30d'] as const;
export const periodNames = { period: 'period', since: 'since', until: 'until' } as const;
const hours = { '24h': 24, '7d': 168, '30d': 720 };

const names = [
  ...(['object', 'actor', 'target_id', 'request_id', 'action', 'entry'] as const),
  ...(['period', 'since', 'until'] as const),
] as const;
export type AuditFilters = Partial<Record<(typeof names)[number], string>>;
export type SetFilters = (change: AuditFilters, isDrillDown?: boolean) => void;

export const noFilters: AuditFilters = {
  object: '',
  actor: '',
  target_id: '',
  request_id: '',
  action: '',
  period: '',
  since: '',
  until: '',
};

/** The filters that the page keeps in the address, and the part of them that the server uses. */
export function useAuditFilters() {
  const [filters, setFilters] = useFilters(names, { drawers: ['entry'] });
  // A relative period, such as "24 hours", keeps its beginning until the page is opened again.
  const [openedAt] = useState(() => Date.now());
  const { object, actor, target_id, request_id, action, until } = filters;
  const period = periods.find((one) => one === filters.period);
  const since =
    filters.since ?? (period && new Date(openedAt - hours[period] * HOUR_MS).toISOString());
  const filter: AuditFilter = Object.fromEntries(
    Object.entries({ object, actor, target_id, request_id, action, since, until }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  return { filters, setFilters, filter };
}
