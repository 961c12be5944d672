import type pg from 'pg';
import { rateNetworks } from '../auth/ip-range.ts';
import { type MinuteCount, MinuteCounts } from '../auth/minute-counts.ts';
import type { Session, Shown } from '../auth/session.ts';
import { type Loaded, SessionLoads } from '../auth/session-loads.ts';
import type { Clock } from '../shared/clock.ts';
import { ApiError } from '../shared/errors.ts';

/** Calls of one address in a minute without a session: enough for an office in the morning. */
export const CALLS_PER_ADDRESS = 600;
/** Calls in a minute with one session, and how many of them may be changes. */
export const CALLS_PER_SESSION = 1_200;
export const CHANGES_PER_SESSION = 300;
/** More than one session has, so that a stolen one does not keep its person from ending it. */
const SESSIONS_PER_PERSON = 2;
/** A team has as much as so many sessions that use all that they may. */
const SESSIONS_PER_TEAM = 20;

const limits = {
  query: { most: CALLS_PER_SESSION, detail: 'Too many calls in a minute.' },
  mutation: { most: CHANGES_PER_SESSION, detail: 'Too many changes in a minute.' },
} as const;

/**
 * Who calls the app. Without a session the address is charged, with one the person and the team (P392).
 * The counts are in the memory of this process; the database counts what all processes must bound
 * together, such as failed passwords.
 */
export class Callers {
  readonly #sessions: SessionLoads;
  readonly #counts: MinuteCounts;

  constructor(db: pg.Pool, clock: Clock) {
    this.#sessions = new SessionLoads(db, clock);
    this.#counts = new MinuteCounts(clock);
  }

  /** The session and the time, without a charge. */
  session(shown: Shown): Promise<Loaded> {
    return this.#sessions.load(shown);
  }

  /** Throws when an address without a session has not so many calls left. */
  async load(
    shown: Shown,
    { loading = () => this.session(shown), calls = 1 } = {},
  ): Promise<Loaded> {
    if (shown.token === undefined) this.#chargeAddress(shown.ip, calls);
    const known = await loading();
    if (shown.token !== undefined && !known.session) this.#chargeAddress(shown.ip, calls);
    return known;
  }

  /** Throws when the session, its person or the team has used up the calls or changes of this minute. */
  charge(session: Session, type: keyof typeof limits): void {
    this.#chargeSession(session, 'query');
    if (type === 'mutation') this.#chargeSession(session, 'mutation');
  }

  #chargeSession({ id, personId, actor }: Session, of: keyof typeof limits): void {
    const { most, detail } = limits[of];
    const counts = [
      { subject: `${of} ${id}`, limit: most },
      { subject: `${of} ${personId}`, limit: most * SESSIONS_PER_PERSON },
    ];
    const team = actor?.tenantId;
    if (team) counts.push({ subject: `${of} ${team}`, limit: most * SESSIONS_PER_TEAM });
    this.#require(counts, detail);
  }

  #chargeAddress(ip: string | null, calls: number): void {
    const counts = rateNetworks(ip).map(({ subject, times }) => ({
      subject,
      limit: CALLS_PER_ADDRESS * times,
    }));
    for (let call = 0; call < calls; call += 1) this.#require(counts, limits.query.detail);
  }

  #require(counts: MinuteCount[], detail: string): void {
    const { isOver, rate } = this.#counts.charge(counts);
    if (!isOver) return;
    const { limit, resetSeconds: retryAfter } = rate;
    throw new ApiError('rate_limited', { detail, limit, retryAfter });
  }
}
