import { z } from 'zod';
import { crmProviders } from '../../crm/connection-settings.ts';
import { text, trimmedText } from '../../shared/text.ts';
import { connectionState } from './connections/connections.schema.ts';

export const explainMissingInput = z.strictObject({
  connection_id: text(100).min(1).optional(),
  /** What was looked for. As an id in the CRM, it may be known why this very deal is missing. */
  search: trimmedText(1, 200).optional(),
});

const moment = z.iso.datetime();

/** What is known of the record with the id that was looked for. */
const known = z.strictObject({
  external_id: z.string(),
  /** When the deal was removed here. Null if it was not. */
  removed_at: moment.nullable(),
  /** The field that could not be read. Null if the record was not set aside. */
  unread_field: z.string().nullable(),
});

/** For each connection, what may keep a deal of its CRM from being here. */
export const explainedMissing = z.strictObject({
  data: z.array(
    z.strictObject({
      connection_id: z.string(),
      name: z.string(),
      provider: z.enum(crmProviders),
      state: connectionState,
      synced_at: moment.nullable(),
      waits_until: moment.nullable(),
      /** By name: the pipelines that are read, and those that are not. Null: all are read. */
      pipelines: z
        .strictObject({ chosen: z.array(z.string()), left_out: z.array(z.string()) })
        .nullable(),
      /** The synchronization of the last two days that has set most records aside. */
      set_aside: z.strictObject({ run_id: z.string(), records: z.int() }).nullable(),
      known: known.nullable(),
    }),
  ),
});
export type ExplainedMissing = z.output<typeof explainedMissing>;
