import type pg from 'pg';
import { type ShareHolder, shareOf } from '../shared/load/share-holder.ts';

/** The most teams that are remembered. Above it, all are looked up again. */
const MAX_TEAMS = 50_000;

const statement = {
  name: 'home teams',
  text: `select t.id, coalesce(t.sandbox_of, t.id) as "homeTenantId" from tenant t where t.id = any ($1)`,
};

/**
 * Finds whose share a team uses, for code that knows only the team's id. A sandbox belongs to the same team
 * for as long as it exists, so each team is looked up once.
 */
export class HomeTeams {
  readonly #pool: pg.Pool;
  readonly #shares = new Map<string, ShareHolder>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** The share of each team. A team that does not exist counts for itself. */
  async sharesOf(ids: readonly string[]): Promise<(tenantId: string) => ShareHolder> {
    const unknown = [...new Set(ids.filter((id) => !this.#shares.has(id)))];
    if (unknown.length > 0) {
      if (this.#shares.size > MAX_TEAMS) this.#shares.clear();
      const { rows } = await this.#pool.query<{ id: string; homeTenantId: string }>({
        ...statement,
        values: [unknown],
      });
      for (const row of rows) this.#shares.set(row.id, shareOf(row));
    }
    return (id) => this.#shares.get(id) ?? shareOf({ homeTenantId: id });
  }

  async shareOf(tenantId: string): Promise<ShareHolder> {
    return (await this.sharesOf([tenantId]))(tenantId);
  }
}
