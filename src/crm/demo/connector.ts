import { z } from 'zod';
import type { Account, CrmConnector, PageRequest, Reference, SourcePage } from '../connector.ts';
import type { CrmApi } from '../crm-api.ts';
import { CrmFailure } from '../crm-failure.ts';
import { demoCrmAddress } from './address.ts';
import { practiceAccount, practiceBaseUrl } from './practice.ts';
import { demoDeal, demoNote, demoOwner } from './shapes.ts';

/** The field of the demo's deals that names the industry. */
export const INDUSTRY_FIELD = 'branche';

export const OVERLAP_MS = 5_000;
const REQUESTS_PER_SECOND = 50;

// A number arrives as the text that the CRM sent (crm-json.ts).
const number = z.string().transform(Number);

const account = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  time_zone: z.string(),
});

const named = { id: z.string(), name: z.string() };
const reference = z.object({
  owners: z.array(demoOwner),
  pipelines: z.array(
    z.object({ ...named, stages: z.array(z.object({ ...named, probability: number })) }),
  ),
  fields: z.array(
    z.object({ ...named, options: z.array(z.object({ value: z.string(), name: z.string() })) }),
  ),
});

const deal = demoDeal.extend({
  probability: number.nullable(),
  outcome: z.enum(['open', 'won', 'lost']),
});
const note = demoNote.extend({ html: z.string(), is_deleted: z.boolean() });

const paged = { total: number, next: z.string().nullable() };
const dealPage = z.object({ deals: z.array(deal), ...paged });
const notePage = z.object({ notes: z.array(note), ...paged });

/**
 * The CRM of the demo team, which only this team can connect, while `npm start` runs it. Also the practice CRM of
 * sandboxes for looking around, which every process runs.
 */
export function demoCrm(dataDir: string): CrmConnector {
  return {
    provider: 'demo',
    form: z.strictObject({}),
    secret: '',
    overlapMs: OVERLAP_MS,
    requestsPerSecond: REQUESTS_PER_SECOND,
    oauth: null,
    exchange: null,
    isFor: (tenantId) => demoCrmAddress(dataDir)?.tenantId === tenantId,
    tokenServer: () => {
      throw new CrmFailure('internal', { code: 'no_token_server' });
    },
    explain: () => null,
    limits: () => ({ left: null, perSecond: null }),
    target: (access) => ({
      baseUrl: practiceBaseUrl(access) ?? runningAt(dataDir),
      headers: {},
    }),
    identify,
    reference: readReference,
    read: (api, request) => (request.stream === 'deals' ? readDeals : readNotes)(api, request),
    dealUrl: ({ id }, externalId) => {
      const url = pagesOf(id, dataDir);
      return url && `${url}/deals/${encodeURIComponent(externalId)}`;
    },
    homeUrl: ({ id }) => pagesOf(id, dataDir),
  };
}

/** A practice CRM has no pages: no browser of a customer could reach them. */
function pagesOf(accountId: string, dataDir: string): string | null {
  return practiceAccount(accountId) ? null : (demoCrmAddress(dataDir)?.url ?? null);
}

function runningAt(dataDir: string): string {
  const address = demoCrmAddress(dataDir);
  if (!address) throw new CrmFailure('unavailable', { code: 'ECONNREFUSED' });
  return address.url;
}

async function identify(api: CrmApi): Promise<Account> {
  const { time_zone, ...found } = await ask(api, '/api/account', account);
  return { ...found, timeZone: time_zone, dailyQuota: null, missing: [], domain: null };
}

function readReference(api: CrmApi): Promise<Reference> {
  return ask(api, '/api/reference', reference);
}

async function readDeals(api: CrmApi, request: PageRequest): Promise<SourcePage> {
  const { pipelines, industry_field } = request.settings;
  const page = await ask(api, '/api/deals', dealPage, windowOf(request));
  const records = page.deals.map((each) => {
    const gone = each.is_deleted || (pipelines && !pipelines.includes(each.pipeline_id));
    if (gone) return { kind: 'gone' as const, externalId: each.id };
    return dealOf(each, industry_field);
  });
  return { records, setAside: [], next: page.next, expected: page.total };
}

function dealOf(each: z.output<typeof deal>, industryField: string | null) {
  return {
    kind: 'deal' as const,
    externalId: each.id,
    changedAt: new Date(each.changed_at),
    title: each.title,
    amount: each.amount,
    currency: each.currency,
    closeDate: each.close_date,
    outcome: each.outcome,
    probability: each.probability,
    pipelineId: each.pipeline_id,
    stageId: each.stage_id,
    ownerId: each.owner_id,
    lostReason: each.lost_reason,
    industryValue: industryField === INDUSTRY_FIELD ? each.industry : null,
    objections: [],
    lastActivityAt: new Date(each.last_activity_at),
  };
}

async function readNotes(api: CrmApi, request: PageRequest): Promise<SourcePage> {
  const page = await ask(api, '/api/notes', notePage, windowOf(request));
  const records = page.notes.map((each) =>
    each.is_deleted
      ? { kind: 'gone' as const, externalId: each.id }
      : {
          kind: 'note' as const,
          externalId: each.id,
          changedAt: new Date(each.changed_at),
          writtenAt: new Date(each.written_at),
          dealIds: [each.deal_id],
          body: each.html,
        },
  );
  return { records, setAside: [], next: page.next, expected: page.total };
}

function windowOf({ window: { since, until }, after }: PageRequest) {
  return { since: since?.toISOString(), until: until.toISOString(), after: after ?? undefined };
}

async function ask<T>(
  api: CrmApi,
  path: string,
  schema: z.ZodType<T>,
  query: Record<string, string | undefined> = {},
): Promise<T> {
  const { body } = await api.send({ path, query });
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const field = read.error.issues[0]?.path.join('.') ?? '';
  throw new CrmFailure('contract', { field }, { cause: read.error });
}
