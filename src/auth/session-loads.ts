import { Batcher } from '../db/batcher.ts';
import { unlessRefused } from '../db/refused-writes.ts';
import type { Queryable } from '../db/team-db.ts';
import type { Clock } from '../shared/time/clock.ts';
import { endStolen, renewTokens } from './renew-tokens.ts';
import { noteUsesOfSandboxes } from './sandbox-uses.ts';
import {
  type Credentials,
  type LoadedSession,
  type Read,
  readSessions,
  touchSessions,
} from './session.ts';

/** `newToken` is the token that the browser gets instead of the one that it has sent. */
export type Loaded = LoadedSession & { newToken: string | undefined };

/**
 * Loads the sessions of all requests of one turn of the event loop with one statement, as `Admissions` loads
 * keys. It uses one connection at a time. So however many calls the app makes, the other connections are left
 * to the public API.
 */
export class SessionLoads {
  readonly #db: Queryable;
  readonly #clock: Clock;
  readonly #batches: Batcher<Credentials, Loaded>;

  constructor(db: Queryable, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    const answer = (asked: Credentials[]) => this.#load(asked);
    this.#batches = new Batcher({ answer, most: 200, atOnce: 1, what: 'sessions' });
  }

  load(credentials: Credentials): Promise<Loaded> {
    return this.#batches.ask(credentials);
  }

  /**
   * Ends the sessions of stolen tokens. The browser has replaced such a token long ago, so somebody who shows
   * it has copied it.
   */
  async #endStolen(asked: Credentials[], found: Read[]): Promise<void> {
    for (const [i, { now, former }] of found.entries()) {
      const credentials = asked[i];
      if (former !== null && credentials)
        await endStolen(this.#db, now, { ...credentials, id: former });
    }
  }

  async #load(asked: Credentials[]): Promise<Loaded[]> {
    const tokens = asked.map(({ token }) => token);
    const found = await readSessions(this.#db, tokens, this.#clock.stoppedAt());
    const used = found.flatMap(({ session, seenBefore }, i) => {
      const { ip = null, userAgent = null } = asked[i] ?? {};
      return session && !seenBefore ? [{ id: session.id, ip, userAgent }] : [];
    });
    const [{ now } = { now: new Date(0) }] = found;
    if (used.length > 0) await unlessRefused(touchSessions(this.#db, now, used));
    const sandboxes = found.flatMap(({ unnoted: sandbox }) => (sandbox === null ? [] : [sandbox]));
    if (sandboxes.length > 0) await unlessRefused(noteUsesOfSandboxes(this.#db, now, sandboxes));
    const outgrown = found.flatMap(({ session, outgrown: standing }, i) => {
      const { token } = asked[i] ?? {};
      return session && standing !== null && token ? [{ id: session.id, token, standing }] : [];
    });
    await this.#endStolen(asked, found);
    const renewed = await renewTokens(this.#db, now, outgrown);
    // Only a request with the newest token gets the next one.
    return found.map((existing) => {
      const next = existing.outgrown === null ? undefined : renewed.get(existing.session?.id ?? '');
      return { ...existing, newToken: next };
    });
  }
}
