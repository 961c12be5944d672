import { boundReference } from '../../../crm/bound-reference.ts';
import type { Reference } from '../../../crm/connector.ts';
import { TeamDb } from '../../../db/team-db.ts';
import { applyToPiece } from '../../../features/crm/apply-mappings.ts';
import { matchOwners, readOwners, storeOwners } from '../../../features/crm/owners.ts';
import { HOUR_MS } from '../../../shared/durations.ts';
import type { ClaimedConnection, SyncDeps } from './claimed-connection.ts';
import { inWantedTransaction, nothingAsked } from './fenced.ts';
import type { TokenRenewingSession } from './token-renewing-session.ts';

const storing = `update crm_connection c
  set account = c.account || jsonb_build_object('reference',
    $3::jsonb || jsonb_build_object('must_apply', $4::boolean))
  where c.tenant_id = $1 and c.id = $2`;

/** Removes what PostgreSQL cannot store: NUL, and half of a surrogate pair. */
function storable(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;
}

/** Returns owners, pipelines and fields: once an hour from the CRM, and otherwise the stored ones. */
export async function refreshReference(
  deps: SyncDeps,
  claimed: ClaimedConnection,
  session: TokenRenewingSession,
): Promise<Reference> {
  const known = claimed.account.reference;
  const ageMs = known ? claimed.claimedAt.getTime() - Date.parse(known.read_at) : HOUR_MS;
  if (known && ageMs >= 0 && ageMs < HOUR_MS && claimed.cause !== 'connected') {
    const owners = await readOwners(new TeamDb(deps.pool, claimed.tenantId), claimed.id);
    if (known.must_apply) await applyInPieces(deps, claimed);
    const { read_at: _, must_apply: _applied, ...rest } = known;
    return { ...rest, owners };
  }
  const { industry_field, objections_field, lost_reason_field } = claimed.settings;
  const reference = boundReference(await session.ask((api) => session.connector.reference(api)), [
    industry_field,
    objections_field,
    lost_reason_field,
  ]);
  const { owners, ...rest } = reference;
  const asked = session.asked();
  let mustApply = false;
  await inWantedTransaction(deps, claimed, asked, async (db, now) => {
    await storeOwners(db, claimed.id, { owners, now });
    mustApply = (await matchOwners(db, claimed.id)) > 0 || known?.must_apply === true;
    const stored = JSON.stringify({ ...rest, read_at: now }, storable);
    await db.write(storing, [claimed.id, stored, mustApply]);
  });
  asked.commit();
  if (mustApply) await applyInPieces(deps, claimed);
  return reference;
}

const applied = `update crm_connection c set account = c.account #- '{reference,must_apply}'
  where c.tenant_id = $1 and c.id = $2`;

/**
 * Applies the mappings in pieces, each in a transaction of its own, so that a large account exceeds no time
 * limit. After a kill, another worker repeats this.
 */
async function applyInPieces(deps: SyncDeps, claimed: ClaimedConnection): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const begin: string = after;
    after = await inWantedTransaction(deps, claimed, nothingAsked, async (db) => {
      const last = await applyToPiece(db, claimed, begin);
      if (last === null) await db.write(applied, [claimed.id]);
      return last;
    });
  }
}
