import { z } from 'zod';
import type { PageRequest, SourceNote, SourcePage } from '../connector.ts';
import type { CrmApi } from '../crm-api.ts';
import { CrmFailure } from '../crm-failure.ts';
import type { CrmJson } from '../http/crm-json.ts';
import { readShape } from '../read-shape.ts';
import { idOf, moment, property, readObjects, readRecords, recordId } from './objects.ts';
import { routes } from './routes.ts';

const PROPERTIES = ['hs_note_body', 'hs_timestamp', 'hs_createdate', 'hs_lastmodifieddate'];

const noteRecord = z.object({
  id: recordId,
  properties: z.object({
    hs_note_body: property(z.string()),
    hs_timestamp: property(moment),
    hs_createdate: property(moment),
    hs_lastmodifieddate: moment,
  }),
  /** Only the answers of lists have associations, not those of a search. */
  associations: z
    .object({ deals: z.object({ results: z.array(z.object({ id: recordId })) }).optional() })
    .optional(),
});
type NoteRecord = z.output<typeof noteRecord>;

/** A 207 says why some of the notes are missing. */
const dealsOfNotes = z.object({
  results: z.array(
    z.object({
      from: z.object({ id: recordId }),
      to: z.array(z.object({ toObjectId: recordId })),
    }),
  ),
  errors: z.array(z.object({ category: z.string().optional() })).optional(),
});

/** The note has no deal, or somebody has deleted the note meanwhile. */
const NO_DEAL = 'OBJECT_NOT_FOUND';

export async function readNotes(api: CrmApi, request: PageRequest): Promise<SourcePage> {
  const ask = { objects: 'notes', properties: PROPERTIES, associations: 'deals' } as const;
  const page = await readObjects(api, ask, request);
  const isSearch = request.window.since !== null;
  const deals = isSearch ? await readDealsOf(api, page.records) : new Map<string, string[]>();
  return {
    ...readRecords(page.records, noteRecord, (record) => [noteOf(record, deals)]),
    next: page.next,
    ...(page.expected === undefined ? {} : { expected: page.expected }),
  };
}

/** A search tells no associations. One request is enough for a page: HubSpot accepts 1,000 notes, a page has 200. */
async function readDealsOf(api: CrmApi, records: CrmJson[]): Promise<Map<string, string[]>> {
  const inputs = records.flatMap((record) => idOf(record) ?? []).map((id) => ({ id }));
  if (inputs.length === 0) return new Map();
  const { status, body } = await api.send({ path: routes.dealsOfNotes, json: { inputs } });
  const { results, errors = [] } = readShape(dealsOfNotes, body);
  // Ignoring another fault of HubSpot's would detach the notes from their deals.
  if (errors.some(({ category }) => category !== NO_DEAL)) {
    throw new CrmFailure('unavailable', { status, code: 'associations' });
  }
  return new Map(results.map(({ from, to }) => [from.id, to.map((each) => each.toObjectId)]));
}

/** A note without a deal is returned too: somebody may have detached it from one. */
function noteOf(
  { id, properties, associations }: NoteRecord,
  deals: Map<string, string[]>,
): SourceNote {
  const listed = associations?.deals?.results.map((each) => each.id) ?? [];
  const { hs_note_body, hs_timestamp, hs_createdate, hs_lastmodifieddate } = properties;
  return {
    kind: 'note',
    externalId: id,
    changedAt: hs_lastmodifieddate,
    writtenAt: hs_timestamp ?? hs_createdate ?? hs_lastmodifieddate,
    // A list names a deal once for each kind of association between note and deal.
    dealIds: [...new Set([...listed, ...(deals.get(id) ?? [])])],
    body: hs_note_body ?? '',
  };
}
