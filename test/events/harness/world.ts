import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect } from 'vitest';
import { scopes } from '../../../src/auth/scopes.ts';
import { createKey } from '../../../src/features/api-keys/create-key.ts';
import { revokeKey } from '../../../src/features/api-keys/revoke-key.ts';
import { addMember } from '../../../src/features/members/add-member.ts';
import { eraseMember } from '../../../src/features/members/erase-member.ts';
import { removeMember } from '../../../src/features/members/remove-member.ts';
import { setTeam } from '../../../src/features/team/set-team.ts';
import { BASE_PATH } from '../../../src/rest/base-path.ts';
import { Random } from '../../../src/seed/demo/random.ts';
import { unlockJobsOfTheDead } from '../../../src/worker/queue/runner-presence.ts';
import { newTeam } from '../../cli/harness/team.ts';
import { until } from '../../harness/until.ts';
import { type Change, checkHistory, type Reading } from './check-history.ts';
import type { Installation } from './installation.ts';
import { placedOf, removeEvents } from './placed.ts';
import { raise, types } from './raise.ts';
import { readOn, type Surroundings } from './read-on.ts';

type Team = Awaited<ReturnType<typeof newTeam>>;
type Key = { id: string; key: string };
type Erased = { member_id: string; person_id: string | null; email: string; asked: number };
type Where = { installation: Installation; sql: pg.Pool };

const undone = new Error('undone');

/** A team with writers and readers, and what happens to it. A number decides all random values. */
export class World {
  readonly #where: Where;
  readonly #number: number;
  readonly #random: Random;
  readonly #team: Team;
  readonly #committed = new Map<string, Change>();
  readonly #undone = new Set<string>();
  #readings: Reading[] = [];
  #erased: Erased[] = [];
  #keys: Key[] = [];
  #actors = 0;
  #hiding: object | undefined;
  /** How many histories, and how many times of keeping, have ended. */
  #history = 0;
  #stops = 0;
  /** Since when every committed event must be in the feed. */
  #keptSince = 0;
  #hasBackup = false;
  #writersEnd = false;
  #readersEnd = false;

  private constructor(where: Where, number: number, team: Team) {
    this.#where = where;
    this.#number = number;
    this.#random = new Random(number);
    this.#team = team;
  }

  static async make(where: Where, number: number): Promise<World> {
    const owner = `owner-${number}@example.com`;
    const team = await newTeam(where.sql, { owner, seats: 100, rate_limit_per_min: 100_000 });
    const world = new World(where, number, team);
    await world.#opens();
    return world;
  }

  readonly #happenings: readonly [() => Promise<void>, ...(() => Promise<void>)[]] = [
    () => this.#where.installation.killApi(),
    () => this.#where.installation.killWorker(),
    () => this.#where.installation.crash(this.#random.whole(0, 300)),
    () => this.#backUp(),
    () => this.#restore(),
    () => this.#addKey(),
    () => this.#revokeKey(),
    () => this.#revokeAllKeys(),
    () => this.#switchPrivacy(),
    () => this.#erase(),
    () => removeEvents(this.#where.sql, this.#random.whole(0, 1_500)),
  ];

  async live(): Promise<void> {
    const some = (most: number) => Array.from({ length: this.#random.whole(2, most) });
    const writing = Promise.all(some(4).map(() => this.#write(this.#ofActor())));
    const reading = Promise.all(some(4).map(() => readOn(this.#ofActor(), this.#surroundings)));
    // The world awaits them later.
    for (const acting of [writing, reading]) acting.catch(() => undefined);
    try {
      for (const _ of some(6)) {
        await sleep(this.#random.whole(0, 300));
        await this.#random.pick(this.#happenings)();
      }
      this.#writersEnd = true;
      await writing;
      await this.#erasuresHaveEnded();
      await this.#allPlaced();
    } finally {
      this.#writersEnd = true;
      this.#readersEnd = true;
    }
    await reading;
    await this.#endHistory();
  }

  #ofActor(): Random {
    this.#actors += 1;
    return new Random(this.#number * 100 + this.#actors);
  }

  readonly #surroundings: Surroundings = {
    ask: (query) => this.#ask(query),
    now: () => ({
      history: this.#history,
      stops: this.#stops,
      hiding: this.#hiding,
      isLast: this.#readersEnd,
    }),
    noteBegin: (reading) => void this.#readings.push(reading),
  };

  async #ask(query: Record<string, string>): Promise<Response | null> {
    const { key = 'none' } = this.#keys.at(-1) ?? {};
    const url = `http://127.0.0.1:${this.#where.installation.port}${BASE_PATH}/events`;
    const headers = { authorization: `Bearer ${key}` };
    const asking = fetch(`${url}?${new URLSearchParams(query)}`, { headers });
    const response = await asking.catch(() => null);
    // The readers ask more often than a key may.
    if (response?.status === 429)
      await this.#where.sql.query('truncate rate_window').catch(() => 0);
    return response;
  }

  #do: Team['do'] = (work) => this.#team.do(work, new Date());

  /** Makes changes, each in a transaction that stays open between its events. A crash may undo one. */
  async #write(random: Random): Promise<void> {
    while (!this.#writersEnd) {
      const raised: string[] = [];
      const asked = performance.now();
      const change = this.#do(async (call) => {
        for (let n = random.whole(1, 3); n > 0; n--) {
          const type = random.pick(types);
          raised.push(`${type} ${await raise(call, type)}`);
          await sleep(random.whole(0, 30));
        }
        if (random.chance(0.2)) throw undone;
      });
      const error = await change.then(
        () => null,
        (reason: unknown) => reason,
      );
      const answered = performance.now();
      for (const what of raised) {
        if (error === null) this.#committed.set(what, { asked, answered });
        if (error === undone) this.#undone.add(what);
      }
      await sleep(random.whole(0, 60));
    }
  }

  async #backUp(): Promise<void> {
    await this.#where.installation.postgres.backUp();
    this.#hasBackup = true;
  }

  /** Does what the handbook says: repeats erasures before the first process starts, and revokes keys again. */
  async #restore(): Promise<void> {
    if (!this.#hasBackup) return this.#backUp();
    const { installation, sql } = this.#where;
    await this.#allPlaced();
    await installation.end(sql);
    for (const reading of this.#readings) reading.expired ??= 'after it';
    await this.#endHistory();
    const { tenant_id } = this.#team;
    const erased = this.#erased.map(({ member_id, person_id }) => ({ member_id, person_id }));
    await installation.restore(
      sql,
      erased.map((one) => ({ tenant_id, ...one })),
    );
    await this.#do((call) => setTeam(call, { member_detail_enabled: true }));
    this.#hiding = undefined;
    await sql.query('update api_key set revoked_at = now() where tenant_id = $1', [tenant_id]);
    this.#keys = [];
    await installation.begin();
    await this.#opens();
  }

  async #addKey(): Promise<void> {
    const made = await this.#do((call) =>
      createKey(call, { name: 'Key of a reader', scopes: [...scopes] }),
    );
    this.#keys.push({ id: made.key_id, key: made.key });
  }

  async #revokeKey(): Promise<void> {
    if (this.#keys.length < 2) await this.#addKey();
    const key = this.#keys.pop();
    if (key) await this.#do((call) => revokeKey(call, key.id));
  }

  /** Ends the feed of the team, and begins it anew. */
  async #revokeAllKeys(): Promise<void> {
    await this.#allPlaced();
    for (const { id } of this.#keys.splice(0)) await this.#do((call) => revokeKey(call, id));
    this.#stops += 1;
    await until('the feed to stop', async () => {
      await removeEvents(this.#where.sql);
      return !(await this.#isFeed('keeps'));
    });
    await sleep(this.#random.whole(0, 200));
    await this.#opens();
  }

  /** Makes a key, and waits until the feed has begun. */
  async #opens(): Promise<void> {
    await this.#addKey();
    await until('the feed to begin', () => this.#isFeed('keeps and opened_at is not null'));
    this.#keptSince = performance.now();
  }

  async #isFeed(condition: string): Promise<boolean> {
    const text = `select from event_feed where tenant_id = $1 and ${condition}`;
    return (await this.#where.sql.query(text, [this.#team.tenant_id])).rowCount === 1;
  }

  async #switchPrivacy(): Promise<void> {
    const isShown = this.#hiding !== undefined;
    this.#hiding = undefined;
    await this.#do((call) => setTeam(call, { member_detail_enabled: isShown }));
    if (!isShown) this.#hiding = {};
  }

  /** A member joins, is named in an event, leaves, and is erased by the worker. */
  async #erase(): Promise<void> {
    const email = `erased-${this.#number}-${this.#erased.length}@example.com`;
    const asked = performance.now();
    const made = await this.#do((call) => addMember(call, { email, role: 'member', grants: [] }));
    const { member_id, user_id: person_id } = made;
    await this.#where.sql.query(
      `update webhook_event set body = replace(body, '"data":{', '"data":{"note":"by ' || $3 || '",')
       where tenant_id = $1 and body like '%' || $2 || '%'`,
      [this.#team.tenant_id, member_id, email],
    );
    await this.#do((call) => removeMember(call, member_id));
    await this.#do((call) => eraseMember(call, { member_id }));
    this.#erased.push({ member_id, person_id, email, asked });
  }

  async #erasuresHaveEnded(): Promise<void> {
    const { tenant_id } = this.#team;
    const ids = this.#erased.map(({ member_id }) => member_id);
    await until(
      'the erasures to end',
      async () => {
        await unlockJobsOfTheDead(this.#where.sql);
        const text =
          'select from erasure where tenant_id = $1 and member_id = any ($2) and finished_at is null';
        return (await this.#where.sql.query(text, [tenant_id, ids])).rowCount === 0;
      },
      120_000,
    );
    const answered = performance.now();
    for (const { member_id, email, asked } of this.#erased) {
      this.#committed.set(`member.erased ${member_id}`, { asked, answered });
      const text = `select from webhook_event where tenant_id = $1 and body like '%' || $2 || '%'`;
      expect((await this.#where.sql.query(text, [tenant_id, email])).rowCount, email).toBe(0);
    }
  }

  async #allPlaced(): Promise<void> {
    const changes = [...this.#committed].filter(([, { asked }]) => asked > this.#keptSince);
    let missing: string[] = [];
    const done = until('every committed event to have a position', async () => {
      const placed = await placedOf(this.#where.sql, this.#team.tenant_id);
      const whats = new Set(placed.map(({ what }) => what));
      missing = changes.map(([what]) => what).filter((what) => !whats.has(what));
      return missing.length === 0;
    });
    await done.catch((cause: unknown) => {
      throw new Error(`without a position: ${missing.slice(0, 5).join(', ')}`, { cause });
    });
  }

  async #endHistory(): Promise<void> {
    const placed = await placedOf(this.#where.sql, this.#team.tenant_id);
    const readings = this.#readings.filter(({ history }) => history === this.#history);
    checkHistory({ placed, readings, committed: this.#committed, undone: this.#undone });
    this.#history += 1;
  }
}
