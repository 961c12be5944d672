import { boundReference } from '../../../crm/bound-reference.ts';
import type { Reference } from '../../../crm/connector.ts';
import { TeamDb } from '../../../db/team-db.ts';
import { applyToPiece } from '../../../features/crm/apply-mappings.ts';
import { readFields, storeFields } from '../../../features/crm/fields.ts';
import { matchOwners, readOwners, storeOwners } from '../../../features/crm/owners.ts';
import { storableJson } from '../../../shared/schema/text.ts';
import { HOUR_MS } from '../../../shared/time/durations.ts';
import type { ClaimedConnection, StoredReference, SyncDeps } from './claimed-connection.ts';
import { inWantedTransaction, noUsage } from './fenced.ts';
import type { TokenRenewingSession } from './token-renewing-session.ts';

const storing = `update crm_connection c
  set account = c.account || jsonb_build_object('reference',
    $3::jsonb || jsonb_build_object('must_apply', $4::boolean))
  where c.tenant_id = $1 and c.id = $2`;

/** Returns owners, pipelines and fields: once an hour from the CRM, and otherwise the stored ones. */
export async function refreshReference(
  deps: SyncDeps,
  claimed: ClaimedConnection,
  session: TokenRenewingSession,
): Promise<Reference> {
  const existing = claimed.account.reference;
  const stored = existing && (await findStored(deps, claimed, existing));
  if (stored) {
    if (existing.must_apply) await applyInChunks(deps, claimed);
    return stored;
  }
  const { kept: reference, leftOut: left_out } = boundReference(
    await session.ask((api) => session.connector.reference(api)),
    claimed.settings,
  );
  const { owners, fields, ...rest } = reference;
  const usage = session.usage();
  let mustApply = false;
  await inWantedTransaction(deps, claimed, usage, async (db, now) => {
    await storeOwners(db, claimed.id, { owners, now });
    mustApply = (await matchOwners(db, claimed.id)) > 0 || existing?.must_apply === true;
    await storeFields(db, claimed.id, { fields, left_out, read_at: now });
    await db.write(storing, [claimed.id, storableJson(rest), mustApply]);
  });
  usage.commit();
  if (mustApply) await applyInChunks(deps, claimed);
  return reference;
}

/** What was read within the last hour. */
async function findStored(
  { pool }: SyncDeps,
  { tenantId, id, claimedAt, cause }: ClaimedConnection,
  { must_apply: _, ...rest }: StoredReference,
): Promise<Reference | null> {
  const db = new TeamDb(pool, tenantId);
  const existing = await readFields(db, id);
  if (!existing?.read_at) return null;
  const ageMs = claimedAt.getTime() - existing.read_at.getTime();
  if (ageMs < 0 || ageMs >= HOUR_MS || cause === 'connected') return null;
  // The options of a field that was just chosen may not have been kept.
  if (cause === 'settings' && existing.left_out?.choices) return null;
  return { ...rest, fields: existing.fields, owners: await readOwners(db, id) };
}

const applied = `update crm_connection c set account = c.account #- '{reference,must_apply}'
  where c.tenant_id = $1 and c.id = $2`;

/**
 * Applies the mappings in pieces, each in a transaction of its own, so that a large account exceeds no time
 * limit. After a kill, another worker repeats this.
 */
async function applyInChunks(deps: SyncDeps, claimed: ClaimedConnection): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const begin: string = after;
    after = await inWantedTransaction(deps, claimed, noUsage, async (db) => {
      const last = await applyToPiece(db, claimed, begin);
      if (last === null) await db.write(applied, [claimed.id]);
      return last;
    });
  }
}
