import { z } from 'zod';
import { connectionSettings } from '../../../crm/connection-settings.ts';
import { crmFailureReasons, type FailureFacts } from '../../../crm/crm-failure.ts';
import type { PrismaCall } from '../../../operation/call.ts';
import type { Connection } from './rules/find-connection.ts';
import { type CrmRun, failure, crmRun as schema } from './runs.schema.ts';

export type StoredRun = Awaited<ReturnType<PrismaCall['prisma']['crmSyncRun']['findMany']>>[number];

type ListedRun = Omit<StoredRun, 'gone_ids'>;

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

/** No speed is shown for a shorter time, because it would change all the time. */
const LEAST_SECONDS = 2;

/**
 * How fast the run is, and how long it will still take, measured by the time of work up to the last page that
 * was stored. Nobody knows how many notes there are before their first page was read.
 */
function paceOf(run: ListedRun, hasNotes: boolean): Pick<CrmRun, 'per_second' | 'seconds_left'> {
  const seconds = run.worked_ms / 1000;
  const hasSpeed = run.finished_at === null && run.status === 'running' && seconds >= LEAST_SECONDS;
  if (!hasSpeed) return { per_second: null, seconds_left: null };
  const perSecond = run.records / seconds;
  const isCounted = run.expected !== null && (run.stream === 'notes' || !hasNotes);
  const left = isCounted ? Math.max(0, (run.expected ?? 0) - run.records) : null;
  return {
    per_second: Math.round(perSecond * 10) / 10,
    seconds_left: left !== null && perSecond > 0 ? Math.ceil(left / perSecond) : null,
  };
}

export function readsNotes({ settings }: Pick<Connection, 'settings'>): boolean {
  const parsed = connectionSettings.safeParse(settings);
  return parsed.success && parsed.data.notes;
}

/** `hasNotes`: the connection reads notes after the deals. */
export function describeRun(run: ListedRun, { hasNotes }: { hasNotes: boolean }): CrmRun {
  return {
    id: run.id,
    cause: schema.shape.cause.parse(run.cause),
    full: run.is_full,
    status: schema.shape.status.parse(run.status),
    started_at: run.started_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
    stream: run.stream === 'notes' ? 'notes' : 'deals',
    requests: run.requests,
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
    ...paceOf(run, hasNotes),
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

/** The records of a run that could not be read, and that no later run has read. */
export function unreadOf(run: Pick<StoredRun, 'set_aside' | 'set_aside_records'>) {
  const records = setAside.parse(run.set_aside_records);
  const unread = records.filter(({ isRead }) => !isRead);
  return { count: run.set_aside - (records.length - unread.length), records: unread };
}
