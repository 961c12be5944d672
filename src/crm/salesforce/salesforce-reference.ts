import { z } from 'zod';
import type { DealField, Owner, Pipeline, Reference, Stage } from '../connector.ts';
import type { CrmApi } from '../crm-api.ts';
import { CrmFailure } from '../crm-failure.ts';
import { crmPercent, crmText } from '../crm-fields.ts';
import type { CrmJson } from '../http/crm-json.ts';
import { readRecords } from '../read-shape.ts';
import { type Description, describe } from './describe.ts';
import { pagesById } from './last-id.ts';
import { afterTerms } from './read-opportunities.ts';
import { onlyCurrency } from './salesforce-account.ts';
import { queryIfThere, salesforceId } from './soql.ts';

const PAGE = 2000;

/** The types of fields that can hold an industry, a reason or an objection. */
const fieldTypes = new Set(['picklist', 'multipicklist', 'string', 'combobox', 'textarea']);

export async function reference(api: CrmApi): Promise<Reference> {
  const opportunity = await describe(api, 'Opportunity');
  if (opportunity === null) throw new CrmFailure('auth', { permission: 'Read Opportunity' });
  const account = await describe(api, 'Account');
  const isNamed = opportunity.fields.some(({ name }) => name === 'CurrencyIsoCode');
  const industry = account ? fieldsOf(account).filter(({ id }) => id === 'Industry') : [];
  return {
    owners: await readOwners(api),
    pipelines: pipelinesOf(opportunity, await readStages(api)),
    // With several currencies each deal names its own.
    currency: isNamed ? null : await onlyCurrency(api),
    fields: [
      ...fieldsOf(opportunity),
      // In every organization the industry is a field of the account, not of the opportunity.
      ...industry.map((field) => ({ ...field, id: `Account.${field.id}` })),
    ],
  };
}

const user = z.object({ Id: salesforceId, Name: crmText, Email: crmText });

/** Only the users who own opportunities, not all users of the organization. */
async function readOwners(api: CrmApi): Promise<Owner[]> {
  const owners: Owner[] = [];
  const soqlOf = (after: string | null) =>
    [
      'SELECT Id, Name, Email FROM User WHERE Id IN (SELECT OwnerId FROM Opportunity)',
      ...afterTerms(after).map((term) => `AND ${term}`),
      `ORDER BY Id LIMIT ${PAGE}`,
    ].join(' ');
  for await (const rows of pagesById(api, PAGE, soqlOf)) {
    const { items } = readRecords(rows, user, 'Id');
    owners.push(...items.map(({ Id, Name, Email }) => ({ id: Id, name: Name, email: Email })));
  }
  return owners;
}

const stage = z.object({ ApiName: crmText, MasterLabel: crmText, DefaultProbability: crmPercent });

async function readStages(api: CrmApi): Promise<Stage[]> {
  const soql =
    'SELECT ApiName, MasterLabel, DefaultProbability FROM OpportunityStage WHERE IsActive = true ORDER BY SortOrder LIMIT 1000';
  const rows: CrmJson[] = (await queryIfThere(api, soql, 'query'))?.rows ?? [];
  return readRecords(rows, stage, 'ApiName').items.flatMap((one) =>
    one.ApiName === null
      ? []
      : [
          {
            id: one.ApiName,
            name: one.MasterLabel ?? one.ApiName,
            probability: one.DefaultProbability,
          },
        ],
  );
}

/** Salesforce has no pipelines. Organizations tell their kinds of sales apart by record types. */
function pipelinesOf({ fields, recordTypeInfos }: Description, stages: Stage[]): Pipeline[] {
  if (!fields.some(({ name }) => name === 'RecordTypeId')) return [];
  return (recordTypeInfos ?? [])
    .filter(({ active, master }) => active !== false || master)
    .map(({ recordTypeId, name }) => ({ id: recordTypeId, name: name ?? recordTypeId, stages }));
}

function fieldsOf({ fields }: Description): DealField[] {
  return fields
    .filter(({ type }) => fieldTypes.has(type))
    .map(({ name, label, picklistValues }) => ({
      id: name,
      name: label ?? name,
      options: (picklistValues ?? []).flatMap(({ value, label: shown, active }) =>
        value === null || active === false ? [] : [{ value, name: shown ?? value }],
      ),
    }));
}
