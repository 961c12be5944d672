import { unlessRefused } from '../db/refused-writes.ts';
import type { Queryable } from '../db/team-db.ts';
import type { Clock } from '../shared/clock.ts';
import { ApiError } from '../shared/errors.ts';
import { Overload } from '../shared/overload.ts';
import { endStolen, renewTokens } from './renew-tokens.ts';
import { noteUsesOfSandboxes } from './sandbox-uses.ts';
import {
  type LoadedSession,
  type Read,
  readSessions,
  type Shown,
  touchSessions,
} from './session.ts';

/** `newToken` is the token that the browser gets instead of the one that it has shown. */
export type Loaded = LoadedSession & { newToken: string | undefined };

type Waiting = Shown & { resolve: (loaded: Loaded) => void; reject: (error: unknown) => void };

const MAX_PER_BATCH = 200;
/** If this many requests wait, we assume that the database is down, and answer 503. */
const MAX_WAITING = 10_000;

/**
 * Loads the sessions of all requests of one turn of the event loop with one statement, as `Admissions` loads
 * keys. It uses one connection at a time. So however many calls the app makes, the other connections are left
 * to the public API.
 */
export class SessionLoads {
  readonly #db: Queryable;
  readonly #clock: Clock;
  #waiting: Waiting[] = [];
  #isBusy = false;

  constructor(db: Queryable, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  load(shown: Shown): Promise<Loaded> {
    if (this.#waiting.length >= MAX_WAITING) {
      const cause = new Overload('admission', 'too many sessions wait to be loaded');
      return Promise.reject(new ApiError('unavailable', { cause }));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Loaded>();
    this.#waiting.push({ ...shown, resolve, reject });
    this.#schedule();
    return promise;
  }

  #schedule(): void {
    if (this.#isBusy || this.#waiting.length === 0) return;
    this.#isBusy = true;
    setImmediate(() => {
      const batch = this.#waiting.slice(0, MAX_PER_BATCH);
      this.#waiting = this.#waiting.slice(MAX_PER_BATCH);
      void this.#loadBatch(batch).finally(() => {
        this.#isBusy = false;
        this.#schedule();
      });
    });
  }

  /**
   * Ends the sessions of stolen tokens. The browser has replaced such a token long ago, so somebody who shows
   * it has copied it.
   */
  async #endStolen(batch: Waiting[], found: Read[]): Promise<void> {
    for (const [i, { now, former }] of found.entries()) {
      const shown = batch[i];
      if (former !== null && shown) await endStolen(this.#db, now, { ...shown, id: former });
    }
  }

  async #loadBatch(batch: Waiting[]): Promise<void> {
    try {
      const tokens = batch.map(({ token }) => token);
      const found = await readSessions(this.#db, tokens, this.#clock.stoppedAt());
      const used = found.flatMap(({ session, seenBefore }, i) => {
        const { ip = null, userAgent = null } = batch[i] ?? {};
        return session && !seenBefore ? [{ id: session.id, ip, userAgent }] : [];
      });
      const [{ now } = { now: new Date(0) }] = found;
      if (used.length > 0) await unlessRefused(touchSessions(this.#db, now, used));
      const sandboxes = found.flatMap(({ unnoted: sandbox }) =>
        sandbox === null ? [] : [sandbox],
      );
      if (sandboxes.length > 0) await unlessRefused(noteUsesOfSandboxes(this.#db, now, sandboxes));
      const outgrown = found.flatMap(({ session, outgrown: standing }, i) => {
        const { token } = batch[i] ?? {};
        return session && standing !== null && token ? [{ id: session.id, token, standing }] : [];
      });
      await this.#endStolen(batch, found);
      const renewed = await renewTokens(this.#db, now, outgrown);
      for (const [i, existing] of found.entries()) {
        // Only a request with the newest token gets the next one.
        const newToken =
          existing.outgrown === null ? undefined : renewed.get(existing.session?.id ?? '');
        batch[i]?.resolve({ ...existing, newToken });
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
