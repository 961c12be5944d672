import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { ServiceActor, UserActor } from '../auth/actor.ts';
import type { Passwords } from '../auth/passwords.ts';
import { authorise } from '../auth/permissions.ts';
import { hiderOf } from '../auth/privacy.ts';
import type { RelyingParty } from '../auth/relying-party.ts';
import { requireRight } from '../auth/rights.ts';
import { readServiceActor } from '../auth/service-actor.ts';
import { type Known, readSessions, type Session } from '../auth/session.ts';
import type { Loaded, SessionLoads } from '../auth/session-loads.ts';
import { SignInThrottle } from '../auth/sign-in-throttle.ts';
import { type Queryable, TeamDb } from '../db/team-db.ts';
import { STRANGERS, type TeamSlots } from '../db/team-slots.ts';
import { inPeopleTransaction, peopleInTurns, readInTeam } from '../db/transaction.ts';
import type { AppRequest, CalledProcedure, ProcedureEnd } from '../operation/app-request.ts';
import type { ServiceCall, TeamVisit, UrlChecker, Visit } from '../operation/call.ts';
import { checkUrlAhead } from '../operation/check-url-ahead.ts';
import { fingerprintOf } from '../operation/idempotency.ts';
import { requireInTime, type Timed } from '../operation/time-limit.ts';
import { AppError } from '../shared/app-errors.ts';
import { ApiError } from '../shared/errors.ts';
import type { Language } from '../shared/language.ts';
import type { Logger } from '../shared/log.ts';
import type { AddressLimit } from './address-limit.ts';
import type { Cookies } from './cookies.ts';
import { logProcedure } from './log-procedure.ts';
import { namedTeam } from './named-team.ts';
import type { RawInput } from './raw-input.ts';
import { type KeyedUse, mutateTeam } from './team-mutation.ts';

export type AppDeps = {
  pool: pg.Pool;
  /** Limits how many connections one team uses, together with the public API. */
  slots: TeamSlots;
  urlChecker: UrlChecker;
  log: Logger;
  sessions: SessionLoads;
  addressLimit: AddressLimit;
  passwords: Passwords;
  relyingParty: RelyingParty | null;
  cursorKey: KeyObject;
  secretKey: KeyObject;
  webhookPauseAfterMs: number;
  /** Seals stored answers. */
  sealKey: KeyObject;
};

export type Caller = Timed & {
  requestId: string;
  language: Language;
  ip: string | null;
  userAgent: string | null;
  cookies: Cookies;
  input: RawInput;
  idempotencyKey: string | undefined;
  /** The answer is the stored one of an earlier call with the same Idempotency-Key. */
  isReplay: boolean;
  /** The product's own backend, with its token. Otherwise a person, signed in or not. */
  isService: boolean;
  /** Rejects when the time limit is over. tRPC writes the answer, so that it is written once. */
  limit: PromiseWithResolvers<never>;
};

/** One HTTP request of the app. The procedures of a batch share the session and the time. */
export class PersonRequest implements AppRequest {
  readonly #deps: AppDeps;
  readonly #caller: Caller;
  #loaded: Promise<Loaded> | undefined;
  /** The mutations before. One may end the session, prove it or change its rights. */
  #before: Promise<unknown> = Promise.resolve();
  readonly #procedures: number;
  readonly #requireInTime = (): void => requireInTime(this.#caller);

  /** `procedures` is the number of procedures that the request calls. */
  constructor(deps: AppDeps, caller: Caller, procedures: number) {
    this.#deps = deps;
    this.#caller = caller;
    this.#procedures = procedures;
  }

  get requestId(): string {
    return this.#caller.requestId;
  }

  get language(): Language {
    return this.#caller.language;
  }

  visit<R extends ProcedureEnd>(
    asked: CalledProcedure,
    work: (visit: Visit) => Promise<R>,
  ): Promise<R> {
    return this.#logged(asked, async (known) => {
      const { now, session } = known;
      this.#requireRight(asked, known);
      this.#caller.input.requireReadable();
      if (this.#caller.idempotencyKey !== undefined) {
        const detail = 'Only changes of a team take an Idempotency-Key.';
        throw new ApiError('bad_request', { detail });
      }
      const { requestId, language, ip, userAgent, cookies: browser } = this.#caller;
      const { pool, slots, passwords, relyingParty } = this.#deps;
      const caller = { requestId, language, ip, userAgent, browser };
      const of = { ...caller, now, session, passwords, relyingParty };
      const turn = session?.personId ?? (this.#caller.isService ? 'service' : STRANGERS);
      // Each statement takes its turn by itself, because a visit spends most of its time on passwords.
      const prisma = peopleInTurns(pool, (query) => slots.run(turn, query));
      const throttle = new SignInThrottle(slots.inTurns(turn, pool));
      const transaction: Visit['transaction'] = (steps) =>
        slots.run(turn, () =>
          inPeopleTransaction(pool, {
            before: async (client) => {
              if (session) this.#requireRight(asked, await this.#again(client, now));
            },
            work: async (...handles) => {
              const result = await steps(...handles);
              this.#requireInTime();
              return result;
            },
          }),
        );
      return work({ ...of, prisma, transaction, throttle });
    });
  }

  inTeam<R extends ProcedureEnd>(
    asked: CalledProcedure,
    work: (call: TeamVisit) => Promise<R>,
  ): Promise<R> {
    return this.#logged(asked, async (known) => {
      const { now } = known;
      const { session, actor } = this.#requireTeam(asked, known);
      this.#caller.input.requireReadable();
      const { requestId, ip, language } = this.#caller;
      const { slots, pool, cursorKey, secretKey, webhookPauseAfterMs } = this.#deps;
      const urlChecker =
        typeof asked.url === 'string'
          ? await checkUrlAhead(this.#deps.urlChecker, asked.url)
          : this.#deps.urlChecker;
      const about = { now, requestId, ip, language };
      const keys = { cursorKey, secretKey, urlChecker, webhookPauseAfterMs };
      const call = { ...about, actor, session, ...keys };
      const { tenantId } = actor;
      if (asked.type === 'query') {
        return slots.run(tenantId, () =>
          readInTeam(pool, tenantId, (db, prisma) => work({ ...call, db, prisma })),
        );
      }
      let current = { session, actor };
      const keyed = await this.#keyedUse(asked, { now, owner: actor.personId, actor });
      return slots.run(tenantId, () =>
        mutateTeam(pool, tenantId, {
          keyed,
          before: async (client) => {
            current = this.#requireTeam(asked, await this.#again(client, now));
            if (current.actor.tenantId !== tenantId) throw new AppError('no_team');
          },
          work: async (db, prisma) => {
            const result = await work({ ...call, ...current, db, prisma });
            this.#requireInTime();
            return result;
          },
        }),
      );
    });
  }

  asService<R extends ProcedureEnd>(
    asked: CalledProcedure,
    work: (call: ServiceCall) => Promise<R>,
  ): Promise<R> {
    return this.#logged(asked, async (known, note) => {
      this.#requireRight(asked, known);
      this.#caller.input.requireReadable();
      const { now } = known;
      const { requestId, ip, language } = this.#caller;
      const { slots, pool } = this.#deps;
      const tenantId = await namedTeam(asked.input);
      const keyed = await this.#keyedUse(asked, { now, owner: 'service', actor: undefined });
      let actor: ServiceActor;
      return slots.run(tenantId, () =>
        mutateTeam(pool, tenantId, {
          keyed,
          before: async (client) => {
            actor = await readServiceActor(new TeamDb(client, tenantId));
            note(tenantId);
          },
          work: async (db, prisma) => {
            const result = await work({ actor, now, requestId, ip, language, db, prisma });
            this.#requireInTime();
            return result;
          },
        }),
      );
    });
  }

  #requireRight(asked: CalledProcedure, { session, now }: Known): void {
    requireRight(this.#caller.isService ? 'service' : session, { ...asked, now });
  }

  #requireTeam(asked: CalledProcedure, known: Known): { session: Session; actor: UserActor } {
    this.#requireRight(asked, known);
    const { session } = known;
    if (!session?.actor) throw new Error(`${asked.path} begins without a right of the team`);
    const { actor } = session;
    authorise(actor, { scope: null, needsMemberDetail: asked.needsMemberDetail });
    return { session, actor };
  }

  /**
   * The session as it is at the first step of a transaction. The person may have lost the right while
   * the call waited for its turn or for name servers.
   */
  async #again(client: Queryable, now: Date): Promise<Known> {
    const [known] = await readSessions(client, [this.#caller.cookies.session], now);
    return known ?? { now, session: null };
  }

  async #keyedUse(
    { path, input, personal }: CalledProcedure,
    { now, owner, actor }: { now: Date; owner: string; actor: UserActor | undefined },
  ): Promise<KeyedUse | undefined> {
    const key = this.#caller.idempotencyKey;
    if (key === undefined) return undefined;
    const fingerprint = fingerprintOf(path, await input());
    const onReplay = () => {
      this.#caller.isReplay = true;
    };
    const { sealKey } = this.#deps;
    // The switch may have been turned off since the answer was stored (D96).
    const strip = personal && actor && hiderOf(actor.privacy, personal);
    return { owner, key, fingerprint, now, sealKey, onReplay, strip };
  }

  /** Logs one line for each procedure, without data that the person sent. */
  async #logged<R extends ProcedureEnd>(
    asked: CalledProcedure,
    work: (known: Known, noteTeam: (tenantId: string) => void) => Promise<R>,
  ): Promise<R> {
    const startedAt = performance.now();
    let tenantId: string | undefined;
    const record = (failure?: unknown) => {
      logProcedure(this.#deps.log, { asked, caller: this.#caller, startedAt, tenantId, failure });
    };
    const begin = async () => {
      if (this.#caller.idempotencyKey !== undefined && this.#procedures > 1) {
        const detail = 'An Idempotency-Key is for a request that calls one procedure.';
        throw new ApiError('bad_request', { detail });
      }
      const known = await this.#known();
      tenantId = known.session?.actor?.tenantId;
      this.#requireInTime();
      return work(known, (named) => {
        tenantId = named;
      });
    };
    const run = asked.type === 'query' ? begin() : this.#afterOthers(begin);
    try {
      const result = await Promise.race([run, this.#caller.limit.promise]);
      record(result.ok ? undefined : result.error);
      return result;
    } catch (error) {
      record(error);
      throw error;
    }
  }

  /** Runs a mutation after those that the request has begun before, with the session as they left it. */
  #afterOthers<R>(begin: () => Promise<R>): Promise<R> {
    const run = this.#before.then(begin).finally(() => {
      this.#loaded = undefined;
    });
    this.#before = run.catch(() => undefined);
    return run;
  }

  /** The session, and the time of the request. Calls without a session are charged to the address. */
  async #known(): Promise<Known> {
    const { cookies, ip, userAgent } = this.#caller;
    const { sessions, addressLimit } = this.#deps;
    const token = cookies.session;
    const isStranger = token === undefined && !this.#caller.isService;
    if (isStranger) addressLimit.charge(ip);
    this.#loaded ??= sessions.load({ token, ip, userAgent });
    const known = await this.#loaded;
    if (token !== undefined && !known.session) addressLimit.charge(ip);
    if (known.newToken !== undefined && cookies.session === token)
      cookies.keepSession(known.newToken);
    return known;
  }
}
