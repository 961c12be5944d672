import { z } from 'zod';
import type { DealField, PageRequest, SourceRecord } from '../connector.ts';
import { crmAmount, crmDay, crmMoment, crmPercent, crmText, MOST_CHOSEN } from '../crm-fields.ts';
import { isFieldName, salesforceId } from './soql.ts';

/** Fields that every organization has, and without which a deal would be wrong. */
export const standardFields = [
  'Id',
  'Name',
  'Amount',
  'CloseDate',
  'Probability',
  'StageName',
  'IsClosed',
  'IsWon',
  'OwnerId',
  'LastActivityDate',
  'SystemModstamp',
  'IsDeleted',
] as const;

export const opportunity = z.looseObject({
  Id: salesforceId,
  Name: crmText,
  Amount: crmAmount,
  CurrencyIsoCode: crmText,
  CloseDate: crmDay.nullish(),
  Probability: crmPercent,
  StageName: crmText,
  RecordTypeId: salesforceId.nullish(),
  IsClosed: z.boolean(),
  IsWon: z.boolean(),
  IsDeleted: z.boolean(),
  OwnerId: salesforceId.nullish(),
  LastActivityDate: crmDay.nullish(),
  SystemModstamp: crmMoment,
});
export type Opportunity = z.output<typeof opportunity>;

/** The record type of a record that names none. It is the same in all organizations. */
const MASTER_TYPE = '012000000000000AAA';

/** The fields to ask for. A field of the settings is among them only if the CRM lists it. */
export function fieldsToAsk({ settings, reference }: PageRequest): string[] {
  const existing = new Set(reference.fields.map(({ id }) => id));
  const chosen = [settings.industry_field, settings.lost_reason_field, settings.objections_field]
    .filter((name) => name !== null)
    .filter((name) => existing.has(name) && isFieldName(name));
  // Only an organization with several currencies has this field.
  const currency = existing.has('CurrencyIsoCode') ? ['CurrencyIsoCode'] : [];
  const type = reference.pipelines.length > 0 ? ['RecordTypeId'] : [];
  return [...new Set([...standardFields, ...currency, ...type, ...chosen])];
}

export function toRecord(one: Opportunity, { settings, reference }: PageRequest): SourceRecord {
  const pipelineId = reference.pipelines.length > 0 ? (one.RecordTypeId ?? MASTER_TYPE) : null;
  const isElsewhere =
    settings.pipelines !== null && pipelineId !== null && !settings.pipelines.includes(pipelineId);
  if (one.IsDeleted || isElsewhere) return { kind: 'gone', externalId: one.Id };
  const outcome = outcomeOf(one);
  const reasons = valuesOf(one, settings.lost_reason_field, reference.fields);
  return {
    kind: 'deal',
    externalId: one.Id,
    changedAt: one.SystemModstamp,
    title: one.Name,
    amount: one.Amount,
    currency: one.CurrencyIsoCode ?? reference.currency ?? null,
    closeDate: one.CloseDate ?? null,
    outcome,
    probability: one.Probability,
    pipelineId,
    stageId: one.StageName,
    ownerId: one.OwnerId ?? null,
    lostReason: outcome === 'lost' ? crmText.parse(reasons.join(', ')) : null,
    industryValue: valuesOf(one, settings.industry_field, reference.fields)[0] ?? null,
    objections: valuesOf(one, settings.objections_field, reference.fields),
    lastActivityAt: one.LastActivityDate ? new Date(one.LastActivityDate) : null,
  };
}

function outcomeOf({ IsClosed, IsWon }: Opportunity): 'open' | 'won' | 'lost' {
  if (IsWon) return 'won';
  return IsClosed ? 'lost' : 'open';
}

/** The values of a field. Salesforce separates the values of a list by semicolons. A text may contain a semicolon too. */
function valuesOf(record: Opportunity, name: string | null, fields: DealField[]): string[] {
  const field = fields.find(({ id }) => id === name);
  if (!field) return [];
  const [first = '', second] = field.id.split('.');
  const value = second === undefined ? record[first] : asRecord(record[first])[second];
  if (typeof value !== 'string') return [];
  const texts = field.options.length > 0 ? value.split(';', MOST_CHOSEN) : [value];
  return texts.flatMap((text) => crmText.parse(text) ?? []);
}

function asRecord(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
}
