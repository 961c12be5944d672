import type { PrismaCall } from '../../../operation/call.ts';
import type { AccountFound } from './connections.schema.ts';
import type { Identified } from './rules/ask-provider.ts';

/** Says to which account the credentials belong, and which permissions they lack. Nothing is stored. */
export async function testCredentials(
  { db, prisma }: PrismaCall,
  { provider, account }: Identified,
): Promise<AccountFound> {
  const same = await prisma.crmConnection.findFirst({
    where: { tenant_id: db.tenantId, provider, account_id: account.id },
    select: { id: true, name: true, state: true },
  });
  return {
    account_id: account.id,
    name: account.name,
    currency: account.currency,
    time_zone: account.timeZone,
    missing_permissions: account.missing,
    deals: account.deals,
    connected_as: same && {
      connection_id: same.id,
      name: same.name,
      ended: same.state === 'ended',
    },
  };
}
