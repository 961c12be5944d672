import { z } from 'zod';
import type { PageRequest, SetAside, SourcePage, SourceRecord } from '../connector.ts';
import type { CrmApi } from '../crm-api.ts';
import { CrmFailure } from '../crm-failure.ts';
import type { CrmJson } from '../http/crm-json.ts';
import { fieldOf, readShape, recordList } from '../read-shape.ts';
import { routes, SEARCHES_PER_SECOND } from './routes.ts';

const SEARCH_PAGE = 200;
const LIST_PAGE = 100;

const recordId = z.string().regex(/^\d{1,19}$/);
const page = z.object({
  total: z.string().optional(),
  results: recordList,
  paging: z.object({ next: z.object({ after: z.string().min(1) }).nullish() }).nullish(),
});

/** Records whose fields are not read yet. */
export type RawPage = { records: CrmJson[]; next: string | null; expected?: number };

type Ask = {
  objects: 'deals' | 'notes';
  properties: string[];
  /** What lists are to name beside each record: the deals of notes. */
  associations?: 'deals';
};

/** A full pass reads lists, 100 records at a time. A window is read by search, because lists have no filter. */
export function readObjects(api: CrmApi, ask: Ask, request: PageRequest): Promise<RawPage> {
  return request.window.since === null
    ? readList(api, ask, request.after)
    : searchWindow(api, ask, request.window.since, request);
}

async function readList(api: CrmApi, ask: Ask, after: string | null): Promise<RawPage> {
  const { body } = await api.send({
    path: routes.list(ask.objects),
    query: {
      limit: `${LIST_PAGE}`,
      archived: 'false',
      properties: ask.properties.join(),
      associations: ask.associations,
      after: after ?? undefined,
    },
  });
  const read = readShape(page, body);
  const next = read.paging?.next?.after ?? null;
  // A page that names itself as the next one would be read for ever.
  if (next !== null && next === after) throw new CrmFailure('contract', { field: 'paging.next' });
  return { records: read.results as CrmJson[], next };
}

/**
 * One page of a window, in the order of the ids of the records. No page depends on the number of records before it. So
 * the reader misses none, even if many have the same time, or if there are more than 10,000.
 */
async function searchWindow(
  api: CrmApi,
  { objects, properties }: Ask,
  since: Date,
  { window, after }: PageRequest,
): Promise<RawPage> {
  const filters = [
    { propertyName: 'hs_lastmodifieddate', operator: 'GTE', value: `${since.getTime()}` },
    { propertyName: 'hs_lastmodifieddate', operator: 'LT', value: `${window.until.getTime()}` },
    ...(after === null ? [] : [{ propertyName: 'hs_object_id', operator: 'GT', value: after }]),
  ];
  const { body } = await api.send({
    path: routes.search(objects),
    json: {
      filterGroups: [{ filters }],
      sorts: [{ propertyName: 'hs_object_id', direction: 'ASCENDING' }],
      properties,
      limit: SEARCH_PAGE,
    },
    perSecond: SEARCHES_PER_SECOND,
  });
  const read = readShape(page, body);
  const records = read.results as CrmJson[];
  const expected = after === null && read.total ? { expected: Number(read.total) } : {};
  // A page with fewer records than asked for is not the last one: more may match. Only an empty page is.
  const isEnd = records.length === 0 || (hasNoId(records) && read.total === `${records.length}`);
  return { records, next: isEnd ? null : lastId(records, after), ...expected };
}

function hasNoId(records: CrmJson[]): boolean {
  return records.every((record) => idOf(record) === null);
}

/** The greatest id of a page. If the ids did not ascend, the next page would skip records. */
function lastId(records: CrmJson[], after: string | null): string {
  if (hasNoId(records)) throw new CrmFailure('contract', { field: 'id' });
  let last = BigInt(after ?? 0);
  for (const record of records) {
    const id = BigInt(idOf(record) ?? last + 1n);
    if (id <= last) throw new CrmFailure('contract', { field: 'hs_object_id' });
    if (idOf(record) !== null) last = id;
  }
  return `${last}`;
}

export function idOf(record: CrmJson): string | null {
  const isObject = typeof record === 'object' && record !== null && !Array.isArray(record);
  return (isObject && recordId.safeParse(record.id).data) || null;
}

/** Reads each record by itself, so that an unreadable one does not stop the others. */
export function readRecords<T>(
  records: CrmJson[],
  schema: z.ZodType<T>,
  take: (record: T) => SourceRecord[],
): Pick<SourcePage, 'records' | 'setAside'> {
  const setAside: SetAside[] = [];
  const taken = records.flatMap((record) => {
    const read = schema.safeParse(record);
    if (read.success) return take(read.data);
    setAside.push({ externalId: idOf(record), field: fieldOf(read.error) });
    return [];
  });
  return { records: taken, setAside };
}

/** HubSpot writes times as ISO 8601, with or without milliseconds, or as milliseconds. */
export const moment = z.string().transform((text, context): Date => {
  const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text);
  const ms = isIso ? Date.parse(text) : /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isNaN(ms) && Math.abs(ms) <= 8.64e15) return new Date(ms);
  context.addIssue('no time');
  return z.NEVER;
});

/** HubSpot sends each property as text. An unset property is null or empty. */
export const property = <T>(schema: z.ZodType<T, string>) =>
  z
    .string()
    .nullish()
    .transform((text) => text || null)
    .pipe(z.union([z.null(), schema]));

export { recordId };
