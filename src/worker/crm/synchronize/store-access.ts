import type { KeyObject } from 'node:crypto';
import { type AccessOf, sealAccess } from '../../../crm/access.ts';
import type { Access } from '../../../crm/connector.ts';
import { type Queryable, TeamDb } from '../../../db/team-db.ts';

// A person may have entered other credentials meanwhile: those stay. The holder of the lease may store. So
// may a worker that has lost it, as long as nobody has stored others: the provider may take nothing but
// these by now. The worker that has taken over may have been refused with the former ones: that was no lost
// sign-in.
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
  /** What was stored before. */
  former: Buffer;
  access: Access;
};

/** Stores renewed tokens, before they are used. Null if others have been stored meanwhile. */
export async function storeAccess(
  queryable: Queryable,
  of: AccessOf,
  { key, enteredAt, leaseNo, former, access }: Renewed,
): Promise<Buffer | null> {
  const sealed = sealAccess(key, of, access);
  const db = new TeamDb(queryable, of.tenantId);
  const stored = await db.write(storing, [of.id, enteredAt, leaseNo, sealed, former]);
  return stored ? sealed : null;
}
