import type { z } from 'zod';
import type { Asking, TeamVisit } from '../../../operation/call.ts';
import { AppError } from '../../../shared/errors/app-errors.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { unseal } from '../../../shared/secrets/seal.ts';
import { MINUTE_MS } from '../../../shared/time/durations.ts';
import { connect } from './connect.ts';
import type { finishOAuthInput, MadeConnection } from './connections.schema.ts';
import { reconnect } from './reconnect.ts';
import { answered, type Identified, identify, requireConnector } from './rules/ask-provider.ts';
import { consentContext, hashState } from './rules/consent-state.ts';
import { providerOf } from './rules/provider-of.ts';

/** How much time a person has on the page of the provider. */
const CONSENT_MS = 10 * MINUTE_MS;

/**
 * The account of a redeemed consent. `connectionId` is null if the consent was given for a new connection.
 */
type Redeemed = Identified & { connectionId: string | null };

/** Providers use one of these errors if the person has refused. */
const cancelled = new Set(['access_denied', 'user_denied']);

/** Takes the consent, so that nobody can use it again, and asks the provider to redeem the code. */
export async function redeemConsent(
  asking: Asking,
  { state, code, error }: z.output<typeof finishOAuthInput>,
): Promise<Redeemed> {
  const hash = hashState(state);
  const consent = await asking.inTeam((call) => take(call, hash));
  if (!consent) throw new AppError('link_invalid', { because: 'crm_consent_over' });
  if (error !== undefined || code === undefined) {
    const isCancelled = error !== undefined && cancelled.has(error);
    const because = isCancelled ? 'crm_consent_cancelled' : 'crm_consent_refused';
    throw new ApiError('conflict', { because });
  }
  const { crm, signal } = asking;
  const connector = requireConnector(asking, providerOf(consent));
  const { oauth } = connector;
  if (!oauth) throw new ApiError('conflict', { because: 'crm_no_oauth' });
  const verifier =
    consent.verifier && unseal(crm.sealKey, Buffer.from(consent.verifier), consentContext(hash));
  return answered(async () => {
    const input = { code, redirectUri: crm.callbackUrl, verifier };
    const tokens = await oauth.redeem(crm.openApi(connector, null, signal), input);
    const found = await identify(asking, connector, { kind: 'oauth', tokens });
    return { ...found, connectionId: consent.connection_id };
  });
}

/** A consent of another session, person or team is not found, and stays as it is. */
async function take(
  { db, prisma, session, actor, now }: TeamVisit,
  state_hash: Uint8Array<ArrayBuffer>,
) {
  const where = {
    tenant_id: db.tenantId,
    state_hash,
    session_id: session.id,
    person_id: actor.personId,
  };
  const found = await prisma.crmConsent.findFirst({ where });
  if (!found) return null;
  const { count } = await prisma.crmConsent.deleteMany({ where });
  const isInTime = found.created_at.getTime() > now.getTime() - CONSENT_MS;
  return count === 1 && isInTime ? found : null;
}

/**
 * Stores the result of a consent: a new connection, or new tokens for the connection for which the consent
 * was given.
 */
export async function finishOAuth(
  call: TeamVisit,
  { connectionId, ...identified }: Redeemed,
): Promise<MadeConnection> {
  if (connectionId === null) return connect(call, identified);
  return { ...(await reconnect(call, { ...identified, id: connectionId })), revived: false };
}
