import type { TeamVisit } from '../../operation/call.ts';
import { fieldsOf, versionOf } from '../../shared/edit-version.ts';
import { ApiError } from '../../shared/errors.ts';
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
    retry_id: run?.id ?? null,
    version: versionOf(fieldsOf(endpoint, endpointEdits)),
  };
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
