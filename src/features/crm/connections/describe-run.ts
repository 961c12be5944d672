import { z } from 'zod';
import { crmFailureReasons, type FailureFacts } from '../../../crm/crm-failure.ts';
import type { PrismaCall } from '../../../operation/call.ts';
import type { Connection } from './rules/find-connection.ts';
import { type CrmRun, failure, crmRun as schema } from './runs.schema.ts';

export type StoredRun = Awaited<ReturnType<PrismaCall['prisma']['crmSyncRun']['findMany']>>[number];

/** A run as a list reads it, whose time may be a text. */
export type ListedRun = Pick<StoredRun, Exclude<keyof CrmRun, 'started_at'> | 'failed_for'> & {
  started_at: Date | string;
};

/** The newest run of each connection that is not over. */
export async function findOpenRuns({ db, prisma }: PrismaCall): Promise<Map<string, StoredRun>> {
  const found = await prisma.crmSyncRun.findMany({
    where: { tenant_id: db.tenantId, status: { in: ['running', 'waiting'] }, finished_at: null },
    orderBy: [{ started_at: 'asc' }, { id: 'asc' }],
  });
  return new Map(found.map((run) => [run.connection_id, run]));
}

/** What the last failed run of each of these connections has stored about its failure. */
export async function findFailures(
  { db, prisma }: PrismaCall,
  connections: readonly Connection[],
): Promise<Map<string, FailureFacts>> {
  const found = new Map<string, FailureFacts>();
  for (const { id } of connections) {
    const run = await prisma.crmSyncRun.findFirst({
      where: { tenant_id: db.tenantId, connection_id: id, status: 'failed' },
      orderBy: [{ started_at: 'desc' }, { id: 'desc' }],
      select: { failure: true },
    });
    if (run) found.set(id, factsOf(run.failure));
  }
  return found;
}

/** Another release may keep more facts. */
const facts = z.object(failure.omit({ reason: true }).shape);

function factsOf(stored: unknown): FailureFacts {
  const parsed = facts.safeParse(stored ?? {});
  const details = parsed.success ? Object.entries(parsed.data) : [];
  return Object.fromEntries(details.filter(([, value]) => value !== undefined));
}

/** A reason that this release does not know becomes `internal`: another release may have stored it. */
export function failureOf(reason: string | null, facts: FailureFacts = {}): CrmRun['failure'] {
  if (reason === null) return null;
  return { reason: crmFailureReasons.find((one) => one === reason) ?? 'internal', ...facts };
}

export function describeRun(run: ListedRun): CrmRun {
  return {
    id: run.id,
    cause: schema.shape.cause.parse(run.cause),
    status: schema.shape.status.parse(run.status),
    started_at: new Date(run.started_at).toISOString(),
    records: run.records,
    inserted: run.inserted,
    updated: run.updated,
    removed: run.removed,
    objections: run.objections,
    set_aside: run.set_aside,
    set_aside_records: setAside
      .parse(run.set_aside_records)
      .slice(0, MOST_SHOWN)
      .map(({ externalId, field }) => ({ external_id: externalId, field })),
    expected: run.expected,
    failure: failureOf(run.failed_for, factsOf(run.failure)),
  };
}

const MOST_SHOWN = 50;

/** Records that were set aside, as the worker stores them. `isRead`: a later run could read the record. */
const setAside = z.array(
  z.object({
    externalId: z.string().nullable(),
    field: z.string(),
    isRead: z.boolean().default(false),
  }),
);

/** How many records of a run could not be read, and were read by no later run. */
export function unreadOf(run: Pick<StoredRun, 'set_aside' | 'set_aside_records'>): number {
  const read = setAside.parse(run.set_aside_records).filter(({ isRead }) => isRead);
  return run.set_aside - read.length;
}
