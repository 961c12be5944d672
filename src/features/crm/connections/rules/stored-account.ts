import { z } from 'zod';
import type { Account } from '../../../../crm/connector.ts';
import { providerNames } from '../../../../crm/provider-names.ts';
import type { Identified } from './ask-provider.ts';

const option = z.object({ value: z.string(), name: z.string() });
const named = z.object({ id: z.string(), name: z.string() });
const reference = z.object({
  pipelines: z.array(named.extend({ stages: z.array(named).default([]) })).default([]),
  fields: z
    .array(z.object({ id: z.string(), name: z.string(), options: z.array(option).default([]) }))
    .default([]),
});

/** The column `crm_connection.account`. It is empty for a connection of an earlier release. */
const account = z.object({
  name: z.string().nullable().default(null),
  currency: z.string().nullable().default(null),
  time_zone: z.string().nullable().default(null),
  daily_quota: z.number().nullable().default(null),
  domain: z.string().nullable().default(null),
  reference: reference.default({ pipelines: [], fields: [] }),
});
export type StoredAccount = z.output<typeof account>;

export const readAccount = (stored: unknown): StoredAccount => account.parse(stored);

/** The value of the column for an account. Parts that were read before, such as the pipelines, stay. */
export function storedAccount(found: Account, before: unknown = {}) {
  const former = typeof before === 'object' && before !== null ? before : {};
  return {
    ...former,
    name: found.name,
    currency: found.currency,
    time_zone: found.timeZone,
    daily_quota: found.dailyQuota,
    domain: found.domain,
  };
}

const LONGEST_NAME = 100;

/** The name of a connection if the person gave none. */
export function nameOf({ provider, account: { name, domain } }: Identified): string {
  const text = (name ?? domain ?? '').trim() || providerNames[provider];
  return text.slice(0, LONGEST_NAME);
}
