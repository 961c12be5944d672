import type { KeyObject } from 'node:crypto';
import { type AccessOwner, sealAccess } from '../../../crm/access.ts';
import type { Access } from '../../../crm/connector.ts';
import { type Queryable, TeamDb } from '../../../db/team-db.ts';

// Credentials that a person has entered meanwhile stay. The holder of the lease may store renewed credentials. A
// worker that has lost the lease may store them too, as long as nobody has stored others: perhaps the provider
// accepts only the renewed credentials by now. It may then have refused the former credentials to the worker that
// has the lease now. That refusal is no reason to ask a person to sign in again.
const wasRefused = `(c.lease_no <> $4 and c.state = 'sign_in' and c.failed_for = 'auth')`;
const storing = `update crm_connection c set credentials = $5,
    state = case when ${wasRefused} then 'active' else c.state end,
    next_sync_at = case when ${wasRefused} then now() else c.next_sync_at end
  where c.tenant_id = $1 and c.id = $2 and c.credentials_at = $3
    and case when c.lease_no = $4 then true else c.credentials = $6 end
  returning c.id`;

type Renewed = {
  key: KeyObject;
  /** When a person entered the credentials that were renewed. */
  enteredAt: Date;
  leaseNo: number;
  /** The encrypted credentials that were stored before. */
  former: Buffer;
  access: Access;
};

/** Stores renewed tokens before anybody uses them. Returns null if others were stored meanwhile. */
export async function storeAccess(
  queryable: Queryable,
  owner: AccessOwner,
  { key, enteredAt, leaseNo, former, access }: Renewed,
): Promise<Buffer | null> {
  const sealed = sealAccess(key, owner, access);
  const db = new TeamDb(queryable, owner.tenantId);
  const stored = await db.write(storing, [owner.id, enteredAt, leaseNo, sealed, former]);
  return stored ? sealed : null;
}
