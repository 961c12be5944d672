import type pg from 'pg';
import type { SyncEnd } from '../../../src/worker/crm/synchronize/claimed-connection.ts';
import { synchronize } from '../../../src/worker/crm/synchronize/synchronize.ts';
import { insertEndpoint } from '../../harness/rows.ts';
import type { TestTeam } from '../../harness/team.ts';
import { type Chance, chanceOf } from './chance.ts';
import { allTheTime, claimNow, depsWith, findWords, insertConnection } from './connection.ts';
import { Crash, crashingPool } from './crashing-pool.ts';
import type { World } from './world.ts';

type StoredDeal = { id: string; external_id: string; xmin: string } & Record<string, unknown>;

/** A world and its store, while workers come and go. */
export class PlayedWorld {
  readonly #team: TestTeam;
  readonly #pool: pg.Pool;
  readonly #world: World;
  readonly #chance: Chance;
  readonly #connectionId: string;
  readonly #ids = new Map<string, string>();
  readonly #ends: SyncEnd[] = [];

  private constructor(
    team: TestTeam,
    pool: pg.Pool,
    world: World,
    parts: { seed: number; id: string },
  ) {
    this.#team = team;
    this.#pool = pool;
    this.#world = world;
    this.#chance = chanceOf(parts.seed);
    this.#connectionId = parts.id;
  }

  static async begin(
    team: TestTeam,
    pool: pg.Pool,
    { world, seed }: { world: World; seed: number },
  ): Promise<PlayedWorld> {
    await insertEndpoint(team, { events: ['crm.sync.failed'] });
    const id = await insertConnection(team, { settings: { notes: true } });
    return new PlayedWorld(team, pool, world, { seed, id });
  }

  /** Edits and synchronizes in turn. Some synchronizations crash, wait, fail or lose their lease. */
  async play(rounds: number): Promise<void> {
    for (let n = 0; n < rounds; n++) {
      this.#world.live(8);
      this.#world.pass(Math.floor(this.#chance() * 4 * 60_000));
      if (this.#chance() < 0.1) await this.#set('read_again = true');
      const chance = this.#chance();
      if (chance < 0.25) await this.#crash();
      else if (chance < 0.4) await this.#stolen();
      else await this.#synchronize(this.#pool);
      await this.#compareIds();
    }
  }

  async quietPass(): Promise<void> {
    this.#world.pass(15 * 60_000);
    await this.#set('deletion_confirmed = 1000000 where full_at is null');
    const end = await this.#synchronize(this.#pool);
    if (end !== 'ok') throw new Error(`A quiet pass has ended as ${end}`);
  }

  async readAgain(): Promise<void> {
    await this.#set('read_again = true');
    await this.quietPass();
  }

  async deals(): Promise<StoredDeal[]> {
    return this.#rows<StoredDeal>(
      `select id, external_id, title, amount::text as amount, outcome, lost_reason, owner_id, xmin::text
       from crm_deal where tenant_id = $1 order by external_id`,
    );
  }

  async objections(): Promise<string[]> {
    const rows = await this.#rows<{ text: string }>(
      `select concat_ws(' ', o.source, o.source_id, d.external_id, o.category, o.text) as text
       from crm_objection o join crm_deal d on d.tenant_id = o.tenant_id and d.id = o.deal_id
       where o.tenant_id = $1`,
    );
    return rows.map(({ text }) => text).sort();
  }

  async objectionIds(): Promise<string[]> {
    const rows = await this.#rows<{ id: string }>(
      'select id from crm_objection where tenant_id = $1',
    );
    return rows.map(({ id }) => id).sort();
  }

  /** The number of events, audit entries and failed runs. Each must equal the number of failed attempts. */
  async failures(): Promise<Record<string, number>> {
    const [row] = await this.#rows<Record<string, number>>(
      `select (select count(*)::integer from webhook_event where tenant_id = $1) as events,
         (select count(*)::integer from audit_entry
          where tenant_id = $1 and action = 'crm.sync_failed') as audited,
         (select count(*)::integer from crm_sync_run where tenant_id = $1 and status = 'failed') as runs`,
    );
    return row ?? {};
  }

  get failedAttempts(): number {
    return this.#ends.filter((end) => end === 'failed').length;
  }

  async #crash(): Promise<void> {
    const pool = crashingPool(this.#pool, Math.floor(this.#chance() * 40));
    await this.#synchronize(pool).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
  }

  /** A slow worker loses the connection to another one. */
  async #stolen(): Promise<void> {
    this.#world.interruption = async () => {
      await this.#synchronize(this.#pool);
    };
    const end = await this.#synchronize(this.#pool);
    const wasStolen = this.#world.interruption === null;
    this.#world.interruption = null;
    if (wasStolen && end !== 'lease_lost') throw new Error(`A stolen turn has ended as ${end}`);
  }

  async #synchronize(pool: pg.Pool): Promise<SyncEnd> {
    const claim = await claimNow(this.#team, this.#pool, this.#connectionId);
    const deps = depsWith(pool, this.#world.connector());
    // The world has a clock of its own and lasts less than a day, so no daily pass becomes due.
    const claimedAt = new Date(this.#world.now);
    const claimed = { ...claim, claimedAt, fullAt: claim.fullAt && claimedAt };
    const end = await synchronize(deps, claimed, allTheTime);
    this.#ends.push(end);
    return end;
  }

  /** A deal keeps its id for ever. */
  async #compareIds(): Promise<void> {
    for (const { id, external_id } of await this.deals()) {
      const assigned = this.#ids.get(external_id) ?? id;
      if (assigned !== id) throw new Error(`Deal ${external_id} was ${assigned} and is ${id}`);
      this.#ids.set(external_id, id);
    }
  }

  async #set(change: string): Promise<void> {
    const where = change.includes(' where ') ? 'and' : 'where';
    await this.#team.api.sql.query(`update crm_connection set ${change} ${where} id = $1`, [
      this.#connectionId,
    ]);
  }

  async #rows<Row>(text: string): Promise<Row[]> {
    return (await this.#team.api.sql.query(text, [this.#team.tenantId])).rows as Row[];
  }
}

/** The deals of a world, as they must be stored. */
export function dealsOf(world: World) {
  return world
    .deals()
    .map(({ externalId, title, amount, outcome, lostReason, ownerId }) => ({
      external_id: externalId,
      title,
      amount,
      outcome,
      lost_reason: lostReason,
      owner_id: ownerId,
    }))
    .sort((a, b) => (a.external_id < b.external_id ? -1 : 1));
}

/** The objections that must be stored. */
export function objectionsOf(world: World): string[] {
  const deals = world.deals();
  const ids = new Set(deals.map(({ externalId }) => externalId));
  const ofDeals = deals.flatMap(({ externalId: id, lostReason, objections }) => [
    ...(lostReason
      ? find('lost_reason', lostReason).map((found) => `lost_reason ${id} ${id} ${found}`)
      : []),
    ...objections.flatMap((body) =>
      find('field', body).map((found) => `field ${id} ${id} ${found}`),
    ),
  ]);
  const ofNotes = world
    .notes()
    .flatMap(({ externalId, dealIds, body }) =>
      [...new Set(dealIds)]
        .filter((id) => ids.has(id))
        .flatMap((id) => find('note', body).map((found) => `note ${externalId} ${id} ${found}`)),
    );
  return [...ofDeals, ...ofNotes].sort();
}

function find(source: 'lost_reason' | 'field' | 'note', body: string): string[] {
  return findWords({ source, body }).map(({ category, text }) => `${category} ${text}`);
}
