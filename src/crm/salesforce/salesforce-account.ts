import { z } from 'zod';
import type { Account } from '../connector.ts';
import type { CrmApi } from '../crm-api.ts';
import { CrmFailure } from '../crm-failure.ts';
import { crmText } from '../crm-fields.ts';
import { readShape } from '../read-shape.ts';
import { describe } from './describe.ts';
import { hiddenOrThrow } from './hidden.ts';
import { standardFields } from './opportunity.ts';
import { usage } from './salesforce-answer.ts';
import { DATA, query, queryIfThere, salesforceId } from './soql.ts';

const currencyCode = z.string().regex(/^[A-Z]{3}$/);

const organizations = z.object({
  records: z
    .array(z.object({ Id: salesforceId, Name: crmText, TimeZoneSidKey: crmText }))
    .length(1),
});

export async function identify(api: CrmApi): Promise<Account> {
  const soql = 'SELECT Id, Name, TimeZoneSidKey FROM Organization';
  const answer = await api.send({ path: `${DATA}/query`, query: { q: soql } });
  const [organization] = readShape(organizations, answer.body).records;
  if (!organization) throw new CrmFailure('contract', { field: 'records' });
  return {
    id: organization.Id,
    name: organization.Name,
    currency: (await onlyCurrency(api)) ?? (await corporateCurrency(api)),
    timeZone: organization.TimeZoneSidKey,
    dailyQuota: usage(answer)?.granted ?? null,
    missing: await missingPermissions(api),
    domain: domainOf(api.baseUrl),
  };
}

/** The object and the fields that every deal needs, as far as these credentials may not see them. */
async function missingPermissions(api: CrmApi): Promise<string[]> {
  const opportunity = await describe(api, 'Opportunity');
  if (opportunity === null) return ['Read Opportunity'];
  const names = new Set(opportunity.fields.map(({ name }) => name));
  return standardFields
    .filter((name) => !names.has(name))
    .map((name) => `Read Opportunity.${name}`);
}

const settings = z.object({
  features: z.object({
    multiCurrency: z.boolean(),
    defaultCurrencyIsoCode: currencyCode.nullish(),
  }),
});

/**
 * The currency of an organization that has only one. Only the Connect REST API tells it. Null if there are
 * several, or if these credentials may not see it.
 */
export async function onlyCurrency(api: CrmApi): Promise<string | null> {
  const path = `${DATA}/connect/organization`;
  const answer = await api.send({ path, accept: [400, 404] }).catch(hiddenOrThrow);
  const { success, data } = settings.safeParse(answer?.body);
  return success && !data.features.multiCurrency
    ? (data.features.defaultCurrencyIsoCode ?? null)
    : null;
}

async function corporateCurrency(api: CrmApi): Promise<string | null> {
  const soql = 'SELECT IsoCode FROM CurrencyType WHERE IsCorporate = true';
  const found = await queryIfThere(api, soql, 'query');
  const [row] = z
    .array(z.object({ IsoCode: crmText }))
    .catch([])
    .parse(found?.rows ?? []);
  return row?.IsoCode ?? null;
}

export async function countDeals(api: CrmApi): Promise<number> {
  return (await query(api, 'SELECT COUNT() FROM Opportunity', 'query')).total;
}

/** `acme--test.sandbox` of `https://acme--test.sandbox.my.salesforce.com`. */
function domainOf(baseUrl: string): string | null {
  const [, domain] = /^https:\/\/([a-z0-9.-]+)\.my\.salesforce\.com$/.exec(baseUrl) ?? [];
  return domain ?? null;
}
