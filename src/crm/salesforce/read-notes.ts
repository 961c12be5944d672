import { z } from 'zod';
import type { PageRequest, SourcePage, SourceRecord } from '../connector.ts';
import type { CrmApi } from '../crm-api.ts';
import { crmBody, crmMoment } from '../crm-fields.ts';
import type { CrmJson } from '../http/crm-json.ts';
import { readRecords } from '../read-shape.ts';
import { lastIdOf, pagesById } from './last-id.ts';
import { queryTogether } from './query-together.ts';
import { afterTerms, windowTerms } from './read-opportunities.ts';
import { idLiteral, queryIfThere, type Rows, salesforceId } from './soql.ts';

/** A text has up to 32,000 characters, and an answer up to 16 MB. */
const PAGE = 200;

/**
 * What people write about an opportunity: the descriptions of calls, mails and meetings, and notes of both kinds. The
 * objects are read one after the other. A page has the first 255 characters of newer notes, because each whole text
 * costs a request of the customer's quota.
 */
const sources = ['Task', 'Event', 'Note', 'ContentNote'] as const;
type Source = (typeof sources)[number];

/** The first page asks for all objects at once, and has room for this many records of each. */
const FIRST_PAGE = PAGE / sources.length;

const place = z.object({ source: z.enum(sources), after: z.string().nullable() });
type Place = z.output<typeof place>;
/** The places that are still to be read. */
const places = z.tuple([place], place);

export async function readNotes(api: CrmApi, request: PageRequest): Promise<SourcePage> {
  if (request.after === null) return readFirst(api, request);
  const [at, ...others] = places.parse(JSON.parse(request.after));
  const soql = soqlOf(at, request, PAGE);
  const found = await queryIfThere(api, soql, resourceOf(at.source));
  const rest = found === null ? [] : restOf(at.source, found, PAGE);
  return { ...(await readSource(api, at.source, found)), next: nextOf([...rest, ...others]) };
}

/** Most windows are empty, and one request shows that. A query that it does not answer is sent by itself. */
async function readFirst(api: CrmApi, request: PageRequest): Promise<SourcePage> {
  const questions = sources.map((name) => ({
    name,
    soql: soqlOf({ source: name, after: null }, request, FIRST_PAGE),
    resource: resourceOf(name),
  }));
  const answers = await queryTogether(api, questions);
  const page: Read = { records: [], setAside: [] };
  const open: Place[] = [];
  for (const source of sources) {
    const found = answers.get(source);
    if (found === undefined) open.push({ source, after: null });
    else if (found !== null) open.push(...restOf(source, found, FIRST_PAGE));
    const { records, setAside } = await readSource(api, source, found ?? null);
    page.records.push(...records);
    page.setAside.push(...setAside);
  }
  return { ...page, next: nextOf(open) };
}

type Read = Pick<SourcePage, 'records' | 'setAside'>;

async function readSource(api: CrmApi, source: Source, found: Rows | null): Promise<Read> {
  const { rows = [] } = found ?? {};
  return source === 'ContentNote' ? await readContentNotes(api, rows) : readRows(rows);
}

/** Where the next page of an object begins. Empty: this was its last page. */
function restOf(source: Source, { rows, isDone }: Rows, limit: number): Place[] {
  const after = isDone && rows.length < limit ? null : lastIdOf(rows);
  return after === null ? [] : [{ source, after }];
}

function nextOf(open: Place[]): string | null {
  return open.length > 0 ? JSON.stringify(open) : null;
}

function resourceOf(source: Source): 'query' | 'queryAll' {
  return source === 'ContentNote' ? 'query' : 'queryAll';
}

const wholes = 'CreatedDate, SystemModstamp, IsDeleted';

const questions: Record<Source, { fields: string; own: string[]; changed: string }> = {
  Task: {
    fields: `Id, WhatId, Description, ${wholes}`,
    own: ["What.Type = 'Opportunity'"],
    changed: 'SystemModstamp',
  },
  Event: {
    fields: `Id, WhatId, Description, IsPrivate, ${wholes}`,
    own: ["What.Type = 'Opportunity'"],
    changed: 'SystemModstamp',
  },
  Note: {
    fields: `Id, ParentId, Body, IsPrivate, ${wholes}`,
    own: ["Parent.Type = 'Opportunity'"],
    changed: 'SystemModstamp',
  },
  // ContentNote has no SystemModstamp, and its resource shows no deleted notes.
  ContentNote: {
    fields: 'Id, TextPreview, ContentSize, CreatedDate, LastModifiedDate',
    own: [],
    changed: 'LastModifiedDate',
  },
};

function soqlOf({ source, after }: Place, { window }: PageRequest, limit: number): string {
  const { fields, own, changed } = questions[source];
  const isWhole = source === 'ContentNote' && window.since === null;
  const terms = [...own, ...(isWhole ? [] : windowTerms(window, changed)), ...afterTerms(after)];
  return [
    `SELECT ${fields} FROM ${source}`,
    ...(terms.length > 0 ? [`WHERE ${terms.join(' AND ')}`] : []),
    `ORDER BY Id LIMIT ${limit}`,
  ].join(' ');
}

const row = z
  .object({
    Id: salesforceId,
    WhatId: salesforceId.nullish(),
    ParentId: salesforceId.nullish(),
    Description: crmBody,
    Body: crmBody,
    IsPrivate: z.boolean().nullish(),
    IsDeleted: z.boolean(),
    CreatedDate: crmMoment,
    SystemModstamp: crmMoment,
  })
  .transform((one): SourceRecord => {
    // A private note or meeting is its owner's business alone.
    if (one.IsDeleted || one.IsPrivate) return { kind: 'gone', externalId: one.Id };
    return {
      kind: 'note',
      externalId: one.Id,
      changedAt: one.SystemModstamp,
      writtenAt: one.CreatedDate,
      dealIds: [one.WhatId ?? one.ParentId].flatMap((id) => id ?? []),
      body: one.Description || one.Body,
    };
  });

function readRows(rows: CrmJson[]): Read {
  const { items, setAside } = readRecords(rows, row, 'Id');
  return { records: items, setAside };
}

/** So many characters of a text are in its preview. */
const PREVIEW = 255;

const contentNote = z.object({
  Id: salesforceId,
  TextPreview: crmBody,
  /** The size of the text in bytes, with the tags of its HTML. */
  ContentSize: z.coerce.number().nullish(),
  CreatedDate: crmMoment,
  LastModifiedDate: crmMoment,
});

async function readContentNotes(api: CrmApi, rows: CrmJson[]): Promise<Read> {
  const { items, setAside } = readRecords(rows, contentNote, 'Id');
  const links = await opportunitiesOf(
    api,
    items.map(({ Id }) => Id),
  );
  const records = items.flatMap((one): SourceRecord[] => {
    const dealIds = links.get(one.Id) ?? [];
    // Most notes belong to contacts and accounts. If this note was detached from an opportunity, the next full pass sees it.
    if (dealIds.length === 0) return [];
    return [
      {
        kind: 'note',
        externalId: one.Id,
        changedAt: one.LastModifiedDate,
        writtenAt: one.CreatedDate,
        dealIds,
        body: one.TextPreview,
        isCut: (one.ContentSize ?? 0) > PREVIEW,
      },
    ];
  });
  return { records, setAside };
}

const link = z.object({ ContentDocumentId: salesforceId, LinkedEntityId: salesforceId });
/** The ids of all opportunities begin with this, in every organization. */
const OPPORTUNITY = '006';
const LINKS = 2000;

async function opportunitiesOf(api: CrmApi, ids: string[]): Promise<Map<string, string[]>> {
  const links = new Map<string, string[]>();
  if (ids.length === 0) return links;
  const list = ids.map(idLiteral).join(', ');
  const soqlOf = (after: string | null) => {
    const where = [`ContentDocumentId IN (${list})`, ...afterTerms(after)].join(' AND ');
    return `SELECT Id, ContentDocumentId, LinkedEntityId FROM ContentDocumentLink WHERE ${where} ORDER BY Id LIMIT ${LINKS}`;
  };
  for await (const rows of pagesById(api, LINKS, soqlOf)) {
    for (const one of readRecords(rows, link, 'ContentDocumentId').items) {
      if (!one.LinkedEntityId.startsWith(OPPORTUNITY)) continue;
      const deals = links.get(one.ContentDocumentId) ?? [];
      deals.push(one.LinkedEntityId);
      links.set(one.ContentDocumentId, deals);
    }
  }
  return links;
}
