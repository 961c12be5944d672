import { conditions } from '../../db/conditions.ts';
import { MOST_SEARCHED, type SearchedPage, searchPage } from '../../db/pages/search-page.ts';
import type { MemberCall } from '../../operation/call.ts';
import { defineListExport } from '../../operation/define-list-export.ts';
import { explanationOfLogged } from '../../shared/errors/because.ts';
import type { Language } from '../../shared/language/language.ts';
import { type Span, timeAround } from '../../shared/secrets/request-id.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { findKeys } from './find-keys.ts';
import { addOfLines, indexedConditions, type WithKeys, withKeys } from './line-conditions.ts';
import {
  type LineFilter,
  type ListRequests,
  type LoggedRequest,
  lineFilterInput,
  type RequestPage,
} from './request-log.schema.ts';

/** A line is normally written at most this long after its request. */
const WRITTEN_WITHIN_MS = 15_000;

/** A line as the table contains it. */
type StoredLine = Omit<LoggedRequest, 'key' | 'path'> & { key_id: string; path: string | null };

/** The team's requests of the last thirty days, newest first. */
export async function listRequests(
  call: MemberCall,
  { cursor, limit, ...filter }: ListRequests,
): Promise<RequestPage> {
  const { data, ...page } = await readLines(call, {
    cursor,
    limit,
    filter: await withKeys(call, filter),
  });
  const poll_since = new Date(call.now.getTime() - WRITTEN_WITHIN_MS).toISOString();
  return { data: await describeLines(call, data), ...page, poll_since };
}

type Wanted = {
  cursor: string | undefined;
  limit: number;
  filter: WithKeys<LineFilter>;
  /** How many lines a page looks at. */
  most?: number;
};

/**
 * Reads lines. No index contains the request id, but a request id begins with the time of its request. So the
 * search looks around that time first, and then among all lines of the team, because the clock of a process
 * may be wrong.
 */
export async function readLines(
  call: Pick<MemberCall, 'db' | 'cursorKey' | 'now'>,
  wanted: Wanted,
): Promise<SearchedPage<StoredLine>> {
  const { request_id } = wanted.filter;
  const around = request_id === undefined ? null : timeAround(request_id);
  if (around) {
    const found = await readPageOfLines(call, wanted, around);
    if (found.data.length > 0) return found;
  }
  return readPageOfLines(call, wanted);
}

async function readPageOfLines(
  { db, cursorKey, now }: Pick<MemberCall, 'db' | 'cursorKey' | 'now'>,
  { cursor, limit, filter, most = MOST_SEARCHED }: Wanted,
  around?: Span,
): Promise<SearchedPage<StoredLine>> {
  const among = indexedConditions(filter, { now, around });
  const all = conditions(among.where, among.params);
  addOfLines(all, filter);
  const filters = { ...filter, key_ids: filter.key_ids?.join() };
  const request = { route: 'requestLog', limit, cursor, cursorKey, filters };
  const source = {
    shape: `r.request_id, iso(r.created_at) as at, r.method, r.route, r.path, r.status, r.code,
        r.why, r.ms, r.key_id, r.ip`,
    from: 'request_log_line r',
    where: all.where,
    params: all.params,
    at: 'r.created_at',
    id: 'r.request_id',
    slotted: 'r',
  };
  const searched = { where: around ? all.where : among.where, params: among.params, most };
  return (await searchPage<StoredLine>(db, request, { source, among: searched })).toJSON();
}

type Why = NonNullable<LoggedRequest['why']>;

/** Adds the present names of the keys. */
async function describeLines(call: MemberCall, lines: StoredLine[]): Promise<LoggedRequest[]> {
  const keys = await findKeys(call, new Set(lines.map(({ key_id }) => key_id)));
  return lines.map(({ key_id, ...line }) => ({
    ...line,
    why: line.why && explained(line.why, call.language),
    path: line.path ?? line.route ?? '',
    key: keys.get(key_id) ?? null,
  }));
}

function explained(why: Why, language: Language): Why {
  const explanation = why.detail && explanationOfLogged(why.detail, language);
  return explanation === undefined ? why : { ...why, explanation };
}

const column = (de: string, en: string, cellOf: (line: LoggedRequest) => unknown) => ({
  title: { de, en },
  cellOf,
});

/** The request log as a file. */
export const requestLogExport = defineListExport({
  rights: { begin: 'export_request_log', read: 'see_request_log' },
  filter: lineFilterInput,
  columns: [
    column('Zeit (UTC)', 'Time (UTC)', ({ at }) => at),
    column('Methode', 'Method', ({ method }) => method),
    column('Route', 'Route', ({ route }) => route),
    column('Pfad', 'Path', ({ path }) => path),
    column('Status', 'Status', ({ status }) => status),
    column('Code', 'Code', ({ code }) => code),
    column('Warum', 'Why', ({ why }) => why),
    column('Dauer (ms)', 'Time taken (ms)', ({ ms }) => ms),
    column('Schlüssel: Name', 'Key: name', ({ key }) => key?.name),
    column('Schlüssel: Präfix', 'Key: prefix', ({ key }) => key?.prefix),
    column('Adresse', 'Address', ({ ip }) => ip),
    column('Anfrage', 'Request', ({ request_id }) => request_id),
  ],
  begin: (call, { filter, format }) =>
    recordAudit(call, {
      action: 'request_log.exported',
      targetId: call.db.tenantId,
      changes: { format, ...filter },
    }),
  read: (call, { filter, cursor, limit }) => listRequests(call, { cursor, limit, ...filter }),
});
