import { z } from 'zod';
import type { Account, DealField, Owner, Pipeline, Reference } from '../connector.ts';
import type { CrmApi, CrmRequest } from '../crm-api.ts';
import { CrmFailure } from '../crm-failure.ts';
import { MOST_PAGES } from '../crm-fields.ts';
import type { CrmJson } from '../http/crm-json.ts';
import { readRecords, readShape, recordList } from '../read-shape.ts';
import { missingPermissions, numberOf } from './refusals.ts';
import { routes, SEARCHES_PER_SECOND } from './routes.ts';

const words = z.string().max(1000);
const optionalWords = words.nullish().transform((text) => text || null);
const digits = z.string().regex(/^\d{1,20}$/);
const paging = z.object({ next: z.object({ after: z.string().min(1) }).optional() }).nullish();

const details = z.object({
  portalId: digits,
  portalName: optionalWords,
  companyCurrency: optionalWords,
  timeZone: optionalWords,
  uiDomain: optionalWords,
});
const owner = z.object({
  id: z.string().min(1),
  email: optionalWords,
  firstName: optionalWords,
  lastName: optionalWords,
});
const stage = z.object({
  id: z.string().min(1),
  label: words,
  metadata: z.object({ probability: z.string().nullish() }).nullish(),
});
const pipeline = z.object({ id: z.string().min(1), label: words, stages: z.array(stage) });
const property = z.object({
  name: z.string().min(1),
  label: words,
  type: z.string(),
  hidden: z.boolean().nullish(),
  archived: z.boolean().nullish(),
  options: z.array(z.object({ value: words, label: words })).nullish(),
});
const list = z.object({ results: recordList, paging });

/** Reads each item by itself, so that an unreadable one does not stop the others. */
function readItems<T>(body: CrmJson, item: z.ZodType<T>, idField: string) {
  const { results, paging } = readShape(list, body);
  return { items: readRecords(results as CrmJson[], item, idField).items, paging };
}

/** What the connector always needs. `scope` is the missing permission if HubSpot's refusal names none. */
const needed: { request: CrmRequest; scope: string }[] = [
  { request: { path: routes.owners, query: { limit: '1' } }, scope: 'crm.objects.owners.read' },
  { request: { path: routes.pipelines }, scope: 'crm.schemas.deals.read' },
  { request: { path: routes.properties }, scope: 'crm.schemas.deals.read' },
];

export async function identify(api: CrmApi): Promise<Account> {
  const account = await readDetails(api);
  const missing = new Set<string>();
  const request = { path: routes.list('deals'), query: { limit: '1', properties: 'amount' } };
  const deals = await api.send({ ...request, accept: [403] });
  const refusals = [{ answer: deals, scope: 'crm.objects.deals.read' }];
  for (const { request: each, scope } of needed) {
    refusals.push({ answer: await api.send({ ...each, accept: [403] }), scope });
  }
  for (const { answer, scope } of refusals.filter((each) => each.answer.status === 403)) {
    const named = missingPermissions(answer);
    for (const one of named.length > 0 ? named : [scope]) missing.add(one);
  }
  return {
    id: account.portalId,
    name: account.portalName,
    currency: account.companyCurrency,
    timeZone: account.timeZone,
    // HubSpot sets OAuth clients no daily quota, and their answers lack this header.
    dailyQuota: numberOf(deals.header('x-hubspot-ratelimit-daily')),
    missing: [...missing],
    domain: account.uiDomain && isAppDomain(account.uiDomain) ? account.uiDomain : null,
  };
}

async function readDetails(api: CrmApi) {
  return readShape(details, (await api.send({ path: routes.account })).body);
}

/** How many deals the account has. A search would count at most 10,000. */
export async function countDeals(api: CrmApi): Promise<number | null> {
  const { body } = await api.send({
    path: routes.search('deals'),
    json: { filterGroups: [], properties: ['amount'], limit: 1 },
    perSecond: SEARCHES_PER_SECOND,
  });
  return numberOf(readShape(z.object({ total: z.string() }), body).total);
}

export async function readReference(api: CrmApi): Promise<Reference> {
  const account = await readDetails(api);
  // Deals keep an owner whose user has left.
  const owners = [...(await readOwners(api, 'false')), ...(await readOwners(api, 'true'))];
  const pipelines = await api.send({ path: routes.pipelines });
  const properties = await api.send({ path: routes.properties });
  return {
    owners,
    pipelines: readItems(pipelines.body, pipeline, 'id').items.map(pipelineOf),
    fields: readItems(properties.body, property, 'name').items.flatMap(fieldOf),
    currency: account.companyCurrency,
    timeZone: account.timeZone,
  };
}

async function readOwners(api: CrmApi, archived: 'true' | 'false'): Promise<Owner[]> {
  const owners: Owner[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = { limit: '500', archived, after };
    const { body } = await api.send({ path: routes.owners, query });
    const read = readItems(body, owner, 'id');
    for (const { id, email, firstName, lastName } of read.items) {
      const name = [firstName, lastName].filter(Boolean).join(' ');
      owners.push({ id, name: name || null, email });
    }
    after = read.paging?.next?.after;
    if (!after) return owners;
  }
  throw new CrmFailure('contract', { field: 'paging.next.after' });
}

function pipelineOf({ id, label, stages }: z.output<typeof pipeline>): Pipeline {
  return {
    id,
    name: label,
    stages: stages.map((each) => ({
      id: each.id,
      name: each.label,
      probability: percentOf(each.metadata?.probability),
    })),
  };
}

/** Makes whole per cents of a share from 0 to 1. Null if the text is no such share. */
export function percentOf(text: string | null | undefined): number | null {
  if (!text) return null;
  const percent = Math.round(Number(text) * 100);
  return percent >= 0 && percent <= 100 ? percent : null;
}

/** Fields that people have made, and those that HubSpot offers to sales. HubSpot also computes hundreds of others. */
function fieldOf({ name, label, type, hidden, archived, options }: z.output<typeof property>) {
  const isChoice = (type === 'enumeration' || type === 'string') && !hidden && !archived;
  if (!isChoice || name.startsWith('hs_') || name.startsWith('hubspot_')) return [];
  const field: DealField = {
    id: name,
    name: label,
    options: (options ?? []).map((option) => ({ value: option.value, name: option.label })),
  };
  return [field];
}

/** The hosts of HubSpot's pages: `app.hubspot.com`, `app-eu1.hubspot.com`. */
export function isAppDomain(domain: string): boolean {
  return /^app(-[a-z0-9]{1,10})?\.hubspot\.com$/.test(domain);
}
