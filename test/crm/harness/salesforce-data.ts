import type { FakeRow, FakeSalesforce } from './fake-salesforce.ts';
import type { FakeAnswer, FakeRequest } from './fake-server.ts';
import { describeObject, fieldNames, settingsOf } from './salesforce-objects.ts';
import { fieldValue, recordJson } from './salesforce-record.ts';
import { fits, parseSoql, type Soql, SoqlRefusal } from './soql.ts';

const DATA = '/services/data/v68.0';

/** Answers the routes of the REST API that read data. */
export function answerData(
  fake: FakeSalesforce,
  { path, query, body }: CompositePart & { body: unknown },
): FakeAnswer {
  const [, object = '', id, field] =
    /^\/services\/data\/v68\.0\/sobjects\/(\w+)\/(?:describe|(\w{18})\/(\w+))$/.exec(path) ?? [];
  if (object && fake.hidden.has(object)) return failed(404, 'NOT_FOUND', 'not found');
  if (id && field) return blobOf(fake, id, `${object}.${field}`);
  if (object) return { status: 200, json: describeObject(object, fake) };
  if (path === `${DATA}/connect/organization`) return settingsOf(fake);
  if (path === `${DATA}/composite`) return answerComposite(body, (part) => answerPart(fake, part));
  if (path !== `${DATA}/query` && path !== `${DATA}/queryAll`) {
    return failed(404, 'NOT_FOUND', 'The requested resource does not exist');
  }
  try {
    return answerQuery(fake, parseSoql(query.get('q') ?? ''), path.endsWith('All'));
  } catch (error) {
    if (error instanceof SoqlRefusal) return failed(400, error.errorCode, error.message);
    throw error;
  }
}

export const failed = (status: number, errorCode: string, message: string): FakeAnswer => ({
  status,
  json: [{ message, errorCode }],
});

function answerPart(fake: FakeSalesforce, part: CompositePart): FakeAnswer {
  const object = / FROM (\w+)/.exec(part.query.get('q') ?? '')?.[1] ?? '';
  if (fake.stumbles.has(object)) return failed(500, 'UNKNOWN_EXCEPTION', 'An unexpected error');
  // A part that is no query is answered in bytes or in a shape of its own. Salesforce refuses it here.
  if (!object) return failed(400, 'NOT_SUPPORTED', 'The resource is not compatible with Composite');
  return answerData(fake, { ...part, body: null });
}

/** The bytes of a field as they are, with a type that is no JSON. */
function blobOf(fake: FakeSalesforce, id: string, name: string): FakeAnswer {
  if (name !== 'ContentNote.Content') return failed(404, 'NOT_FOUND', 'not found');
  if (fake.hidden.has(name)) return failed(403, 'INSUFFICIENT_ACCESS', 'insufficient access');
  const row = fake.rows.live.get(id);
  if (!row || row.isDeleted) return failed(404, 'NOT_FOUND', 'not found');
  return { status: 200, bytes: String(row.fields.Content ?? row.fields.TextPreview ?? '') };
}

function answerQuery(fake: FakeSalesforce, soql: Soql, withDeleted: boolean): FakeAnswer {
  const names = fieldNames(soql.object, fake);
  if (names === null) {
    throw new SoqlRefusal('INVALID_TYPE', `sObject type '${soql.object}' is not supported.`);
  }
  const fields = [...soql.fields, ...soql.conditions.map(({ field }) => field)];
  const unknown = fields.find((field) => !names.has(field));
  if (unknown) throw new SoqlRefusal('INVALID_FIELD', `No such column '${unknown}'`);
  fake.rows.settle();
  const fitting = rowsOf(fake, soql.object)
    .filter(({ isDeleted }) => withDeleted || !isDeleted)
    .filter((row) => fits(soql.conditions, (field) => fieldValue(row, field)))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  if (soql.isCount) return rowsAnswer(fitting.length, true, []);
  const all = fitting.slice(0, soql.limit ?? fitting.length);
  const page = all.slice(0, fake.batch);
  const isDone = page.length === all.length;
  const records = page.map((row) => ({
    ...recordJson(row, soql.fields),
    ...fake.malformed.get(row.id),
  }));
  return rowsAnswer(all.length, isDone, records, isDone ? null : fake.locator);
}

function rowsOf(fake: FakeSalesforce, object: string): FakeRow[] {
  const made = (id: string, fields: Record<string, unknown>): FakeRow => ({
    id,
    object,
    fields,
    createdMs: 0,
    changedMs: 0,
    isDeleted: false,
  });
  const { id, name, zone } = fake.organization;
  switch (object) {
    case 'Organization':
      return [made(id, { Name: name, TimeZoneSidKey: zone })];
    case 'CurrencyType':
      return (fake.currencies ?? []).map((IsoCode, index) =>
        made(`01L00000000000${index}AAA`, { IsoCode, IsCorporate: index === 0 }),
      );
    case 'User':
      return [...fake.users].map(([userId, user]) => made(userId, user));
    case 'OpportunityStage':
      return [
        made('01J000000000001AAA', stageOf('Prospecting', 'Akquise', 10)),
        made('01J000000000002AAA', stageOf('Closed Won', 'Gewonnen', 100)),
        made('01J000000000003AAA', stageOf('Closed Lost', 'Verloren', 0)),
      ];
    default:
      return [...fake.rows.indexed.values()].filter((row) => row.object === object);
  }
}

const stageOf = (ApiName: string, MasterLabel: string, DefaultProbability: number) => ({
  ApiName,
  MasterLabel,
  DefaultProbability,
  IsActive: true,
});

function rowsAnswer(
  totalSize: number,
  done: boolean,
  records: unknown[],
  nextRecordsUrl: string | null = null,
): FakeAnswer {
  const json = { totalSize, done, ...(nextRecordsUrl ? { nextRecordsUrl } : {}), records };
  return { status: 200, text: JSON.stringify(json) };
}

type CompositePart = Pick<FakeRequest, 'path' | 'query'>;

type Subrequest = { method: string; url: string; referenceId: string };

const MOST_PARTS = 25;
const MOST_QUERIES = 5;

/** Answers several queries in one request, which counts once. Each has its own status, and may fail by itself. */
function answerComposite(
  body: unknown,
  answerPart: (part: CompositePart) => FakeAnswer,
): FakeAnswer {
  const { compositeRequest: parts } = body as { compositeRequest: Subrequest[] };
  const queries = parts.filter(({ url }) => /\/query(All)?\?/.test(url));
  if (parts.length > MOST_PARTS || queries.length > MOST_QUERIES) {
    const message = 'The request has too many subrequests';
    return { status: 400, json: [{ message, errorCode: 'LIMIT_EXCEEDED' }] };
  }
  const texts = parts.map(({ method, url, referenceId }) => {
    if (method !== 'GET') throw new Error('The connector only reads');
    const { pathname: path, searchParams: query } = new URL(url, 'http://fake');
    const { status, json, text = JSON.stringify(json) } = answerPart({ path, query });
    const rest = JSON.stringify({ httpHeaders: {}, httpStatusCode: status, referenceId });
    return `{"body":${text},${rest.slice(1)}`;
  });
  return { status: 200, text: `{"compositeResponse":[${texts.join(',')}]}` };
}
