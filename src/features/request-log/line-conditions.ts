import { conditions } from '../../db/conditions.ts';
import { endsAfter } from '../../db/log-slots.ts';
import type { PrismaCall } from '../../operation/call.ts';
import type { Span } from '../../shared/secrets/request-id.ts';
import { firstDay } from '../../shared/time/kept-days.ts';
import { findChains } from './find-keys.ts';
import { NONE } from './none.schema.ts';
import type { LineFilter } from './request-log.schema.ts';

/** A filter with all keys that it means. */
export type WithKeys<F> = Omit<F, 'key_id'> & { key_ids?: readonly string[] | undefined };

/** A filter by a key means the program: the key, and those that it has replaced. */
export async function withKeys<F extends { key_id?: string | undefined }>(
  call: Pick<PrismaCall, 'db' | 'prisma'>,
  { key_id, ...filter }: F,
): Promise<WithKeys<F>> {
  if (key_id === undefined) return filter;
  const [chain = []] = await findChains(call, [key_id]);
  return { ...filter, key_ids: chain.slice(0, chain.indexOf(key_id) + 1) };
}

/**
 * The conditions of a filter that an index serves, on `request_log_line r`. If the filter names neither a time nor a
 * request, they find the thirty days that the usage counts too. The log may have lines of one more day.
 */
export function indexedConditions(
  filter: WithKeys<LineFilter>,
  { now, around }: { now: Date; around?: Span | undefined },
) {
  const { ending, status_class, status, code, request_id, until } = filter;
  const since =
    filter.since ?? (request_id === undefined ? firstDay(now).toISOString() : undefined);
  // This condition tells PostgreSQL that it can use the index of errors.
  const isError =
    code !== undefined ||
    (ending !== undefined && ending !== 'ok') ||
    [status_class, status].some((one) => /^[45]/.test(one ?? ''));
  const among = conditions(['r.tenant_id = $1', ...(isError ? ['r.failed'] : [])]);
  const from = (n: string) => `${endsAfter('r', n)} and r.created_at >= ${n}::timestamptz`;
  const before = (n: string) => `r.slot < ${n}::timestamptz and r.created_at < ${n}::timestamptz`;
  if (since) among.add(from, since);
  if (around) {
    // A plain comparison makes PostgreSQL look only into the partitions of that time.
    among.add((n) => `r.slot >= ${n}::timestamptz`, around.from);
    among.add((n) => `r.slot <= ${n}::timestamptz`, around.to);
  }
  if (until) among.add(before, until);
  return among;
}

/** How requests end, as conditions on `request_log_line r`. Each request has one ending. */
export const endings = {
  ok: 'r.code is null',
  rejected: `(r.code <> 'rate_limited' and r.status / 100 <> 5)`,
  limited: `r.code = 'rate_limited'`,
  server: `(r.code <> 'rate_limited' and r.status / 100 = 5)`,
} as const;

/** Adds the conditions that no index serves: PostgreSQL checks each line. */
export function addOfLines(all: ReturnType<typeof conditions>, filter: WithKeys<LineFilter>): void {
  const { ending, status_class, status, code, method, key_ids, request_id } = filter;
  if (ending) all.where.push(endings[ending]);
  if (code !== undefined) all.add((n) => `r.code = ${n}`, code);
  if (status_class) all.add((n) => `r.status / 100 = ${n}::integer`, Number(status_class[0]));
  if (status !== undefined) all.add((n) => `r.status = ${n}::integer`, Number(status));
  if (method !== undefined) all.add((n) => `r.method = ${n}`, method);
  for (const name of ['route', 'check', 'reason', 'field'] as const) {
    const wanted = filter[name];
    if (wanted !== undefined) all.add((n) => isOrHasNone(mayBeMissing[name], n), wanted);
  }
  if (key_ids) all.add((n) => `r.key_id = any (${n}::text[])`, key_ids);
  if (request_id !== undefined) all.add((n) => `r.request_id = ${n}`, request_id);
}

/** The place of the first wrong field of a refused input, such as `/title`. Null if the whole input is wrong. */
export const firstField = (line: string): string =>
  `nullif(${line}.why->'fields'->0->>'pointer', '')`;

/** Fields that a line may lack. The value `none` filters the lines that lack one. */
const mayBeMissing = {
  route: 'r.route',
  check: `r.why->>'check'`,
  reason: `r.why->>'reason'`,
  field: firstField('r'),
};

const isOrHasNone = (expression: string, n: string) => `coalesce(${expression}, '${NONE}') = ${n}`;
