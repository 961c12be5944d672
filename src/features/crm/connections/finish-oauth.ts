import type { TeamVisit } from '../../../operation/call.ts';
import { connect } from './connect.ts';
import type { MadeConnection } from './connections.schema.ts';
import { reconnect } from './reconnect.ts';
import type { Redeemed } from './redeem-consent.ts';

/**
 * Stores the result of a consent: a new connection, or new tokens for the connection for which the consent
 * was given.
 */
export async function finishOAuth(
  call: TeamVisit,
  { connectionId, ...found }: Redeemed,
): Promise<MadeConnection> {
  if (connectionId === null) return connect(call, found);
  return { ...(await reconnect(call, { ...found, id: connectionId })), revived: false };
}
