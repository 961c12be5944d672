import { z } from 'zod';
import { text } from '../shared/schema/text.ts';

export const crmProviders = ['hubspot', 'pipedrive', 'salesforce', 'demo'] as const;
export type CrmProvider = (typeof crmProviders)[number];

/** An id, a value or the name of a field in the CRM. */
export const crmWord = text(300).min(1);

/** How often a connection is synchronized, in minutes. */
export const crmIntervals = [5, 15, 60, 1440] as const;

/** What a team chooses for a connection. If the team chooses nothing, all deals come, without notes. */
export const connectionSettings = z.strictObject({
  /** Null: all pipelines. */
  pipelines: z.array(crmWord).min(1).max(200).nullable().default(null),
  /** The field of a deal that names the industry. `industry_values` says which catalog entry each of its values means. */
  industry_field: crmWord.nullable().default(null),
  industry_values: z.record(crmWord, crmWord).default({}),
  /** Null: the provider's own field for the reason, if the provider has one. */
  lost_reason_field: crmWord.nullable().default(null),
  objections_field: crmWord.nullable().default(null),
  /** Whether objections are also looked for in notes. */
  notes: z.boolean().default(false),
});
export type ConnectionSettings = z.output<typeof connectionSettings>;
