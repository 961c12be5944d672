import type pg from 'pg';
import {
  type CommandLineActor,
  readCommandLineToken,
  touchCommandLine,
} from '../auth/command-line-token.ts';
import { rateNetworks } from '../auth/ip-range.ts';
import { type MinuteCount, MinuteCounts } from '../auth/minute-counts.ts';
import { noteUsesOfSandboxes } from '../auth/sandbox-uses.ts';
import type { Credentials, Session } from '../auth/session.ts';
import { type Loaded, SessionLoads } from '../auth/session-loads.ts';
import { unlessRefused } from '../db/refused-writes.ts';
import type { Queryable } from '../db/team-db.ts';
import type { Because } from '../shared/errors/because.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { shareOf } from '../shared/load/share-holder.ts';
import type { Clock } from '../shared/time/clock.ts';

/**
 * How many calls one IP address without a session may make in a minute. This is enough for an office in the
 * morning.
 */
export const CALLS_PER_ADDRESS = 600;
/** How many calls one session may make in a minute, and how many of these may be changes. */
export const CALLS_PER_SESSION = 1_200;
export const CHANGES_PER_SESSION = 300;
/**
 * A person may make as many calls as this many sessions together. So if an attacker with one session uses up its calls, the
 * person can still end it from another session.
 */
export const SESSIONS_PER_PERSON = 2;
/** A team may make as many calls as this many sessions together. */
export const SESSIONS_PER_TEAM = 20;

const limits = {
  query: { most: CALLS_PER_SESSION, because: 'too_many_calls' },
  mutation: { most: CHANGES_PER_SESSION, because: 'too_many_changes' },
} as const;

/** A session, or a login of the command line, whose calls are counted like those of a session. */
type Charged = Pick<Session, 'id' | 'personId' | 'actor'>;

export const loginOf = (actor: CommandLineActor): Charged => ({
  id: actor.tokenId,
  personId: actor.personId,
  actor,
});
type CommandLineCredentials = { commandLine: string | null; ip: string | null };

/**
 * Finds the session of each call, and counts the calls. A call without a session counts for its IP address. A
 * call with a session counts for the session, the person and the team. The memory of this process has
 * these counts, because they bound what a caller costs this process. Other counts, such as those of failed passwords,
 * are in the database, for all processes together.
 */
export class Callers {
  readonly #sessions: SessionLoads;
  readonly #counts: MinuteCounts;
  readonly #clock: Clock;

  constructor(db: pg.Pool, clock: Clock) {
    this.#clock = clock;
    this.#sessions = new SessionLoads(db, clock);
    this.#counts = new MinuteCounts(clock);
  }

  /** Finds the session and the time, and counts nothing. */
  loadUncounted(credentials: Credentials): Promise<Loaded> {
    return this.#sessions.load(credentials);
  }

  /**
   * Finds the session. If there is none, counts the calls for the IP address, and throws if the address has used
   * up its calls.
   */
  async loadOrCharge(credentials: Credentials, calls = 1): Promise<Loaded> {
    // Without a token there is no session, so the call counts before anybody asks the database.
    if (credentials.token === undefined) this.#chargeAddress(credentials.ip, calls);
    const loaded = await this.loadUncounted(credentials);
    if (credentials.token !== undefined && !loaded.session)
      this.#chargeAddress(credentials.ip, calls);
    return loaded;
  }

  /**
   * Finds the person with the token of a command line, and notes the use of the token. Throws if no login has
   * this token, for whatever reason. Such a call counts for the IP address, like a call without a session.
   */
  async commandLine(db: Queryable, credentials: CommandLineCredentials): Promise<CommandLineActor> {
    const actor = await this.readCommandLine(db, credentials);
    if (actor) {
      await unlessRefused(touchCommandLine(db, actor));
      const isUnnoted = actor.isSandbox && !actor.seenBefore;
      if (isUnnoted) await unlessRefused(noteUsesOfSandboxes(db, actor.now, [actor.tenantId]));
      return actor;
    }
    this.#chargeAddress(credentials.ip, 1);
    throw new ApiError('unauthorized');
  }

  async readCommandLine(
    db: Queryable,
    { commandLine }: CommandLineCredentials,
  ): Promise<CommandLineActor | null> {
    if (commandLine === null) return null;
    return readCommandLineToken(db, commandLine, this.#clock.stoppedAt());
  }

  /**
   * Counts a call. Throws if the session, its person or the team has used up the calls or changes
   * of this minute.
   */
  charge(session: Charged, type: keyof typeof limits): void {
    this.#chargeSession(session, 'query');
    if (type === 'mutation') this.#chargeSession(session, 'mutation');
  }

  #chargeSession({ id, personId, actor }: Charged, kind: keyof typeof limits): void {
    const { most, because } = limits[kind];
    const counts = [
      { subject: `${kind} ${id}`, limit: most },
      { subject: `${kind} ${personId}`, limit: most * SESSIONS_PER_PERSON },
    ];
    if (actor) {
      counts.push({ subject: `${kind} ${shareOf(actor)}`, limit: most * SESSIONS_PER_TEAM });
    }
    this.#countOrRefuse(counts, because);
  }

  /** Counts the calls for the address, and for the wider networks around it, which may make `times` as many. */
  #chargeAddress(ip: string | null, calls: number): void {
    const counts = rateNetworks(ip).map(({ subject, times }) => ({
      subject,
      limit: CALLS_PER_ADDRESS * times,
    }));
    for (let call = 0; call < calls; call += 1) this.#countOrRefuse(counts, limits.query.because);
  }

  #countOrRefuse(counts: MinuteCount[], because: Because): void {
    const { isOver, rate } = this.#counts.charge(counts);
    if (!isOver) return;
    const { limit, resetSeconds: retryAfter } = rate;
    throw new ApiError('rate_limited', { because, limit, retryAfter });
  }
}
