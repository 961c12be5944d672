import { z } from 'zod';
import type { DealField, PageRequest, SourceDeal, SourceRecord } from '../connector.ts';
import {
  crmAmount,
  crmDay,
  crmId,
  crmMoment,
  crmPercent,
  crmText,
  MOST_CHOSEN,
} from '../crm-fields.ts';
import { dayIn } from '../day-in.ts';
import { optionNames } from '../option-names.ts';

const moment = crmMoment.nullish();

export const dealSchema = z.object({
  id: crmId,
  title: crmText,
  value: crmAmount,
  currency: crmText,
  status: z.enum(['open', 'won', 'lost', 'deleted']),
  is_deleted: z.boolean().nullish(),
  stage_id: crmId.nullish(),
  pipeline_id: crmId.nullish(),
  owner_id: crmId.nullish(),
  probability: crmPercent,
  lost_reason: crmText,
  expected_close_date: crmDay.nullish(),
  close_time: moment,
  update_time: moment,
  add_time: moment,
  last_activity_id: crmId.nullish(),
  last_incoming_mail_time: moment,
  last_outgoing_mail_time: moment,
  custom_fields: z.record(z.string(), z.unknown()).nullish(),
});
export type PipedriveDeal = z.output<typeof dealSchema>;

/** The times of the last activities of deals, by the id of the activity. */
export type ActivityTimes = ReadonlyMap<string, Date>;

export function toRecord(
  deal: PipedriveDeal,
  request: PageRequest,
  activities: ActivityTimes,
): SourceRecord {
  const { pipelines } = request.settings;
  const isElsewhere = pipelines !== null && !pipelines.includes(deal.pipeline_id ?? '');
  const { status } = deal;
  if (status === 'deleted' || deal.is_deleted || isElsewhere) {
    return { kind: 'gone', externalId: deal.id };
  }
  const { settings } = request;
  return {
    kind: 'deal',
    externalId: deal.id,
    // A deal that was never changed may lack the time of a change.
    changedAt: deal.update_time ?? deal.add_time ?? new Date(0),
    title: deal.title,
    amount: deal.value,
    currency: deal.currency,
    closeDate: closeDate(deal, request),
    outcome: status,
    probability: probability(deal, status, request),
    pipelineId: deal.pipeline_id ?? null,
    stageId: deal.stage_id ?? null,
    ownerId: deal.owner_id ?? null,
    lostReason: status === 'lost' ? lostReason(deal, request) : null,
    industryValue: valuesOf(deal, settings.industry_field)[0] ?? null,
    objections: namesOf(deal, settings.objections_field, request),
    lastActivityAt: lastActivity(deal, activities),
  };
}

/** The day on which the deal was closed, or is expected to be, in the company's time zone. */
function closeDate(
  { close_time, expected_close_date }: PipedriveDeal,
  { reference }: PageRequest,
): string | null {
  const closed = close_time ? dayIn(reference.timeZone ?? null, close_time) : null;
  return closed ?? expected_close_date ?? null;
}

/** An open deal without a probability of its own gets that of its stage. */
function probability(
  deal: PipedriveDeal,
  outcome: SourceDeal['outcome'],
  { reference }: PageRequest,
): number | null {
  if (outcome !== 'open') return outcome === 'won' ? 100 : 0;
  if (deal.probability !== null) return deal.probability;
  const pipeline = reference.pipelines.find(({ id }) => id === deal.pipeline_id);
  return pipeline?.stages.find(({ id }) => id === deal.stage_id)?.probability ?? null;
}

function lastActivity(deal: PipedriveDeal, activities: ActivityTimes): Date | null {
  const times = [
    activities.get(deal.last_activity_id ?? ''),
    deal.last_incoming_mail_time,
    deal.last_outgoing_mail_time,
  ].filter((time) => time !== undefined && time !== null);
  return times.length > 0 ? new Date(Math.max(...times.map(Number))) : null;
}

function lostReason(deal: PipedriveDeal, request: PageRequest): string | null {
  const { lost_reason_field: field } = request.settings;
  return field ? crmText.parse(namesOf(deal, field, request).join(', ')) : deal.lost_reason;
}

/** The values of a custom field: ids of options, or a text. */
function valuesOf({ custom_fields }: PipedriveDeal, name: string | null): string[] {
  const value = name === null ? null : custom_fields?.[name];
  const texts = [value]
    .flat()
    .slice(0, MOST_CHOSEN)
    .filter((one) => typeof one === 'string');
  return texts.flatMap((text) => crmText.parse(text) ?? []);
}

/** The same values as people read them. The id of a removed option stays an id. */
function namesOf(deal: PipedriveDeal, name: string | null, { reference }: PageRequest): string[] {
  const field: DealField | undefined = reference.fields.find(({ id }) => id === name);
  const names = field && optionNames(field);
  return valuesOf(deal, name).map((value) => names?.get(value) ?? value);
}
