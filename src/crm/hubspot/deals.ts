import { z } from 'zod';
import type { DealField, PageRequest, SourceDeal, SourcePage, SourceRecord } from '../connector.ts';
import type { CrmApi } from '../crm-api.ts';
import { MOST_CHOSEN } from '../crm-fields.ts';
import { dayIn } from '../day-in.ts';
import { exactDecimal } from '../exact-decimal.ts';
import { optionNames } from '../option-names.ts';
import { countDeals, percentOf } from './account.ts';
import { moment, property, readObjects, readRecords, recordId } from './objects.ts';

const LOST_REASON = 'closed_lost_reason';
const OWN_PROPERTIES = [
  'dealname',
  'amount',
  'deal_currency_code',
  'closedate',
  'dealstage',
  'pipeline',
  'hs_deal_stage_probability',
  'hs_is_closed',
  'hs_is_closed_won',
  'hubspot_owner_id',
  'hs_lastmodifieddate',
  'hs_merged_object_ids',
  'notes_last_updated',
];

const amount = z.string().transform((text, context) => {
  const exact = exactDecimal(text);
  if (exact !== null) return exact;
  context.addIssue('no number');
  return z.NEVER;
});
const words = z.string();
const truth = z.enum(['true', 'false']);
const ids = z.string().regex(/^\d+(;\d+)*$/);

const dealRecord = z.object({
  id: recordId,
  properties: z
    .object({
      dealname: property(words),
      amount: property(amount),
      deal_currency_code: property(z.string().regex(/^[A-Z]{3}$/)),
      closedate: property(moment),
      dealstage: property(words),
      pipeline: property(words),
      hs_deal_stage_probability: property(words),
      hs_is_closed: property(truth),
      hs_is_closed_won: property(truth),
      hubspot_owner_id: property(words),
      hs_lastmodifieddate: moment,
      hs_merged_object_ids: property(ids),
      notes_last_updated: property(moment),
    })
    // The customer's own properties, which the settings name.
    .catchall(z.string().nullable()),
});
type DealRecord = z.output<typeof dealRecord>;

export async function readDeals(api: CrmApi, request: PageRequest): Promise<SourcePage> {
  const { industry_field, objections_field, lost_reason_field } = request.settings;
  const named = [industry_field, objections_field, lost_reason_field ?? LOST_REASON];
  const properties = [...new Set([...OWN_PROPERTIES, ...named.filter((name) => name !== null)])];
  const isFirstOfAll = request.window.since === null && request.after === null;
  const total = isFirstOfAll ? await countDeals(api) : null;
  const page = await readObjects(api, { objects: 'deals', properties }, request);
  const expected = total ?? page.expected;
  return {
    ...readRecords(page.records, dealRecord, (record) => recordsOf(record, request)),
    next: page.next,
    ...(expected === undefined ? {} : { expected }),
  };
}

/** HubSpot lets a record take part in 250 merges. */
const MOST_MERGED = 1_000;

/** A deal, and as gone the deals that were merged into it: lists and searches no longer show those. */
function recordsOf(record: DealRecord, request: PageRequest): SourceRecord[] {
  const merged = (record.properties.hs_merged_object_ids ?? '')
    .split(';', MOST_MERGED)
    .filter((id) => id !== '' && id !== record.id)
    .map((externalId): SourceRecord => ({ kind: 'gone', externalId }));
  const { pipelines } = request.settings;
  const { pipeline } = record.properties;
  // A deal may have been moved out of the pipelines that the team has chosen.
  const isWanted = pipelines === null || (pipeline !== null && pipelines.includes(pipeline));
  return isWanted
    ? [...merged, dealOf(record, request)]
    : [...merged, { kind: 'gone', externalId: record.id }];
}

function dealOf({ id, properties }: DealRecord, { settings, reference }: PageRequest): SourceDeal {
  const outcome = outcomeOf(properties);
  const stages = reference.pipelines.find((each) => each.id === properties.pipeline)?.stages ?? [];
  const stage = stages.find((each) => each.id === properties.dealstage);
  const custom = (name: string | null) => (name && customOf(properties, name)) || null;
  return {
    kind: 'deal',
    externalId: id,
    changedAt: properties.hs_lastmodifieddate,
    title: properties.dealname,
    amount: properties.amount,
    currency: properties.deal_currency_code ?? reference.currency ?? null,
    // HubSpot's close date is a moment, and its pages show the day in the time zone of the account.
    closeDate: properties.closedate && dayIn(reference.timeZone ?? null, properties.closedate),
    outcome,
    probability: percentOf(properties.hs_deal_stage_probability) ?? stage?.probability ?? null,
    pipelineId: properties.pipeline,
    stageId: properties.dealstage,
    ownerId: properties.hubspot_owner_id,
    lostReason: outcome === 'lost' ? custom(settings.lost_reason_field ?? LOST_REASON) : null,
    industryValue: custom(settings.industry_field),
    objections: choices(
      custom(settings.objections_field),
      settings.objections_field,
      reference.fields,
    ),
    lastActivityAt: properties.notes_last_updated,
  };
}

function outcomeOf({ hs_is_closed_won, hs_is_closed }: DealRecord['properties']) {
  if (hs_is_closed_won === 'true') return 'won';
  return hs_is_closed === 'true' ? 'lost' : 'open';
}

/** The settings may name a field that the schema reads as something else than text, such as a time. */
function customOf(properties: DealRecord['properties'], name: string): string | null {
  const value: unknown = Object.hasOwn(properties, name) ? properties[name] : null;
  return typeof value === 'string' ? value : null;
}

/** The values of a multiple-choice field, as people see them. A text is one value. */
function choices(text: string | null, name: string | null, fields: DealField[]): string[] {
  if (text === null) return [];
  const field = fields.find(({ id }) => id === name);
  if (!field || field.options.length === 0) return [text];
  const names = optionNames(field);
  return text
    .split(';', MOST_CHOSEN)
    .map((value) => names.get(value) ?? value)
    .filter((value) => value.trim() !== '');
}
