import type { ServerResponse } from 'node:http';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import type { KeyActor } from '../../auth/actor.ts';
import { EventSignals } from '../../db/event-signals.ts';
import { isSharded } from '../../db/sharding.ts';
import type { Feed } from '../../operation/feed-page.ts';
import { type ShareHolder, shareOf } from '../../shared/load/share-holder.ts';
import type { Logger } from '../../shared/process/log.ts';
import type { Clock } from '../../shared/time/clock.ts';

/** So many calls of a team and its sandboxes wait in one process, and one of each key. */
export const MOST_OF_TEAM = 10;
const CHECK_MS = 1_000;
/** While there are no notifications. */
const POLL_MS = 300;
/** Nobody tells of changes. A look at the notes of the teams whose readers wait costs little. */
const CHANGES_MS = 100;

const gauge = new Gauge({
  name: 'event_feed_waiting_calls',
  help: 'Calls that wait for an event, without a connection of the database.',
});

/** Why a call no longer waits. `news`: there may be an event, or the key may have ended. */
type Why = 'news' | 'time' | 'stop' | 'gone';

type Until = { position: number; mark: number; ms: number; res: ServerResponse };

type Deps = { pool: pg.Pool; databaseUrl: string; clock: Clock; log: Logger };

/** A place among the waiting calls. */
type Place = {
  topic: string;
  tenantId: string;
  share: ShareHolder;
  keyId: string;
  ip: string | null;
  feed: Feed;
  position: number;
  wake: (why: Why) => void;
};

/** A place whose call reads: nothing wakes it. */
const idle = { position: Number.MAX_SAFE_INTEGER, wake: () => undefined };

// One statement looks for all waiting calls: whether the feed of events has gone on, and whether admission would refuse
// the key.
const findNews = {
  name: 'news for waiting calls',
  text: `select w.n::integer as n
    from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $6::text[]) with ordinality
      as w (tenant_id, key_id, ip, position, feed, n)
    where (w.feed = 'events'
        and ((select f.last_position from event_feed f where f.tenant_id = w.tenant_id limit 1) > w.position
          or (select e.seq from kept_event e where e.tenant_id = w.tenant_id and e.feed_position is null
            order by e.seq limit 1) is not null))
      or (select k.id from api_key k cross join lateral (
          select t.id from tenant t where t.id = k.tenant_id and has_api(t.status, t.plan) limit 1) t
        where k.id = w.key_id and k.revoked_at is null
          and (k.expires_at is null or coalesce($5::timestamptz, now()) < k.expires_at)
          and (k.ip_ranges = '{}' or w.ip::inet <<= any (k.ip_ranges)) limit 1) is null`,
};

// The other list has tables of another family. A change without a place stands behind each position.
const findChanges = {
  name: 'changes for waiting calls',
  text: `select f.tenant_id, case when exists (select from change_note n where n.tenant_id = f.tenant_id) then 'Infinity'
      else f.last_position::float8 end as position
    from change_feed f where f.tenant_id = any ($1::text[])`,
};

/** All calls of this process that wait for an event or a change. They hold no connection of the database, and no turn of a team. */
export class WaitingCalls {
  readonly #deps: Deps;
  readonly #signals: EventSignals;
  readonly #places = new Set<Place>();
  readonly #placesOf = new Map<string, Set<Place>>();
  /** How many calls of each team with its sandboxes wait. */
  readonly #counts = new Map<ShareHolder, number>();
  /** The count of notifications at the last one of each team. A check forgets the teams of which nobody waits. */
  readonly #lastOf = new Map<string, number>();
  #heard = 0;
  #timer: NodeJS.Timeout | undefined;
  #changesTimer: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#signals = new EventSignals(deps.databaseUrl, deps.log, {
      onEvent: (topic) => this.#hear(topic),
      onListening: () => void this.#check(),
    });
  }

  /** Taken before a page is read, so that an event is heard of that is committed after the reading. */
  get mark(): number {
    return this.#heard;
  }

  /** Takes a place for a call. Undefined if the team or the key has too many: the call then gets its page at once. */
  take(actor: KeyActor, ip: string | null, feed: Feed): WaitingCall | undefined {
    const { tenantId, keyId } = actor;
    const topic = feed === 'events' ? tenantId : `changes ${tenantId}`;
    const share = shareOf(actor);
    const count = this.#counts.get(share) ?? 0;
    const places = this.#placesOf.get(topic) ?? new Set();
    const isTaken = [...places].some((place) => place.keyId === keyId);
    if (this.#isStopping || isTaken || count >= MOST_OF_TEAM) return undefined;
    const place: Place = { topic, tenantId, share, keyId, ip, feed, ...idle };
    this.#places.add(place);
    this.#placesOf.set(topic, places.add(place));
    this.#counts.set(share, count + 1);
    gauge.set(this.#places.size);
    if (feed === 'events') this.#signals.start();
    else this.#planChanges(CHANGES_MS);
    this.#plan();
    return {
      news: (until) => this.#wait(place, until),
      leave: () => this.#leave(place),
    };
  }

  #leave(place: Place): void {
    const { topic, share } = place;
    this.#places.delete(place);
    const places = this.#placesOf.get(topic);
    if (places?.delete(place) && places.size === 0) this.#placesOf.delete(topic);
    const count = (this.#counts.get(share) ?? 1) - 1;
    if (count > 0) this.#counts.set(share, count);
    else this.#counts.delete(share);
    gauge.set(this.#places.size);
  }

  /** Answers all calls with the page that they have. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#changesTimer);
    for (const { wake } of this.#places) wake('stop');
    await this.#signals.stop();
  }

  #wait(place: Place, { position, mark, ms, res }: Until): Promise<Why> {
    if (this.#isStopping) return Promise.resolve('stop');
    if (res.destroyed) return Promise.resolve('gone');
    if ((this.#lastOf.get(place.topic) ?? 0) > mark) return Promise.resolve('news');
    const { promise, resolve } = Promise.withResolvers<Why>();
    const timer = setTimeout(() => place.wake('time'), ms);
    const gone = () => place.wake('gone');
    res.once('close', gone);
    place.position = position;
    place.wake = (why) => {
      Object.assign(place, idle);
      clearTimeout(timer);
      res.off('close', gone);
      resolve(why);
    };
    return promise;
  }

  #hear(topic: string): void {
    this.#heard += 1;
    this.#lastOf.set(topic, this.#heard);
    for (const place of this.#placesOf.get(topic) ?? []) place.wake('news');
  }

  #plan(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        void this.#check().then(() => {
          if (this.#places.size > 0 && !this.#isStopping) this.#plan();
        });
      },
      this.#signals.isListening ? CHECK_MS : POLL_MS,
    );
  }

  /** Wakes the calls whose feed has gone on, or whose key has ended. */
  async #check(): Promise<void> {
    for (const topic of this.#lastOf.keys()) {
      if (!this.#placesOf.has(topic)) this.#lastOf.delete(topic);
    }
    const places = [...this.#places];
    if (places.length === 0) return;
    const { pool, clock, log } = this.#deps;
    try {
      const { rows } = await pool.query<{ n: number }>({
        ...findNews,
        values: [
          places.map(({ tenantId }) => tenantId),
          places.map(({ keyId }) => keyId),
          places.map(({ ip }) => ip),
          places.map(({ position }) => position),
          clock.stoppedAt(),
          places.map(({ feed }) => feed),
        ],
      });
      for (const { n } of rows) places[n - 1]?.wake('news');
    } catch (err) {
      log.debug({ err }, 'what waiting calls wait for could not be read');
    }
  }

  #planChanges(ms: number): void {
    this.#changesTimer ??= setTimeout(() => {
      void this.#checkChanges().then((nextMs) => {
        this.#changesTimer = undefined;
        const waits = [...this.#places].some(({ feed }) => feed === 'changes');
        if (waits && !this.#isStopping) this.#planChanges(nextMs);
      });
    }, ms);
  }

  /** Wakes the calls whose list of changes has gone on. Says when to look again. */
  async #checkChanges(): Promise<number> {
    const { pool, log } = this.#deps;
    const places = [...this.#places].filter((place) => {
      return place.feed === 'changes' && place.position < idle.position;
    });
    if (places.length === 0) return CHANGES_MS;
    try {
      const client = await pool.connect();
      try {
        const { rows } = await client.query<{ tenant_id: string; position: number }>({
          ...findChanges,
          values: [[...new Set(places.map(({ tenantId }) => tenantId))]],
        });
        const positions = new Map(rows.map(({ tenant_id, position }) => [tenant_id, position]));
        for (const { tenantId, position, wake } of places) {
          if ((positions.get(tenantId) ?? 0) > position) wake('news');
        }
        // On several servers each look asks all of them.
        return isSharded(client) ? CHECK_MS : CHANGES_MS;
      } finally {
        client.release();
      }
    } catch (err) {
      log.debug({ err }, 'what waiting calls wait for could not be read');
      return CHECK_MS;
    }
  }
}

export type WaitingCall = {
  /** Waits until there may be an event after the position. */
  news(until: Until): Promise<Why>;
  leave(): void;
};
