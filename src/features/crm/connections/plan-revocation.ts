import type { PrismaCall } from '../../../operation/call.ts';

/**
 * Asks a worker to revoke the tokens of these connections at the provider, after the transaction that deletes the
 * tokens here. A token that a person has entered belongs to the customer: only the customer revokes it.
 */
export async function planRevocation(
  { db, prisma }: PrismaCall,
  chosen: { id?: string } = {},
): Promise<void> {
  const { tenantId: tenant_id } = db;
  const found = await prisma.crmConnection.findMany({
    where: { tenant_id, ...chosen, access_kind: 'oauth', credentials: { not: null } },
    select: { id: true, provider: true, account_id: true, credentials: true },
  });
  for (const { id, provider, account_id, credentials } of found) {
    const job = {
      tenant: tenant_id,
      connection: id,
      provider,
      account: account_id,
      sealed: Buffer.from(credentials ?? []).toString('base64'),
    };
    await db.writeWithJob(`select enqueue('crm.revoke', $2::json) where $1::text is not null`, [
      JSON.stringify(job),
    ]);
  }
}
