import { type Page, readPage } from '../../db/page.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { type Span, timeAround } from '../../shared/request-id.ts';
import { findKeys } from './find-keys.ts';
import type { LineFilter, ListRequests, LoggedRequest, RequestPage } from './request-log.schema.ts';

/** How much later than its request a line may be written, if nothing is wrong. */
const WRITTEN_WITHIN_MS = 15_000;

const FIRST = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** A line as the table has it. */
type StoredLine = Omit<LoggedRequest, 'key' | 'path'> & { key_id: string; path: string | null };

/** The team's requests of the last thirty days, newest first. */
export async function listRequests(
  call: TeamVisit,
  { cursor, limit, ...filter }: ListRequests,
): Promise<RequestPage> {
  const { data, next_cursor } = await readLines(call, { cursor, limit, filter });
  const poll_since = new Date(call.now.getTime() - WRITTEN_WITHIN_MS).toISOString();
  return { data: await describeLines(call, data), next_cursor, poll_since };
}

type Wanted = { cursor: string | undefined; limit: number; filter: LineFilter };

/**
 * A request id has no index, but begins with its time: its line is looked for around it, and only then
 * among all lines of the team, since the clock of a process may be wrong.
 */
export async function readLines(
  call: Pick<TeamVisit, 'db' | 'cursorKey'>,
  wanted: Wanted,
): Promise<Page<StoredLine>> {
  const { request_id } = wanted.filter;
  const around = request_id === undefined ? null : timeAround(request_id);
  if (around) {
    const found = await readPageOfLines(call, wanted, around);
    if (found.data.length > 0) return found;
  }
  return readPageOfLines(call, wanted);
}

async function readPageOfLines(
  { db, cursorKey }: Pick<TeamVisit, 'db' | 'cursorKey'>,
  { cursor, limit, filter }: Wanted,
  around?: Span,
): Promise<Page<StoredLine>> {
  const { status_class, code, route, key_id, request_id, since, until } = filter;
  const params: unknown[] = [];
  const given = (value: unknown) => `$${params.push(value) + 1}`;
  const where = ['r.tenant_id = $1'];
  // Says that the index of errors serves.
  if (code !== undefined || /^[45]/.test(status_class ?? '')) where.push('r.code is not null');
  if (code !== undefined) where.push(`r.code = ${given(code)}`);
  if (status_class) where.push(`r.status / 100 = ${given(Number(status_class[0]))}::integer`);
  if (route !== undefined) where.push(`r.route = ${given(route)}`);
  if (key_id !== undefined) where.push(`r.key_id = ${given(key_id)}`);
  if (request_id !== undefined) where.push(`r.request_id = ${given(request_id)}`);
  // Compared as a row: of two times PostgreSQL expects a small part of the lines, and would sort them.
  if (since) where.push(`(r.created_at, r.request_id) >= (${given(since)}::timestamptz, ${FIRST})`);
  if (around) {
    const [from, to] = [given(around.from), given(around.to)];
    where.push(`r.created_at between ${from}::timestamptz and ${to}::timestamptz`);
  }
  if (until) where.push(`r.created_at < ${given(until)}::timestamptz`);
  const page = await readPage<StoredLine>(
    db,
    { route: 'requestLog', limit, cursor, cursorKey, filters: { ...filter } },
    {
      shape: `r.request_id, iso(r.created_at) as at, r.method, r.route, r.path, r.status, r.code,
        r.why, r.ms, r.key_id, r.ip`,
      from: 'request_log r',
      where,
      params,
      at: 'r.created_at',
      id: 'r.request_id',
    },
  );
  return page.toJSON();
}

/** Adds the names that the keys have now. */
async function describeLines(call: TeamVisit, lines: StoredLine[]): Promise<LoggedRequest[]> {
  const keys = await findKeys(call, new Set(lines.map(({ key_id }) => key_id)));
  return lines.map(({ key_id, ...line }) => ({
    ...line,
    path: line.path ?? line.route ?? '',
    key: keys.get(key_id) ?? null,
  }));
}
