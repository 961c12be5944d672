import { z } from 'zod';
import type { Account } from '../../../../crm/connector.ts';
import { providerNames } from '../../../../crm/provider-names.ts';
import type { TeamDb } from '../../../../db/team-db.ts';
import type { Identified } from './ask-provider.ts';

/**
 * The column `crm_connection.account` without what was read of pipelines. It is empty for a connection of an earlier
 * release.
 */
const account = z.object({
  name: z.string().nullable().default(null),
  currency: z.string().nullable().default(null),
  time_zone: z.string().nullable().default(null),
  daily_quota: z.number().nullable().default(null),
  domain: z.string().nullable().default(null),
});
export type StoredAccount = z.output<typeof account>;

/** What is stored of the accounts of connections. Their pipelines, which may be many, stay in the database. */
export async function readAccounts(
  db: TeamDb,
  ids: readonly string[],
): Promise<Map<string, StoredAccount>> {
  const rows = await db.rows<{ id: string; account: unknown }>(
    `select c.id, c.account - 'reference' as account
     from crm_connection c where c.tenant_id = $1 and c.id = any ($2::text[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, account.parse(row.account)]));
}

export async function readAccount(db: TeamDb, id: string): Promise<StoredAccount> {
  return (await readAccounts(db, [id])).get(id) ?? account.parse({});
}

/** Replaces what is stored of the account. Parts that were read before, such as the pipelines, stay. */
export async function storeAccount(db: TeamDb, id: string, found: Account): Promise<void> {
  await db.write(
    `update crm_connection c set account = c.account || $3::jsonb
     where c.tenant_id = $1 and c.id = $2`,
    [id, JSON.stringify(storedAccount(found))],
  );
}

/** The value of the column for an account. */
export function storedAccount(found: Account) {
  return {
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
