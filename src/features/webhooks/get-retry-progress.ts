import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { countOutcomes } from './count-outcomes.ts';
import type { RetryProgress } from './retry-all.schema.ts';

const MOST_JUDGED = 10_000;

/** How far a bulk retry has come, and the results of the deliveries that it has queued. */
export async function getRetryProgress(call: PrismaCall, id: string): Promise<RetryProgress> {
  const { db, prisma } = call;
  const runs = await prisma.webhookRetryRun.findMany({
    where: { tenant_id: db.tenantId, id },
    orderBy: { endpoint_id: 'desc' },
  });
  const [first] = runs;
  if (!first) throw new ApiError('not_found');
  const endpoints = runs.map(
    ({ endpoint_id, expected, looked_at, retried, finished_at, stopped }) => ({
      endpoint_id,
      expected,
      looked_at,
      retried,
      stopped,
      finished_at: finished_at?.toISOString() ?? null,
    }),
  );
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const expected = endpoints.map((one) => one.expected);
  const ends = endpoints.map((one) => one.finished_at);
  const retried = sum(endpoints.map((one) => one.retried));
  return {
    retry_id: id,
    asked_at: first.created_at.toISOString(),
    expected: expected.every((one) => one !== null) ? sum(expected) : null,
    looked_at: sum(endpoints.map((one) => one.looked_at)),
    retried,
    finished_at: ends.every((one) => one !== null) ? (ends.toSorted().at(-1) ?? null) : null,
    stopped: endpoints.some(({ stopped }) => stopped),
    outcome: retried > MOST_JUDGED ? null : await countOutcomes(db, id),
    endpoints,
  };
}
