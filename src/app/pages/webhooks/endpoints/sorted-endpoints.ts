import type { EndpointHealth } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { successShare } from '../../../../shared/figures.ts';

type Health = EndpointHealth['data'][number];
type Listed = { id: string; url: string; status: string; last_success_at: string | null };
type Value = string | number | null;

/** The columns by which the list can be ordered, and what they compare. Null is always last. */
const values = {
  url: ({ url }) => new URL(url).host + url,
  rate: (_, health) => health && successShare(health),
  p95: (_, health) => health?.p95_ms ?? null,
  success: ({ last_success_at }) => last_success_at,
} as const satisfies Record<
  string,
  (endpoint: Listed, health: Health | undefined) => Value | undefined
>;

export type EndpointOrder = keyof typeof values;

/** A team has at most a hundred endpoints, and the page has all of them: the browser sorts. */
export function sortedEndpoints<R extends Listed>(
  rows: readonly R[],
  health: ReadonlyMap<string, Health>,
  order: string | undefined,
): readonly R[] {
  const column = order?.replace(/^-/, '') ?? '';
  if (!Object.hasOwn(values, column)) return rows;
  const read = values[column as EndpointOrder];
  const sign = order?.startsWith('-') ? -1 : 1;
  const of = (row: R): Value => read(row, health.get(row.id)) ?? null;
  return [...rows].sort((one, other) => {
    const [a, b] = [of(one), of(other)];
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return sign * (a < b ? -1 : 1);
  });
}
