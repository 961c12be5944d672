import { conditions } from '../../db/conditions.ts';
import {
  countSearched,
  MOST_SEARCHED,
  type SearchedPage,
  searchPage,
} from '../../db/pages/search-page.ts';
import type { MemberCall } from '../../operation/call.ts';
import { defineListExport } from '../../operation/define-list-export.ts';
import type { Language } from '../../shared/language/language.ts';
import type { ListTotal } from '../../shared/schema/page-schema.ts';
import { type Span, timeAround } from '../../shared/secrets/request-id.ts';
import {
  type AuditEntry,
  type AuditFilter,
  type AuditPage,
  auditFilterInput,
  type ListAudit,
} from './audit-log.schema.ts';
import { actionText, auditNames } from './audit-names.schema.ts';
import { describeEntries, type StoredEntry } from './describe-entries.ts';
import { recordAudit } from './record-audit.ts';

/** What was changed in the team, newest first. */
export async function listEntries(
  call: MemberCall,
  { cursor, limit, ...filter }: ListAudit,
): Promise<AuditPage> {
  const { data, ...page } = await readEntries(call, { cursor, limit, filter });
  return { data: await describeEntries(call, data), ...page };
}

/** An entry `a` as `StoredEntry`. */
export const entryShape = `a.id, iso(a.created_at) as at, a.actor_kind, a.actor_id, a.action,
  a.target_id, a.changes, a.before, host(a.ip) as ip, a.request_id`;

type Wanted = {
  cursor: string | undefined;
  limit: number;
  filter: AuditFilter;
  /** How many entries the search for one page reads at most. */
  most?: number;
};

/**
 * The entries as they are stored. No index contains the request id, but a request id begins with the time of
 * its request. So the search looks around that time first, and only then among all entries of the team.
 */
export async function readEntries(
  call: Pick<MemberCall, 'db' | 'cursorKey'>,
  wanted: Wanted,
): Promise<SearchedPage<StoredEntry>> {
  const { request_id } = wanted.filter;
  const around = request_id === undefined ? null : timeAround(request_id);
  if (around) {
    const found = await readPageOfEntries(call, wanted, around);
    if (found.data.length > 0) return found;
  }
  return readPageOfEntries(call, wanted);
}

async function readPageOfEntries(
  { db, cursorKey }: Pick<MemberCall, 'db' | 'cursorKey'>,
  { cursor, limit, filter, most = MOST_SEARCHED }: Wanted,
  around?: Span,
): Promise<SearchedPage<StoredEntry>> {
  const { among, source } = sourceOf(filter, around);
  const request = { route: 'auditLog', limit, cursor, cursorKey, filters: { ...filter } };
  const searched = { where: around ? source.where : among.where, params: among.params, most };
  return (await searchPage<StoredEntry>(db, request, { source, among: searched })).toJSON();
}

/** The entries that an index finds, and those of them that match. */
function sourceOf({ since, until, ...exact }: AuditFilter, around?: Span) {
  const among = conditions(['a.tenant_id = $1']);
  if (since) among.add((n) => `a.created_at >= ${n}::timestamptz`, since);
  if (until) among.add((n) => `a.created_at < ${n}::timestamptz`, until);
  if (around) {
    among.add((n) => `a.created_at >= ${n}::timestamptz`, around.from);
    among.add((n) => `a.created_at <= ${n}::timestamptz`, around.to);
  }
  const all = conditions(among.where, among.params);
  if (exact.actor !== undefined) all.add((n) => `a.actor_id = ${n}`, exact.actor);
  if (exact.action !== undefined) all.add((n) => `a.action = ${n}`, exact.action);
  if (exact.object !== undefined) {
    all.add((n) => `split_part(a.action, '.', 1) = ${n}`, exact.object);
  }
  if (exact.target_id !== undefined) all.add((n) => `a.target_id = ${n}`, exact.target_id);
  if (exact.request_id !== undefined) all.add((n) => `a.request_id = ${n}`, exact.request_id);
  const { where, params } = all;
  const from = 'audit_entry a';
  const large = ['a.changes', 'a.before'];
  const source = { shape: entryShape, from, where, params, at: 'a.created_at', id: 'a.id', large };
  return { among, source };
}

/** How many entries the list has. */
export const countEntries = async (
  { db }: Pick<MemberCall, 'db'>,
  filter: AuditFilter,
): Promise<ListTotal> => ({ total: await countSearched(db, sourceOf(filter)) });

type CellOf = (entry: AuditEntry, language: Language) => unknown;
const column = (de: string, en: string, cellOf: CellOf) => ({
  title: { de, en },
  cellOf,
});

/** The audit log as a file. */
export const auditLogExport = defineListExport({
  rights: { begin: 'export_audit_log', read: 'see_audit_log' },
  filter: auditFilterInput,
  columns: [
    column('Zeit (UTC)', 'Time (UTC)', ({ at }) => at),
    column('Wer: Art', 'Who: kind', ({ actor }, language) =>
      nameOf(auditNames[language].kinds, actor.kind),
    ),
    column('Wer: Name', 'Who: name', ({ actor }) => actor.name),
    column('Wer: Kennung', 'Who: id', ({ actor }) => actor.id),
    column('Was', 'What', ({ action }, language) => actionText(action, auditNames[language])),
    column('Was: Code', 'What: code', ({ action }) => action),
    column('Objekt: Art', 'Object: kind', ({ target }, language) =>
      nameOf(auditNames[language].objects, target.kind),
    ),
    column('Objekt: Name', 'Object: name', ({ target }) => target.name),
    column('Objekt: Kennung', 'Object: id', ({ target }) => target.id),
    column('Änderungen', 'Changes', ({ changes }) => (changes.length > 0 ? changes : null)),
    column('Adresse', 'Address', ({ ip }) => ip),
    column('Anfrage', 'Request', ({ request_id }) => request_id),
  ],
  begin: (call, { filter, format }) =>
    recordAudit(call, {
      action: 'audit_log.exported',
      targetId: call.db.tenantId,
      changes: { format, ...filter },
    }),
  read: (call, { filter, cursor, limit }) => listEntries(call, { cursor, limit, ...filter }),
});

/** If a kind is newer than these names, the file shows the kind itself. */
function nameOf(names: Readonly<Record<string, string>>, kind: string): string {
  return names[kind] ?? kind;
}
