import { z } from 'zod';
import { crmFailureReasons } from '../../../crm/crm-failure.ts';
import { pageInput, pageOf } from '../../../shared/schema/page-schema.ts';
import { text } from '../../../shared/schema/text.ts';

const moment = z.iso.datetime();

/** Why an attempt failed. */
export const failure = z.strictObject({
  reason: z.enum(crmFailureReasons),
  status: z.int().optional(),
  code: z.string().optional(),
  field: z.string().optional(),
  permission: z.string().optional(),
  gone: z.int().optional(),
  of: z.int().optional(),
  stream: z.literal('notes').optional(),
});

/** A synchronization that runs or ran. */
export const crmRun = z.strictObject({
  id: z.string(),
  cause: z.enum(['first', 'schedule', 'person', 'settings', 'connected']),
  status: z.enum(['running', 'ok', 'waiting', 'failed', 'stopped']),
  started_at: moment,
  records: z.int(),
  inserted: z.int(),
  updated: z.int(),
  removed: z.int(),
  objections: z.int(),
  /** How many records could not be read. The first of them are listed by id and field. */
  set_aside: z.int(),
  set_aside_records: z.array(
    z.strictObject({ external_id: z.string().nullable(), field: z.string() }),
  ),
  /** How many records the run will read, if the provider says so. */
  expected: z.int().nullable(),
  failure: failure.nullable(),
});

/** A deal that a run has removed, or would remove if a person confirmed it. */
const goneDeal = z.strictObject({
  external_id: z.string(),
  /** Null if the title is no longer known. */
  title: z.string().nullable(),
  /** The page of the deal in the CRM. */
  url: z.string().nullable(),
  /** `gone`: removed here. `missing`: still here, but the last full pass has not seen it. `there`: here, and seen. */
  now: z.enum(['gone', 'missing', 'there']),
});

export const runInput = z.strictObject({
  connection_id: text(100).min(1),
  run_id: text(100).min(1),
});

export const crmRunDetail = z.strictObject({
  ...crmRun.shape,
  /** The first 100 of the deals that were removed or would be removed. */
  gone_deals: z.array(goneDeal),
});

export const listRunsInput = z.strictObject({ connection_id: text(100).min(1), ...pageInput });
export const crmRunPage = pageOf('CrmRunPage', crmRun);

export type CrmRun = z.output<typeof crmRun>;
export type CrmRunDetail = z.output<typeof crmRunDetail>;
