import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { TeamVisit } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { seal } from '../../../shared/secrets/seal.ts';
import type { beginOAuthInput, consentPage } from './connections.schema.ts';
import { requireConnector } from './rules/ask-provider.ts';
import { consentContext, hashState, newState } from './rules/consent-state.ts';
import { findConnection, lockConnections } from './rules/find-connection.ts';
import { requireConnected } from './rules/require-active.ts';
import { requireConnectionsLeft } from './rules/require-connections-left.ts';

/** How many consents of a team may be open. Beyond that, the oldest ends. */
const OPEN_CONSENTS = 20;

/**
 * Begins a consent at the provider. Only the hash of its state is stored, with the session, the person and
 * the team that began it.
 */
export async function beginOAuth(
  call: TeamVisit,
  { provider, connection_id }: z.output<typeof beginOAuthInput>,
): Promise<z.output<typeof consentPage>> {
  const { db, prisma, crm, session, actor, now } = call;
  const { oauth } = requireConnector(call, provider);
  if (!oauth) throw new ApiError('conflict', { because: 'crm_no_oauth' });
  await lockConnections(call);
  if (connection_id === undefined) await requireConnectionsLeft(call);
  else await requireOfProvider(call, connection_id, provider);
  const state = newState();
  const state_hash = hashState(state);
  const verifier = oauth.pkce ? randomBytes(32).toString('base64url') : null;
  await dropOldest(call);
  await prisma.crmConsent.create({
    data: {
      state_hash,
      tenant_id: db.tenantId,
      session_id: session.id,
      person_id: actor.personId,
      provider,
      connection_id: connection_id ?? null,
      verifier:
        verifier === null
          ? null
          : new Uint8Array(seal(crm.sealKey, verifier, consentContext(state_hash))),
      created_at: now,
    },
  });
  const challenge = verifier && createHash('sha256').update(verifier).digest('base64url');
  return { url: oauth.consentUrl({ state, redirectUri: crm.callbackUrl, challenge }) };
}

async function requireOfProvider(call: TeamVisit, id: string, provider: string): Promise<void> {
  const connection = await findConnection(call, id);
  requireConnected(connection);
  if (connection.provider !== provider) {
    throw new ApiError('conflict', { because: 'crm_other_provider' });
  }
}

async function dropOldest({ db, prisma }: TeamVisit): Promise<void> {
  const tenant_id = db.tenantId;
  const open = await prisma.crmConsent.findMany({
    where: { tenant_id },
    select: { state_hash: true },
    orderBy: { created_at: 'desc' },
    skip: OPEN_CONSENTS - 1,
  });
  if (open.length === 0) return;
  const state_hash = { in: open.map((one) => one.state_hash) };
  await prisma.crmConsent.deleteMany({ where: { tenant_id, state_hash } });
}
