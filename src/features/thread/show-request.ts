import type { PrismaCall } from '../../operation/call.ts';
import { traceIdOf } from '../../shared/secrets/request-id.ts';
import { readLines } from '../request-log/list-requests.ts';
import { findOrigin, MOST_SHOWN, type ThreadCall } from './find-origin.ts';
import { listThreadEvents } from './list-thread-events.ts';

type ShownCall = PrismaCall & ThreadCall;

/**
 * What the database knows of a request, for the operator: its line, its changes, its events, and their deliveries with
 * the milliseconds since the first of these. It leaves out what a person or a receiver has written.
 */
export async function showRequest(call: ShownCall, id: string) {
  const start = { of: 'request', id } as const;
  const origin = await findOrigin(call, start);
  const entries = origin.entries.slice(0, MOST_SHOWN);
  const found = await listThreadEvents(call, { ...origin, start, entries });
  const filter = { request_id: id };
  const { data } = await readLines(call, { cursor: undefined, limit: 1, filter });
  const line = data.map(({ at, method, route, status, code, ms, key_id }) => {
    return { at, method, route, status, code, ms, key_id };
  })[0];
  const changes = entries
    .toReversed()
    .map(({ at, action, target_id, actor_kind }) => ({ at, action, target_id, actor_kind }));
  const began = changes[0]?.at ?? line?.at;
  return {
    request_id: id,
    trace_id: traceIdOf(id),
    request: line ?? null,
    changes,
    events: await withAttempts(call, found.slice(0, MOST_SHOWN), Date.parse(began ?? '')),
    has_more: origin.entries.length > MOST_SHOWN || found.length > MOST_SHOWN,
  };
}

async function withAttempts(
  { prisma, db }: PrismaCall,
  events: Awaited<ReturnType<typeof listThreadEvents>>,
  began: number,
) {
  const ids = events.flatMap(({ deliveries }) => deliveries.map((delivery) => delivery.id));
  const rows = await prisma.webhookAttempt.findMany({
    where: { tenant_id: db.tenantId, delivery_id: { in: ids } },
    orderBy: [{ delivery_id: 'asc' }, { n: 'asc' }],
  });
  const attemptsOf = Map.groupBy(rows, ({ delivery_id }) => delivery_id);
  return events.map(({ id, type, at, deliveries }) => ({
    id,
    type,
    at,
    deliveries: deliveries.map(({ id, endpoint, status, next_try_at }) => ({
      id,
      endpoint_id: endpoint.id,
      status,
      next_try_at,
      attempts: (attemptsOf.get(id) ?? []).map((attempt) => ({
        n: attempt.n,
        after_ms: attempt.started_at.getTime() - began,
        ms: attempt.response_ms,
        response_code: attempt.response_code,
        error: attempt.error,
      })),
    })),
  }));
}
