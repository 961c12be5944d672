import type { SyncEnd } from '../../../src/worker/crm/synchronize/claimed-connection.ts';
import { synchronize } from '../../../src/worker/crm/synchronize/synchronize.ts';
import { insertEndpoint } from '../../harness/rows.ts';
import type { TestTeam } from '../../harness/team.ts';
import type { Chance } from './chance.ts';
import { allTheTime, claimNow, depsWith, insertConnection } from './connection.ts';
import { Crash, crashingPool } from './crashing-pool.ts';
import { clientOf, crmAt, networkOf } from './crm-client.ts';
import type { FakeAnswer } from './fake-server.ts';
import type { ProviderWorld } from './provider-worlds.ts';
import { signInAgain } from './sign-in-again.ts';

const MINUTE = 60_000;
const answers: FakeAnswer[] = [
  { status: 429, json: {}, headers: { 'retry-after': '1' } },
  { status: 429, json: {}, headers: { 'retry-after': '600' } },
  { status: 503, json: {} },
];

/** Everything between a provider over HTTP and the database, while workers come and go. */
export class PlayedProvider {
  readonly #team: TestTeam;
  readonly #world: ProviderWorld;
  readonly #chance: Chance;
  readonly #connectionId: string;
  readonly #ids = new Map<string, string>();
  readonly ends: SyncEnd[] = [];
  #mayHaveLostTokens = false;

  private constructor(team: TestTeam, world: ProviderWorld, chance: Chance, id: string) {
    this.#team = team;
    this.#world = world;
    this.#chance = chance;
    this.#connectionId = id;
  }

  static async begin(team: TestTeam, world: ProviderWorld, chance: Chance) {
    await insertEndpoint(team, { events: ['crm.sync.failed'] });
    const { access, connector } = world;
    const input = { access, provider: connector.provider, settings: { notes: true } };
    return new PlayedProvider(team, world, chance, await insertConnection(team, input));
  }

  /** Edits and synchronizes in turn, with trouble in between. */
  async play(rounds: number): Promise<void> {
    const { clock, server, oauth } = this.#world;
    for (let n = 0; n < rounds; n++) {
      for (let edits = Math.floor(this.#chance() * 5); edits > 0; edits--) this.#edit();
      clock.advance(Math.floor(this.#chance() * 15 * MINUTE));
      if (this.#chance() < 0.15) await this.#set('read_again = true, deletion_confirmed = 1000000');
      if (this.#chance() < 0.3) oauth.expireAccess();
      this.#planTrouble();
      const crash = this.#chance() < 0.3;
      await this.synchronize(crash ? Math.floor(this.#chance() * 40) : null);
      server.clearFaults();
      await this.#compareIds();
    }
  }

  /** Ends all edits, and lets the index catch up. */
  async calm(): Promise<void> {
    this.#world.clock.advance(10 * MINUTE);
    for (let n = 0; n < 2; n++) await this.#quiet();
  }

  async readAgain(): Promise<void> {
    await this.#set('read_again = true, deletion_confirmed = 1000000');
    await this.#quiet();
  }

  async stored(): Promise<Map<string, string>> {
    const rows = await this.#deals();
    return new Map(
      rows.map(({ external_id, title, amount, outcome }) => [
        external_id,
        `${title} ${amount} ${outcome}`,
      ]),
    );
  }

  /** The number of events and of failed runs. Each must equal the number of failed attempts. */
  async failures(): Promise<{ events: number; runs: number }> {
    const { rows } = await this.#team.api.sql.query(
      `select (select count(*)::integer from webhook_event where tenant_id = $1) as events,
         (select count(*)::integer from crm_sync_run where tenant_id = $1 and status = 'failed') as runs`,
      [this.#team.tenantId],
    );
    return rows[0];
  }

  /** With a number, the worker dies before that statement. */
  async synchronize(diesAfter: number | null = null): Promise<SyncEnd | 'crashed'> {
    const { api } = this.#team;
    const { connector, server, clock } = this.#world;
    const network = networkOf(crmAt(server.url));
    const pool = diesAfter === null ? api.pool : crashingPool(api.pool, diesAfter);
    try {
      if (this.#mayHaveLostTokens) {
        const isMended = await signInAgain(this.#team, this.#connectionId, this.#world);
        if (isMended) this.#mayHaveLostTokens = false;
      }
      const claim = await claimNow(this.#team, api.pool, this.#connectionId);
      // The world has a clock of its own and lasts less than a day, so no daily pass becomes due.
      const claimedAt = new Date(clock.now());
      const claimed = { ...claim, claimedAt, fullAt: claim.fullAt && claimedAt };
      const deps = {
        ...depsWith(pool, connector),
        openApi: (
          ...[requested, access, options]: Parameters<ReturnType<typeof depsWith>['openApi']>
        ) => clientOf({ connector: requested, network, access, ...options }).http,
      };
      const end = await synchronize(deps, claimed, allTheTime);
      this.ends.push(end);
      return end;
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      this.#mayHaveLostTokens = true;
      return 'crashed';
    } finally {
      await network.close();
    }
  }

  #edit(): void {
    this.#world.change(this.#chance);
    this.#world.clock.advance(Math.floor(this.#chance() * 30_000));
  }

  #planTrouble(): void {
    const { server } = this.#world;
    const after = Math.floor(this.#chance() * 12);
    const chance = this.#chance();
    const answer = answers[Math.floor(this.#chance() * answers.length)] ?? { status: 500 };
    if (chance < 0.25) server.plan({ fault: { kind: 'answer', answer }, after, times: 1 + after });
    else if (chance < 0.35) server.plan({ fault: { kind: 'reset' }, after, times: 2 });
    else if (chance < 0.55)
      server.plan({ fault: this.#late(async () => this.#edit()), after, times: 3 });
    // While the slow worker waits, another one takes the connection over.
    else if (chance < 0.75) server.plan({ fault: this.#late(() => this.synchronize()), after });
  }

  #late(until: () => Promise<unknown>) {
    return { kind: 'late', until } as const;
  }

  async #quiet(): Promise<void> {
    this.#world.clock.advance(5 * MINUTE);
    await this.#set("deletion_confirmed = 1000000, next_cause = 'person'");
    let end = await this.synchronize();
    // The crash of the last round may have lost the tokens, and this run was the first to notice it.
    if (end === 'failed' && this.#mayHaveLostTokens) end = await this.synchronize();
    if (end !== 'ok') throw new Error(`A quiet run has ended as ${end}`);
    await this.#compareIds();
  }

  /** A deal keeps its id for ever. */
  async #compareIds(): Promise<void> {
    for (const { id, external_id } of await this.#deals()) {
      const assigned = this.#ids.get(external_id) ?? id;
      if (assigned !== id) throw new Error(`Deal ${external_id} was ${assigned} and is ${id}`);
      this.#ids.set(external_id, id);
    }
  }

  async #deals(): Promise<Record<'id' | 'external_id' | 'title' | 'amount' | 'outcome', string>[]> {
    const text = `select id, external_id, title, amount::text as amount, outcome from crm_deal
      where connection_id = $1 order by external_id`;
    return (await this.#team.api.sql.query(text, [this.#connectionId])).rows;
  }

  async #set(change: string): Promise<void> {
    const text = `update crm_connection set ${change} where id = $1`;
    await this.#team.api.sql.query(text, [this.#connectionId]);
  }
}
