import type { TeamVisit } from '../../operation/call.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { ApiError } from '../../shared/errors.ts';
import { type RequestSums, requestsOf } from '../../shared/figures.ts';
import { firstDay } from '../../shared/kept-days.ts';
import { findKeys } from './find-keys.ts';
import type { Usage, UsageInput } from './request-log.schema.ts';

const MOST_DAYS = 366;

const countedColumns = {
  ok: true,
  client_errors: true,
  refused: true,
  limited: true,
  server_errors: true,
} as const;

/** Counts how the requests ended, by day and by key. */
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
  const where = {
    tenant_id: db.tenantId,
    day: { gte: from, lte: to },
    ...(input.key_id === undefined ? {} : { key_id: input.key_id }),
  };
  const days = await prisma.requestDay.groupBy({ by: ['day'], where, _sum: countedColumns });
  const ofKeys = await prisma.requestDay.groupBy({ by: ['key_id'], where, _sum: countedColumns });
  const keys = await findKeys(call, new Set(ofKeys.map(({ key_id }) => key_id)));
  return {
    days: days
      .map((row) => ({ day: row.day.toISOString().slice(0, 10), ...sums(row._sum) }))
      .sort((a, b) => (a.day < b.day ? 1 : -1)),
    keys: ofKeys
      .map((row) => ({ key: keys.get(row.key_id) ?? null, ...sums(row._sum) }))
      .sort((a, b) => requestsOf(b) - requestsOf(a)),
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
