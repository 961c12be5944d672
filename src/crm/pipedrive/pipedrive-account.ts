import { z } from 'zod';
import type { Account, DealField, Owner, Pipeline, Reference } from '../connector.ts';
import type { CrmApi, CrmRequest } from '../crm-api.ts';
import { CrmFailure } from '../crm-failure.ts';
import { crmId, crmPercent, crmText, MOST_PAGES } from '../crm-fields.ts';
import type { CrmJson } from '../http/crm-json.ts';
import { readRecords, readShape } from '../read-shape.ts';
import { askPermitted, dailyRequests, PAGE, readList } from './pipedrive-answer.ts';

const me = z.object({
  data: z.object({
    company_id: crmId,
    company_name: crmText,
    company_domain: z
      .string()
      .regex(/^[a-z0-9-]{1,63}$/i)
      .nullish()
      .catch(null),
    default_currency: crmText,
    timezone_name: crmText,
  }),
});

/** What is read, and the permission that each part needs. Stages, pipelines and notes need that of deals too. */
const needed = [
  { permission: 'deals:read', path: '/api/v2/deals', query: { limit: '1' } },
  { permission: 'users:read', path: '/api/v1/users', query: {} },
] as const;

export async function identify(api: CrmApi): Promise<Account> {
  const answer = await api.send({ path: '/api/v1/users/me' });
  const { data } = readShape(me, answer.body);
  const missing: string[] = [];
  for (const { permission, path, query } of needed) {
    if (!(await isAllowed(api, { path, query }))) missing.push(permission);
  }
  return {
    id: data.company_id,
    name: data.company_name,
    currency: data.default_currency,
    timeZone: data.timezone_name,
    dailyQuota: dailyRequests(answer),
    missing,
    domain: data.company_domain ?? null,
  };
}

async function isAllowed(api: CrmApi, request: CrmRequest): Promise<boolean> {
  const { status } = await api.send({ ...request, accept: [403] });
  return status !== 403;
}

const user = z.object({ id: crmId, name: crmText, email: crmText });
const pipeline = z.object({
  id: crmId,
  name: crmText,
  is_deal_probability_enabled: z.boolean().nullish(),
  is_deleted: z.boolean().nullish(),
});
const stage = z.object({
  id: crmId,
  name: crmText,
  pipeline_id: crmId,
  deal_probability: crmPercent,
  is_deleted: z.boolean().nullish(),
});
const field = z.object({
  field_code: crmId,
  field_name: crmText,
  field_type: z.string(),
  is_custom_field: z.boolean().nullish(),
  options: z.array(z.object({ id: crmId, label: crmText })).nullish(),
});

/** The types of fields that can hold an industry, a reason or an objection. */
const fieldTypes = new Set(['enum', 'set', 'varchar', 'varchar_auto', 'varchar_options', 'text']);

export async function reference(api: CrmApi): Promise<Reference> {
  const { data: company } = readShape(me, (await api.send({ path: '/api/v1/users/me' })).body);
  const users = await askPermitted(api, 'users:read', { path: '/api/v1/users' });
  const owners: Owner[] = readRecords(readList(users).data, user, 'id').items;
  const stages = Map.groupBy(
    readRecords(await readAll(api, '/api/v2/stages'), stage, 'id').items,
    ({ pipeline_id }) => pipeline_id,
  );
  const pipelines = readRecords(await readAll(api, '/api/v2/pipelines'), pipeline, 'id').items;
  const fields = readRecords(await readAll(api, '/api/v2/dealFields'), field, 'field_code').items;
  return {
    owners,
    currency: company.default_currency,
    timeZone: company.timezone_name,
    pipelines: pipelines
      .filter(({ is_deleted }) => !is_deleted)
      .map((one) => pipelineOf(one, stages.get(one.id) ?? [])),
    fields: fields
      .filter(({ field_type, is_custom_field }) => is_custom_field && fieldTypes.has(field_type))
      .map(fieldOf),
  };
}

async function readAll(api: CrmApi, path: string): Promise<CrmJson[]> {
  const all: CrmJson[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = { limit: `${PAGE}`, cursor };
    const read = readList(await askPermitted(api, 'deals:read', { path, query }));
    all.push(...read.data);
    if (read.cursor === null) return all;
    cursor = read.cursor;
  }
  throw new CrmFailure('contract', { field: 'next_cursor' });
}

function pipelineOf(
  { id, name, is_deal_probability_enabled }: z.output<typeof pipeline>,
  stages: z.output<typeof stage>[],
): Pipeline {
  return {
    id,
    name: name ?? id,
    stages: stages
      .filter(({ is_deleted }) => !is_deleted)
      .map((one) => ({
        id: one.id,
        name: one.name ?? one.id,
        // Each stage says 100 per cent if people have not switched probabilities on.
        probability: is_deal_probability_enabled ? one.deal_probability : null,
      })),
  };
}

function fieldOf({ field_code, field_name, options }: z.output<typeof field>): DealField {
  return {
    id: field_code,
    name: field_name ?? field_code,
    options: (options ?? []).map(({ id, label }) => ({ value: id, name: label ?? id })),
  };
}
