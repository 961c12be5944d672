import { type Page, readPage } from '../../db/page.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { type Span, timeAround } from '../../shared/request-id.ts';
import type { AuditFilter, AuditPage, ListAudit } from './audit-log.schema.ts';
import { describeEntries, type StoredEntry } from './describe-entries.ts';

/** What was changed in the team, newest first. */
export async function listEntries(
  call: TeamVisit,
  { cursor, limit, ...filter }: ListAudit,
): Promise<AuditPage> {
  const { data, next_cursor } = await readEntries(call, { cursor, limit, filter });
  return { data: await describeEntries(call, data), next_cursor };
}

type Wanted = { cursor: string | undefined; limit: number; filter: AuditFilter };

/**
 * The entries as they are stored. A request id has no index, but begins with its time: its entries are
 * looked for around it, and only then among all of the team (P249).
 */
export async function readEntries(
  call: Pick<TeamVisit, 'db' | 'cursorKey'>,
  wanted: Wanted,
): Promise<Page<StoredEntry>> {
  const { request_id } = wanted.filter;
  const around = request_id === undefined ? null : timeAround(request_id);
  if (around) {
    const found = await readPageOfEntries(call, wanted, around);
    if (found.data.length > 0) return found;
  }
  return readPageOfEntries(call, wanted);
}

async function readPageOfEntries(
  { db, cursorKey }: Pick<TeamVisit, 'db' | 'cursorKey'>,
  { cursor, limit, filter }: Wanted,
  around?: Span,
): Promise<Page<StoredEntry>> {
  const { since, until, ...exact } = filter;
  const params: unknown[] = [];
  const given = (value: unknown) => `$${params.push(value) + 1}`;
  const where = ['a.tenant_id = $1'];
  if (exact.actor !== undefined) where.push(`a.actor_id = ${given(exact.actor)}`);
  if (exact.action !== undefined) where.push(`a.action = ${given(exact.action)}`);
  if (exact.object !== undefined) {
    where.push(`split_part(a.action, '.', 1) = ${given(exact.object)}`);
  }
  if (exact.target_id !== undefined) where.push(`a.target_id = ${given(exact.target_id)}`);
  if (exact.request_id !== undefined) where.push(`a.request_id = ${given(exact.request_id)}`);
  if (around) {
    const [from, to] = [given(around.from), given(around.to)];
    where.push(`a.created_at between ${from}::timestamptz and ${to}::timestamptz`);
  }
  if (since) where.push(`a.created_at >= ${given(since)}::timestamptz`);
  if (until) where.push(`a.created_at < ${given(until)}::timestamptz`);
  const page = await readPage<StoredEntry>(
    db,
    { route: 'auditLog', limit, cursor, cursorKey, filters: { ...filter } },
    {
      shape: `a.id, iso(a.created_at) as at, a.actor_kind, a.actor_id, a.action, a.target_id,
        a.changes, a.before, host(a.ip) as ip, a.request_id`,
      from: 'audit_entry a',
      where,
      params,
      at: 'a.created_at',
      id: 'a.id',
    },
  );
  return page.toJSON();
}
