import type { TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { DAY_MS } from '../../shared/time/durations.ts';
import { firstDay } from '../../shared/time/kept-days.ts';
import { type RequestSums, requestsOf } from '../../shared/web/figures.ts';
import { findDurations } from './find-durations.ts';
import { findChains, findKeys } from './find-keys.ts';
import { withKeys } from './line-conditions.ts';
import type { Usage, UsageInput } from './request-log.schema.ts';

const MOST_DAYS = 366;

const countedColumns = {
  ok: true,
  client_errors: true,
  refused: true,
  limited: true,
  server_errors: true,
} as const;

/** Counts how the requests ended, by day and by program: a key and those that it has replaced are one program. */
export async function listUsage(call: TeamVisit, input: UsageInput): Promise<Usage> {
  const { db, prisma, now } = call;
  const to = input.to ? new Date(input.to) : now;
  const from = input.from ? new Date(input.from) : firstDay(to);
  if (to.getTime() - from.getTime() >= MOST_DAYS * DAY_MS) {
    throw new ApiError('validation_error', {
      field: 'from',
      because: ['too_many_days', MOST_DAYS],
    });
  }
  const { key_ids } = await withKeys(call, input);
  const where = {
    tenant_id: db.tenantId,
    day: { gte: from, lte: to },
    ...(key_ids && { key_id: { in: [...key_ids] } }),
  };
  const days = await prisma.requestDay.groupBy({ by: ['day'], where, _sum: countedColumns });
  const ofKeys = await prisma.requestDay.groupBy({ by: ['key_id'], where, _sum: countedColumns });
  return {
    days: days
      .map((row) => ({ day: row.day.toISOString().slice(0, 10), ...sums(row._sum) }))
      .sort((a, b) => (a.day < b.day ? 1 : -1)),
    keys: await byProgram(
      call,
      ofKeys.map((row) => ({ key_id: row.key_id, ...sums(row._sum) })),
      input.include && { since: from, until: new Date(to.getTime() + DAY_MS) },
    ),
  };
}

type OfKey = RequestSums & { key_id: string };

/** With a span, also how long the requests of each program took in it. */
async function byProgram(
  call: TeamVisit,
  ofKeys: readonly OfKey[],
  span: { since: Date; until: Date } | undefined,
): Promise<Usage['keys']> {
  const ids = ofKeys.map(({ key_id }) => key_id);
  const named = await findKeys(call, new Set(ids));
  const places = new Map(
    (await findChains(call, ids)).flatMap((chain) =>
      chain.map((id, place) => [id, { first: chain[0], place }] as const),
    ),
  );
  const programs = Map.groupBy(ofKeys, ({ key_id }) => places.get(key_id)?.first);
  const durations = span && (await findDurations(call, programs, span));
  const placeOf = ({ key_id }: OfKey) => places.get(key_id)?.place ?? 0;
  return [...programs]
    .map(([first = '', program]) => {
      const newestFirst = program.toSorted((a, b) => placeOf(b) - placeOf(a));
      const [key = null, ...replaced] = newestFirst.flatMap(
        ({ key_id }) => named.get(key_id) ?? [],
      );
      const p95_ms = durations?.get(first) ?? null;
      return { key, replaced, ...program.reduce<RequestSums>(added, none), p95_ms };
    })
    .sort((a, b) => requestsOf(b) - requestsOf(a));
}

const none = { ok: 0, client_errors: 0, refused: 0, limited: 0, server_errors: 0 };

function added(a: RequestSums, b: RequestSums): RequestSums {
  return {
    ok: a.ok + b.ok,
    client_errors: a.client_errors + b.client_errors,
    refused: a.refused + b.refused,
    limited: a.limited + b.limited,
    server_errors: a.server_errors + b.server_errors,
  };
}

function sums(row: { [N in keyof RequestSums]: number | null }): RequestSums {
  const { ok, client_errors, refused, limited, server_errors } = row;
  return {
    ok: ok ?? 0,
    client_errors: client_errors ?? 0,
    refused: refused ?? 0,
    limited: limited ?? 0,
    server_errors: server_errors ?? 0,
  };
}
