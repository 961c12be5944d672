import type pg from 'pg';
import { WriteBehind } from '../db/write-behind.ts';
import type { Logger } from '../shared/process/log.ts';
import { noteUsesOfSandboxes } from './sandbox-uses.ts';

/** The last use of a key: the time and the address. */
export type KeyUse = {
  tenantId: string;
  keyId: string;
  at: Date;
  ip: string | null;
  inSandbox?: boolean;
};

type Deps = { pool: pg.Pool; log: Logger; everyMs?: number };

const EVERY_MS = 60_000;

/** A use that a process writes late does not replace a newer one. */
const writeUses = {
  name: 'write key uses',
  text: `insert into api_key_use as l (tenant_id, key_id, used_at, used_ip)
    select u.tenant_id, u.key_id, u.used_at, u.used_ip
    from unnest($1::text[], $2::text[], $3::timestamptz[], $4::inet[])
      as u (tenant_id, key_id, used_at, used_ip)
    -- An operator may have deleted the team.
    join tenant t on t.id = u.tenant_id
    on conflict (tenant_id, key_id) do update
      set used_at = excluded.used_at, used_ip = excluded.used_ip
      where l.used_at <= excluded.used_at`,
  query_timeout: 3_000,
};

/** When and from which address each key was last used. Of a killed process, the uses of its last minute are lost. */
export const keyUses = ({ pool, log, everyMs = EVERY_MS }: Deps): WriteBehind<KeyUse> =>
  new WriteBehind({
    everyMs,
    failed: (err) => log.warn({ err }, 'writing the last uses of keys failed'),
    keyOf: ({ keyId }) => keyId,
    write: async (uses) => {
      await pool.query({ ...writeUses, values: columnsOf(uses) });
      const ofSandboxes = uses.filter(({ inSandbox }) => inSandbox);
      if (ofSandboxes.length > 0) {
        await noteUsesOfSandboxes(pool, newestOf(ofSandboxes), teamsOf(ofSandboxes));
      }
    },
  });

const teamsOf = (uses: KeyUse[]) => [...new Set(uses.map(({ tenantId }) => tenantId))];

const newestOf = (uses: KeyUse[]) => new Date(Math.max(...uses.map(({ at }) => at.getTime())));

function columnsOf(uses: KeyUse[]): unknown[] {
  return [
    uses.map(({ tenantId }) => tenantId),
    uses.map(({ keyId }) => keyId),
    uses.map(({ at }) => at),
    uses.map(({ ip }) => ip),
  ];
}
