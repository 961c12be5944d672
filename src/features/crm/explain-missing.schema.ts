import { z } from 'zod';
import { crmProviders } from '../../crm/connection-settings.ts';
import { text, trimmedText } from '../../shared/text.ts';
import { connectionState } from './connections/connections.schema.ts';

export const explainMissingInput = z.strictObject({
  connection_id: text(100).min(1).optional(),
  /**
   * What the person looked for. If this is an id in the CRM, the answer may say why this very deal is
   * missing.
   */
  search: trimmedText(1, 200).optional(),
});

const moment = z.iso.datetime();

/** What is known of the record with the id that the person looked for. */
const storedDeal = z.strictObject({
  external_id: z.string(),
  /** When the deal was removed here. Null for a deal that was not removed. */
  removed_at: moment.nullable(),
  /** The field that could not be read. Null if the record was not set aside. */
  unread_field: z.string().nullable(),
});

/** The reasons why a deal of a CRM may be missing here, for each connection. */
export const explainedMissing = z.strictObject({
  data: z.array(
    z.strictObject({
      connection_id: z.string(),
      name: z.string(),
      provider: z.enum(crmProviders),
      state: connectionState,
      /** Up to when the CRM was read. */
      synced_at: moment.nullable(),
      waits_until: moment.nullable(),
      /**
       * The names of the pipelines that are read, and of those that are not. Null if all pipelines are read, or if the
       * connection has ended.
       */
      pipelines: z
        .strictObject({ chosen: z.array(z.string()), left_out: z.array(z.string()) })
        .nullable(),
      /** The synchronization of the last two days that has set most records aside. */
      set_aside: z.strictObject({ run_id: z.string(), records: z.int() }).nullable(),
      known: storedDeal.nullable(),
    }),
  ),
});
export type ExplainedMissing = z.output<typeof explainedMissing>;
