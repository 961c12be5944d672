import { z } from 'zod';
import type { PageRequest, SourceNote, SourcePage, SourceRecord } from '../connector.ts';
import type { CrmApi } from '../crm-api.ts';
import { crmBody, crmId, crmMoment } from '../crm-fields.ts';
import { readRecords } from '../read-shape.ts';
import { askPermitted, PAGE, readList } from './pipedrive-answer.ts';
import { toSecond } from './read-deals.ts';

const note = z.object({
  id: crmId,
  deal_id: crmId.nullish(),
  content: crmBody,
  active_flag: z.boolean().nullish(),
  add_time: crmMoment,
  update_time: crmMoment.nullish(),
});
type PipedriveNote = z.output<typeof note>;

const place = z.object({
  /** The page begins with this second, by the time of the last change. */
  since: z.string().nullable(),
  /** How many notes of that second are already read. */
  start: z.number().int().min(0),
});
type Place = z.output<typeof place>;

/** A changed note leaves its second, and the notes behind it move up. Reading some notes twice makes up for that. */
const READ_AGAIN = 50;

/**
 * The only pages of notes are by `start`. A note that changes meanwhile moves to the end, and the next page would miss
 * another note for it. So each page begins at the time of the last note of the page before.
 */
export async function readNotes(api: CrmApi, request: PageRequest): Promise<SourcePage> {
  const from = placeOf(request);
  const answer = await askPermitted(api, 'deals:read', {
    path: '/api/v1/notes',
    query: {
      sort: 'update_time ASC, id ASC',
      updated_since: from.since ?? undefined,
      start: `${from.start}`,
      limit: `${PAGE}`,
    },
  });
  const { data, hasMore } = readList(answer);
  const { items, setAside } = readRecords(data, note, 'id');
  const isOver = ({ window }: PageRequest, { update_time }: PipedriveNote) =>
    window.since !== null && (update_time ?? new Date(0)) >= window.until;
  const inside = items.filter((one) => !isOver(request, one));
  return {
    records: inside.map(toRecord),
    setAside,
    next:
      hasMore && data.length > 0 && inside.length === items.length
        ? nextOf(from, items, data.length)
        : null,
  };
}

function toRecord(one: PipedriveNote): SourceRecord {
  if (one.active_flag === false) return { kind: 'gone', externalId: one.id };
  return {
    kind: 'note',
    externalId: one.id,
    changedAt: one.update_time ?? one.add_time,
    writtenAt: one.add_time,
    dealIds: one.deal_id ? [one.deal_id] : [],
    body: one.content,
  } satisfies SourceNote;
}

function nextOf(from: Place, items: PipedriveNote[], read: number): string {
  const last = items.findLast(({ update_time }) => update_time)?.update_time;
  const since = last ? toSecond(last) : from.since;
  if (since !== from.since) return JSON.stringify({ since, start: 0 } satisfies Place);
  // One second has more notes than a page, as after an import.
  const start = from.start + Math.max(1, read - READ_AGAIN);
  return JSON.stringify({ since, start } satisfies Place);
}

function placeOf({ after, window }: PageRequest): Place {
  if (after !== null) return place.parse(JSON.parse(after));
  return { since: window.since === null ? null : toSecond(window.since), start: 0 };
}
