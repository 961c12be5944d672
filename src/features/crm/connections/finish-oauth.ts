import type { TeamVisit } from '../../../operation/call.ts';
import { connect } from './connect.ts';
import type { MadeConnection } from './connections.schema.ts';
import { reconnect } from './reconnect.ts';
import type { Redeemed } from './redeem-consent.ts';

/** Stores what a consent has brought: a connection, or new tokens of the one for which it was given. */
export async function finishOAuth(
  call: TeamVisit,
  { connectionId, ...found }: Redeemed,
): Promise<MadeConnection> {
  if (connectionId === null) return connect(call, found);
  return { ...(await reconnect(call, { ...found, id: connectionId })), revived: false };
}
