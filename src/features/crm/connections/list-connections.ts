import { type output, z } from 'zod';
import type { TeamVisit } from '../../../operation/call.ts';
import type { connectionList, providersAnswer } from './connections.schema.ts';
import { describeConnections } from './describe-connection.ts';
import { isOffered } from './rules/ask-provider.ts';
import { findPracticeAccount } from './rules/practice-account.ts';
import { CONNECTIONS_PER_TEAM, countConnections } from './rules/require-connections-left.ts';

/** All connections of the team, the oldest first, those that have ended too: their data are kept. */
export async function listConnections(call: TeamVisit): Promise<z.output<typeof connectionList>> {
  const { db, prisma } = call;
  const found = await prisma.crmConnection.findMany({
    where: { tenant_id: db.tenantId },
    omit: { credentials: true, account: true },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });
  return { data: await describeConnections(call, found) };
}

/** The providers that the team can connect, and how. */
export async function listProviders(call: TeamVisit): Promise<output<typeof providersAnswer>> {
  const hasPractice = (await findPracticeAccount(call)) !== null;
  const offered = call.crm.connectors.filter(
    (one) => isOffered(one, call.actor) || (hasPractice && one.provider === 'demo'),
  );
  const data = offered.map(({ provider, oauth, form }) => ({
    provider,
    oauth: oauth !== null,
    fields: form instanceof z.ZodObject ? Object.keys(form.shape) : [],
  }));
  const left = Math.max(0, CONNECTIONS_PER_TEAM - (await countConnections(call)));
  return { data, left, egress_addresses: [...call.egressAddresses] };
}
