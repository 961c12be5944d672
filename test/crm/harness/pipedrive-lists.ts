import { type FakeDeal, type FakeNote, second } from './fake-pipedrive.ts';
import type { FakeAnswer, FakeRequest } from './fake-server.ts';
import { noteJson } from './pipedrive-fixtures.ts';
import { rawJson } from './raw-json.ts';

/** v2 checks all its parameters, and answers a wrong one with 400. */
export class PipedriveRefusal extends Error {}

const dealQuery = {
  status: /^(open|won|lost|deleted)(,(open|won|lost|deleted))*$/,
  updated_since: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  updated_until: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  sort_by: /^(id|update_time|add_time)$/,
  sort_direction: /^(asc|desc)$/,
  limit: /^([1-9]\d?|[1-4]\d\d|500)$/,
  include_fields: /^[a-z_]+(,[a-z_]+)*$/,
  custom_fields: /^[0-9a-f]{40}(,[0-9a-f]{40}){0,14}$/,
  cursor: /./,
};

/** The parameters of each route. */
const queries: Record<string, Record<string, RegExp>> = {
  '/api/v2/deals': dealQuery,
  '/api/v2/deals/archived': dealQuery,
  '/api/v2/activities': { ids: /^\d+(,\d+)*$/, limit: dealQuery.limit },
  '/api/v2/pipelines': { limit: dealQuery.limit, cursor: /./ },
  '/api/v2/stages': { limit: dealQuery.limit, cursor: /./ },
  '/api/v2/dealFields': { limit: dealQuery.limit, cursor: /./ },
  '/api/v1/notes': {
    sort: /^update_time ASC, id ASC$/,
    updated_since: dealQuery.updated_since,
    start: /^\d+$/,
    limit: dealQuery.limit,
  },
};

export function checkQuery({ path, query }: FakeRequest): void {
  const allowed = queries[path] ?? {};
  for (const [name, value] of query) {
    if (!allowed[name]?.test(value)) throw new PipedriveRefusal(`${name} is invalid`);
  }
}

type ListOptions = { pageCap: number; cursorEpoch: number };

export function listDeals(
  all: FakeDeal[],
  { path, query }: FakeRequest,
  { pageCap, cursorEpoch }: ListOptions,
): FakeAnswer {
  const statuses = query.get('status')?.split(',') ?? ['open', 'won', 'lost'];
  const since = Date.parse(query.get('updated_since') ?? '1970-01-01T00:00:00Z');
  const until = Date.parse(query.get('updated_until') ?? '9999-01-01T00:00:00Z');
  const from = readCursor(query.get('cursor'), cursorEpoch);
  const fitting = all
    .filter(({ isArchived }) => isArchived === path.endsWith('/archived'))
    .filter(({ status }) => statuses.includes(status))
    .filter(({ changedAt }) => second(changedAt) >= since && second(changedAt) < until)
    .filter(({ id }) => Number(id) >= from)
    .sort((a, b) => Number(a.id) - Number(b.id));
  const limit = Math.min(Number(query.get('limit') ?? 100), pageCap);
  const following = fitting[limit];
  const data = fitting.slice(0, limit).map((deal) => dealJson(deal, query));
  const next = following ? writeCursor(following.id, cursorEpoch) : null;
  const json = { success: true, data, additional_data: { next_cursor: next } };
  return { status: 200, text: JSON.stringify(json) };
}

export function listNotes(
  all: FakeNote[],
  query: URLSearchParams,
  { pageCap }: { pageCap: number },
): FakeAnswer {
  const since = Date.parse(query.get('updated_since') ?? '1970-01-01T00:00:00Z');
  const start = Number(query.get('start') ?? 0);
  const limit = Math.min(Number(query.get('limit') ?? 100), pageCap);
  const fitting = all
    .filter(({ changedAt }) => second(changedAt) >= since)
    .sort((a, b) => second(a.changedAt) - second(b.changedAt) || Number(a.id) - Number(b.id));
  const page = fitting.slice(start, start + limit);
  const more = start + page.length < fitting.length;
  return {
    status: 200,
    json: {
      success: true,
      data: page.length === 0 ? null : page.map(noteJson),
      additional_data: {
        pagination: {
          start,
          limit,
          more_items_in_collection: more,
          ...(more ? { next_start: start + limit } : {}),
        },
      },
    },
  };
}

/** The cursor names the first record of the next page. */
const writeCursor = (id: string, epoch: number) =>
  Buffer.from(JSON.stringify({ deals: Number(id), epoch })).toString('base64url');

function readCursor(cursor: string | null, epoch: number): number {
  if (cursor === null) return 0;
  const read = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  if (read.epoch !== epoch) throw new PipedriveRefusal('cursor is invalid');
  return read.deals;
}

function dealJson(deal: FakeDeal, query: URLSearchParams) {
  const time = (ms: number | null) =>
    ms === null ? null : new Date(ms).toISOString().replace(/\.\d+/, '');
  const fields = query.get('custom_fields')?.split(',');
  const custom = Object.entries(deal.customFields).filter(
    ([name]) => fields?.includes(name) ?? true,
  );
  const extra = query.get('include_fields')?.split(',') ?? [];
  const extras: Record<string, unknown> = {
    last_activity_id: deal.lastActivityId,
    last_incoming_mail_time: time(deal.lastMailAt),
    last_outgoing_mail_time: null,
  };
  return {
    id: Number(deal.id),
    title: deal.title,
    value: rawJson(deal.value),
    currency: deal.currency,
    status: deal.status,
    is_deleted: deal.status === 'deleted',
    is_archived: deal.isArchived,
    stage_id: deal.stageId,
    pipeline_id: deal.pipelineId,
    owner_id: deal.ownerId,
    probability: deal.probability,
    lost_reason: deal.lostReason,
    expected_close_date: deal.expectedCloseDate,
    close_time: time(deal.closedAt),
    add_time: time(deal.addedAt),
    update_time: time(deal.changedAt),
    custom_fields: Object.fromEntries(custom),
    ...Object.fromEntries(extra.map((name) => [name, extras[name]])),
    ...deal.broken,
  };
}
