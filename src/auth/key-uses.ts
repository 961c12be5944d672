import type pg from 'pg';
import { isUnavailable } from '../db/database-error.ts';
import type { Logger } from '../shared/log.ts';
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
/** The most keys that wait to be written, about 12 MB. Above that, no further key is noted. */
const MAX_KEYS = 50_000;
const BATCH = 1_000;

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

/**
 * Notes when and from which address each key was last used. A request only notes its use in memory, and one
 * statement a minute writes these notes. If a process is killed, the notes of its last minute are lost.
 */
export class KeyUses {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #recorded = new Map<string, KeyUse>();
  #writing: Promise<void> | undefined;

  constructor({ pool, log, everyMs = EVERY_MS }: Deps) {
    this.#pool = pool;
    this.#log = log;
    this.#timer = setInterval(() => void this.#write(), everyMs).unref();
  }

  note(use: KeyUse): void {
    const recorded = this.#recorded.get(use.keyId);
    if (recorded ? recorded.at <= use.at : this.#recorded.size < MAX_KEYS)
      this.#recorded.set(use.keyId, use);
  }

  /** Writes the remaining notes, so that an orderly stop loses nothing. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await this.#write();
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    // Two processes that write the same keys lock their rows in the same order.
    const uses = [...this.#recorded.values()].sort(byKey);
    this.#recorded = new Map();
    while (uses.length > 0) {
      const batch = uses.slice(0, BATCH);
      try {
        await this.#pool.query({ ...writeUses, values: columnsOf(batch) });
        const ofSandboxes = batch.filter(({ inSandbox }) => inSandbox);
        if (ofSandboxes.length > 0) {
          await noteUsesOfSandboxes(this.#pool, newestOf(ofSandboxes), teamsOf(ofSandboxes));
        }
        uses.splice(0, BATCH);
      } catch (err) {
        this.#log.warn({ err }, 'writing the last uses of keys failed');
        // If the database was unavailable, the next minute tries again.
        if (isUnavailable(err)) for (const use of uses) this.note(use);
        return;
      }
    }
  }
}

function byKey(a: KeyUse, b: KeyUse): number {
  if (a.keyId === b.keyId) return 0;
  return a.keyId < b.keyId ? -1 : 1;
}

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
