import type { TeamVisit } from '../../../operation/call.ts';
import { connect } from './connect.ts';
import type { ChangedConnection } from './connections.schema.ts';
import { reconnect } from './reconnect.ts';
import type { Redeemed } from './redeem-consent.ts';

/** Stores what a consent has brought: a connection, or new tokens of the one for which it was given. */
export function finishOAuth(
  call: TeamVisit,
  { connectionId, ...found }: Redeemed,
): Promise<ChangedConnection> {
  return connectionId === null
    ? connect(call, found)
    : reconnect(call, { ...found, id: connectionId });
}
