import { z } from 'zod';
import type { PageWishes, SourceNote, SourcePage } from '../connector.ts';
import type { CrmApi } from '../crm-api.ts';
import { CrmFailure } from '../crm-failure.ts';
import type { CrmJson } from '../crm-json.ts';
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
  /** In lists alone. */
  associations: z
    .object({ deals: z.object({ results: z.array(z.object({ id: recordId })) }).optional() })
    .optional(),
});
type NoteRecord = z.output<typeof noteRecord>;

/** 207 says why some of the notes are missing. */
const dealsOfNotes = z.object({
  results: z.array(
    z.object({
      from: z.object({ id: recordId }),
      to: z.array(z.object({ toObjectId: recordId })),
    }),
  ),
  errors: z.array(z.object({ category: z.string().optional() })).optional(),
});

/** A note without a deal, or that somebody has deleted since. */
const NO_DEAL = 'OBJECT_NOT_FOUND';

export async function readNotes(api: CrmApi, wishes: PageWishes): Promise<SourcePage> {
  const ask = { objects: 'notes', properties: PROPERTIES, associations: 'deals' } as const;
  const page = await readObjects(api, ask, wishes);
  const isSearch = wishes.window.since !== null;
  const deals = isSearch ? await readDealsOf(api, page.records) : new Map<string, string[]>();
  return {
    ...readRecords(page.records, noteRecord, (record) => [noteOf(record, deals)]),
    next: page.next,
    ...(page.expected === undefined ? {} : { expected: page.expected }),
  };
}

/** The search tells no associations. One request for a page: HubSpot takes 1,000 notes, and a page has 200. */
async function readDealsOf(api: CrmApi, records: CrmJson[]): Promise<Map<string, string[]>> {
  const inputs = records.flatMap((record) => idOf(record) ?? []).map((id) => ({ id }));
  if (inputs.length === 0) return new Map();
  const { status, body } = await api.send({ path: routes.dealsOfNotes, json: { inputs } });
  const { results, errors = [] } = readShape(dealsOfNotes, body);
  // Else a fault of HubSpot's would take the notes off their deals.
  if (errors.some(({ category }) => category !== NO_DEAL)) {
    throw new CrmFailure('unavailable', { status, code: 'associations' });
  }
  return new Map(results.map(({ from, to }) => [from.id, to.map((each) => each.toObjectId)]));
}

/** A note without a deal is named too: it may have been taken off one. */
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
    // A list names a deal once for each kind of association.
    dealIds: [...new Set([...listed, ...(deals.get(id) ?? [])])],
    body: hs_note_body ?? '',
  };
}
