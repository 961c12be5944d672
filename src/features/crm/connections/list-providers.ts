import type { output } from 'zod';
import { z } from 'zod';
import type { TeamVisit } from '../../../operation/call.ts';
import type { providersAnswer } from './connections.schema.ts';
import { isOffered } from './rules/ask-provider.ts';
import { CONNECTIONS_PER_TEAM, countConnections } from './rules/require-connections-left.ts';

/** The providers that the team can connect, and how. */
export async function listProviders(call: TeamVisit): Promise<output<typeof providersAnswer>> {
  const offered = call.crm.connectors.filter((one) => isOffered(one, call.actor));
  const data = offered.map(({ provider, oauth, form }) => ({
    provider,
    oauth: oauth !== null,
    fields: form instanceof z.ZodObject ? Object.keys(form.shape) : [],
  }));
  return { data, left: Math.max(0, CONNECTIONS_PER_TEAM - (await countConnections(call))) };
}
