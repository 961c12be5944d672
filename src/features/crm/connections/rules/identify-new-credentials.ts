import type { z } from 'zod';
import type { Asking } from '../../../../operation/call.ts';
import type { reconnectInput } from '../connections.schema.ts';
import { type Identified, identifyEntered } from './ask-provider.ts';
import { findConnection } from './find-connection.ts';
import { providerOf } from './provider-of.ts';

/** Asks the provider to which account the new credentials of a connection belong. */
export async function identifyNewCredentials(
  asking: Asking,
  { connection_id, credentials }: z.output<typeof reconnectInput>,
): Promise<Identified> {
  const connection = await asking.inTeam((call) => findConnection(call, connection_id));
  return identifyEntered(asking, { provider: providerOf(connection), credentials });
}
