import type { Scope } from '../../auth/scopes.ts';
import type { Call } from '../../operation/call.ts';

type KeyState = 'active' | 'expiring' | 'expired' | 'revoked';

export type ListedKey = {
  key_id: string;
  key_prefix: string;
  name: string;
  scopes: Scope[];
  ip_ranges: string[];
  state: KeyState;
  created_at: Date;
  expires_at: Date | null;
  created_by: string;
};

/**
 * All keys of the team, newest first; never a secret. `expiring`: it works, and ends within seven
 * days (D47) or has a successor (D45).
 */
export function listKeys({ db, now }: Call): Promise<ListedKey[]> {
  return db.rows<ListedKey>(
    `select k.id as key_id, k.prefix as key_prefix, k.name, k.scopes,
       k.ip_ranges::text[] as ip_ranges,
       case
         when k.revoked_at is not null then 'revoked'
         when k.expires_at <= $2 then 'expired'
         when (k.rotated_at is not null or k.expires_at <= $2 + interval '7 d') then 'expiring'
         else 'active'
       end as state,
       k.created_at, k.expires_at, k.created_by
     from api_key k where k.tenant_id = $1
     order by k.created_at desc, k.id desc`,
    [now],
  );
}
