import type { TeamVisit } from '../../operation/call.ts';
import { readAccount } from './connections/rules/stored-account.ts';

/** Makes the address of a deal in its CRM. It answers null for a CRM that this installation does not have. */
export async function dealUrls({
  db,
  prisma,
  crm,
}: TeamVisit): Promise<(connectionId: string, externalId: string) => string | null> {
  const found = await prisma.crmConnection.findMany({
    where: { tenant_id: db.tenantId },
    select: { id: true, provider: true, account_id: true, account: true },
  });
  const known = new Map(
    found.map(({ id, provider, account_id, account }) => {
      const connector = crm.connectors.find((one) => one.provider === provider);
      return [id, { connector, account: { id: account_id, domain: readAccount(account).domain } }];
    }),
  );
  return (connectionId, externalId) => {
    const of = known.get(connectionId);
    return of?.connector?.dealUrl(of.account, externalId) ?? null;
  };
}
