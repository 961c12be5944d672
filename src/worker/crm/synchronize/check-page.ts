import type {
  SetAside,
  SourceDeal,
  SourceNote,
  SourcePage,
  SourceRecord,
} from '../../../crm/connector.ts';
import { CrmFailure } from '../../../crm/crm-failure.ts';
import { cutText, LONGEST_TEXT } from '../../../crm/crm-fields.ts';
import { storable } from '../../../shared/schema/text.ts';

export type CheckedPage = {
  deals: SourceDeal[];
  notes: SourceNote[];
  /** The external ids of records that are gone, or that are not in the chosen pipelines. */
  gone: string[];
  setAside: SetAside[];
};

/** A page of so many records, all of which are bad, is a page that the connector cannot read. */
const ALL_BAD_FROM = 3;

/**
 * Sorts the records of a page. A record that PostgreSQL could not store is set aside, so that a single record
 * never stops a connection. If a record comes in several versions, the last one counts.
 */
export function checkPage(page: SourcePage, pipelines: readonly string[] | null): CheckedPage {
  const setAside = [...page.setAside];
  const byId = new Map<string, SourceRecord>();
  for (const record of page.records) {
    const field = faultOf(record);
    if (field !== null) setAside.push({ externalId: idOf(record), field });
    else keepLatest(byId, cleaned(record));
  }
  const isUnreadable = byId.size === 0 && setAside.length >= ALL_BAD_FROM;
  if (isUnreadable) throw new CrmFailure('contract', { field: setAside[0]?.field ?? '' });
  const checked: CheckedPage = { deals: [], notes: [], gone: [], setAside };
  for (const record of byId.values()) {
    if (record.kind === 'note') checked.notes.push(record);
    else if (record.kind === 'deal' && isChosen(record, pipelines)) checked.deals.push(record);
    else checked.gone.push(record.externalId);
  }
  return checked;
}

function isChosen({ pipelineId }: SourceDeal, pipelines: readonly string[] | null): boolean {
  return pipelines === null || pipelineId === null || pipelines.includes(pipelineId);
}

function keepLatest(byId: Map<string, SourceRecord>, record: SourceRecord): void {
  const existing = byId.get(record.externalId);
  const isOlder =
    existing &&
    existing.kind !== 'gone' &&
    record.kind !== 'gone' &&
    record.changedAt < existing.changedAt;
  if (!isOlder) byId.set(record.externalId, record);
}

const MAX_ID_LENGTH = 300;
/** More texts in the field for objections of a deal are dropped. */
const MOST_OBJECTIONS = 20;
/** A note counts for so many of its deals, the first by id: each gets all objections of the note. */
const MOST_DEALS = 20;
const number = /^-?\d{1,1000}(\.\d{1,1000})?$/;
const day = /^[1-9]\d{3}-\d\d-\d\d$/;

/** The first field that cannot be stored. Null if there is none. */
function faultOf(record: SourceRecord): string | null {
  if (!isId(record.externalId)) return 'id';
  if (record.kind === 'gone') return null;
  if (!isStorable(record.changedAt)) return 'changedAt';
  if (record.kind === 'note') return record.dealIds.every(isId) ? null : 'dealIds';
  const { amount, closeDate, lastActivityAt, probability } = record;
  if (amount !== null && !number.test(amount)) return 'amount';
  if (closeDate !== null && !isDay(closeDate)) return 'closeDate';
  if (lastActivityAt !== null && !isStorable(lastActivityAt)) return 'lastActivityAt';
  if (probability !== null && !Number.isFinite(probability)) return 'probability';
  for (const field of ['pipelineId', 'stageId', 'ownerId'] as const) {
    const id = record[field];
    if (id !== null && !isId(id)) return field;
  }
  return null;
}

function isId(id: string): boolean {
  return id.length > 0 && id.length <= MAX_ID_LENGTH && id === storable(id);
}

function isStorable(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return day.test(text) && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

function idOf({ externalId }: SourceRecord): string | null {
  return isId(externalId) ? externalId : null;
}

function cleaned(record: SourceRecord): SourceRecord {
  if (record.kind === 'gone') return record;
  if (record.kind === 'note') {
    return { ...record, dealIds: [...new Set(record.dealIds)].sort().slice(0, MOST_DEALS) };
  }
  return {
    ...record,
    title: storableLine(record.title),
    currency: storableText(record.currency),
    lostReason: storableLine(record.lostReason),
    industryValue: storableText(record.industryValue),
    objections: record.objections.slice(0, MOST_OBJECTIONS).map((text) => storableText(text) ?? ''),
    probability:
      record.probability === null
        ? null
        : Math.round(Math.min(100, Math.max(0, record.probability))),
  };
}

/** A text of any connector, cut to what is kept. */
function storableText(text: string | null): string | null {
  return text === null ? null : storable(cutText(text, LONGEST_TEXT));
}

/** A text that people read, without the blanks around it, in the same way for all connectors. */
function storableLine(text: string | null): string | null {
  return storableText(text?.trim() ?? null) || null;
}
