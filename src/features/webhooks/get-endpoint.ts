import type { TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { fieldsOf, versionOf } from '../../shared/schema/edit-version.ts';
import { describeEndpointState } from './describe-endpoint-state.ts';
import type { EndpointDetail } from './endpoint-detail.schema.ts';
import { endpointEdits } from './webhooks.schema.ts';

const MOST_COUNTED = 1_000;

/**
 * One endpoint with its state, the endpoint that replaces it or that it replaces, and how many
 * deliveries wait.
 */
export async function getEndpoint(call: TeamVisit, id: string): Promise<EndpointDetail> {
  const { db, prisma } = call;
  const tenant_id = db.tenantId;
  const endpoint = await prisma.webhookEndpoint.findFirst({
    where: { tenant_id, id, deleted_at: null },
    omit: { secret: true },
  });
  if (!endpoint) throw new ApiError('not_found');
  const { url, events, description, api_version, created_at } = endpoint;
  const waiting = await prisma.webhookPending.count({
    where: { tenant_id, endpoint_id: id, next_try_at: { not: null } },
    take: MOST_COUNTED,
  });
  const run = await prisma.webhookRetryRun.findFirst({
    where: { tenant_id, endpoint_id: id, finished_at: null },
    select: { id: true },
  });
  return {
    id,
    url,
    events,
    description,
    api_version,
    created_at: created_at.toISOString(),
    ...describeEndpointState(call, endpoint),
    ...(await findReplacement(call, endpoint)),
    waiting,
    last_answer:
      endpoint.failing_since || endpoint.paused_at ? await findAnswer(call, endpoint) : null,
    retry_id: run?.id ?? null,
    version: versionOf(fieldsOf(endpoint, endpointEdits)),
  };
}

/** The number of the latest deliveries that are read, however many the endpoint has. */
const LATEST = 100;

/** The end of the last attempt. What was raised after the pause waits, and has no attempt. */
async function findAnswer(
  { db, prisma }: TeamVisit,
  { id, paused_at }: { id: string; paused_at: Date | null },
): Promise<EndpointDetail['last_answer']> {
  const tenant_id = db.tenantId;
  const latest = await prisma.webhookDelivery.findMany({
    where: { tenant_id, endpoint_id: id, ...(paused_at && { created_at: { lte: paused_at } }) },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    take: LATEST,
    select: { id: true },
  });
  const last = await prisma.webhookAttempt.findFirst({
    where: { tenant_id, delivery_id: { in: latest.map((delivery) => delivery.id) } },
    orderBy: { started_at: 'desc' },
    select: { started_at: true, response_code: true, error: true },
  });
  if (!last) return null;
  const { started_at, ...answer } = last;
  return { at: started_at.toISOString(), ...answer };
}

async function findReplacement(
  { db, prisma }: TeamVisit,
  { id, replaces }: { id: string; replaces: string | null },
): Promise<Pick<EndpointDetail, 'replaces' | 'replaced_by'>> {
  const where = { tenant_id: db.tenantId, deleted_at: null };
  const select = { id: true };
  const old =
    replaces &&
    (await prisma.webhookEndpoint.findFirst({ where: { ...where, id: replaces }, select }));
  const copy = await prisma.webhookEndpoint.findFirst({
    where: { ...where, replaces: id },
    select,
  });
  return { replaces: old ? old.id : null, replaced_by: copy?.id ?? null };
}
