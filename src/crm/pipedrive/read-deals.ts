import { z } from 'zod';
import type { PageRequest, SourcePage } from '../connector.ts';
import type { CrmApi } from '../crm-api.ts';
import { CrmFailure } from '../crm-failure.ts';
import { crmDay, crmId, crmMoment } from '../crm-fields.ts';
import { readRecords } from '../read-shape.ts';
import { type ActivityTimes, dealSchema, type PipedriveDeal, toRecord } from './deal.ts';
import { askPermitted, PAGE, type PipedriveList, readList } from './pipedrive-answer.ts';

/**
 * A window is read in up to three parts. Archived deals have a route of their own, and are deals like others: without
 * them the numbers of the past would change, and people archive a lost deal in the same minute. A run that is no full
 * pass reads them once an hour. `returned` is part of a full pass: the deals that came back from the archive between
 * the reading of the other deals and the reading of the archive. Neither part shows them.
 */
const parts = ['deals', 'archived', 'returned'] as const;
type Part = (typeof parts)[number];

const place = z.object({
  part: z.enum(parts),
  cursor: z.string().nullable(),
  /** How often this part has begun again because Pipedrive no longer knew the cursor. */
  again: z.number().int(),
});
type Place = z.output<typeof place>;

/** Pipedrive does not say how late its lists are. */
export const OVERLAP_MS = 10 * 60 * 1000;
/**
 * How often the archive is read outside of full passes. Archived deals cannot be edited, and each time would use up the
 * daily budget.
 */
const ARCHIVE_MS = 60 * 60 * 1000;
const MOST_AGAIN = 3;
/** Pipedrive filters this many custom fields. */
const MOST_FIELDS = 15;

export async function readDeals(api: CrmApi, request: PageRequest): Promise<SourcePage> {
  const from = placeOf(request.after);
  const answer = await ask(api, request, from);
  if (answer === null) return { records: [], setAside: [], next: beginAgain(from) };
  const { items, setAside } = readRecords(answer.data, dealSchema, 'id');
  const activities = await findActivityTimes(api, items);
  return {
    records: items.map((deal) => toRecord(deal, request, activities)),
    setAside,
    next: nextOf(from, answer, request),
  };
}

/** Null: Pipedrive no longer knows the cursor. */
async function ask(
  api: CrmApi,
  request: PageRequest,
  { part, cursor }: Place,
): Promise<PipedriveList | null> {
  const answer = await askPermitted(api, 'deals:read', {
    path: part === 'archived' ? '/api/v2/deals/archived' : '/api/v2/deals',
    query: {
      ...windowOf(part, request),
      sort_by: 'id',
      sort_direction: 'asc',
      limit: `${PAGE}`,
      include_fields: 'last_activity_id,last_incoming_mail_time,last_outgoing_mail_time',
      custom_fields: customFields(request),
      cursor: cursor ?? undefined,
    },
    accept: cursor === null ? [] : [400],
  });
  return answer.status === 400 ? null : readList(answer);
}

/**
 * A full pass has no end: a deal that changes during the pass would leave the window before its page is read, and
 * would be taken for deleted.
 */
function windowOf(part: Part, { window }: PageRequest): Record<string, string> {
  const { since, until, startedAt } = window;
  if (part === 'returned') {
    // Our clock may be ahead of Pipedrive's.
    const from = startedAt ? new Date(startedAt.getTime() - OVERLAP_MS) : until;
    return { updated_since: toSecond(from), status: 'open,won,lost' };
  }
  if (since === null) return { status: 'open,won,lost' };
  return {
    updated_since: toSecond(part === 'archived' ? archivedSince(since) : since),
    updated_until: toSecond(until),
    status: 'open,won,lost,deleted',
  };
}

/** The last full hour before this window. The archive was read in the window of that hour, or later. */
function hourBefore(since: Date): number {
  const begin = since.getTime() + OVERLAP_MS;
  return begin - (begin % ARCHIVE_MS);
}

function archivedSince(since: Date): Date {
  return new Date(hourBefore(since) - OVERLAP_MS);
}

/** Windows follow each other without a gap, so each full hour lies in one of them. */
function readsArchive({ window: { since, until }, isRequested = false }: PageRequest): boolean {
  return isRequested || since === null || until.getTime() >= hourBefore(since) + ARCHIVE_MS;
}

/** Pipedrive refuses milliseconds. Both ends of a window are cut alike, so that windows leave no gap. */
export function toSecond(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Asks only for fields that the CRM lists, because people may have removed one that the settings name. */
function customFields({ settings, reference }: PageRequest): string | undefined {
  const chosen = [settings.industry_field, settings.lost_reason_field, settings.objections_field];
  const existing = reference.fields.map(({ id }) => id).filter((id) => chosen.includes(id));
  return existing.length > 0 ? existing.slice(0, MOST_FIELDS).join(',') : undefined;
}

function nextOf(from: Place, { cursor }: PipedriveList, request: PageRequest): string | null {
  if (cursor !== null && cursor === from.cursor)
    throw new CrmFailure('contract', { field: 'next_cursor' });
  if (cursor !== null) return JSON.stringify({ ...from, cursor });
  if (from.part === 'deals') {
    const archive = JSON.stringify({ part: 'archived', cursor: null, again: 0 });
    return readsArchive(request) ? archive : null;
  }
  if (from.part === 'returned' || request.window.since !== null) return null;
  return JSON.stringify({ part: 'returned', cursor: null, again: 0 });
}

function beginAgain({ part, again }: Place): string {
  if (again >= MOST_AGAIN) throw new CrmFailure('contract', { status: 400, field: 'cursor' });
  return JSON.stringify({ part, cursor: null, again: again + 1 });
}

function placeOf(after: string | null): Place {
  if (after === null) return { part: 'deals', cursor: null, again: 0 };
  return place.parse(JSON.parse(after));
}

/** Pipedrive accepts this many ids in a request. */
const MOST_IDS = 100;

const activity = z.object({
  id: crmId,
  marked_as_done_time: crmMoment.nullish().catch(null),
  due_date: crmDay.nullish().catch(null),
});

/**
 * A deal names only the id of its last activity, so a further request reads the times for each page. Without
 * the permission `activities:read`, deals come without these times.
 */
async function findActivityTimes(
  api: CrmApi,
  deals: readonly PipedriveDeal[],
): Promise<ActivityTimes> {
  const ids = [...new Set(deals.flatMap(({ last_activity_id: id }) => id ?? []))];
  const times = new Map<string, Date>();
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    const some = ids.slice(from, from + MOST_IDS);
    const query = { ids: some.join(','), limit: `${MOST_IDS}` };
    const answer = await api.send({ path: '/api/v2/activities', query, accept: [403] });
    if (answer.status === 403) return times;
    for (const one of readRecords(readList(answer).data, activity, 'id').items) {
      const at = one.marked_as_done_time ?? (one.due_date ? new Date(one.due_date) : null);
      if (at !== null) times.set(one.id, at);
    }
  }
  return times;
}
