import type { IncomingMessage } from 'node:http';
import type { UserActor } from '../../auth/actor.ts';
import { requireRight } from '../../auth/rights.ts';
import { type Known, readSessions, type Session } from '../../auth/session.ts';
import type { SessionLoads } from '../../auth/session-loads.ts';
import type { TeamPrisma } from '../../db/prisma/team-prisma.ts';
import type { TeamDb } from '../../db/team-db.ts';
import { inTeamTransaction, readInTeam } from '../../db/transaction.ts';
import type { TeamVisit } from '../../operation/call.ts';
import type { AnyTeamExport } from '../../operation/team-export.ts';
import { AppError } from '../../shared/app-errors.ts';
import type { AddressLimit } from '../address-limit.ts';
import type { AppGiven, Requester } from '../answer.ts';
import { Cookies } from '../cookies.ts';

export type VisitDeps = Pick<AppGiven, 'pool' | 'slots' | 'urlChecker'> &
  Pick<TeamVisit, 'cursorKey' | 'secretKey' | 'webhookPauseAfterMs'> & {
    sessions: SessionLoads;
    addressLimit: AddressLimit;
  };

type Present = { now: Date; session: Session; actor: UserActor };
type Work<T> = (call: TeamVisit) => Promise<T>;

/** The person who asks for an export. Each step checks anew that the person may, in the same team. */
export class Visitor {
  readonly #deps: VisitDeps;
  readonly #asked: Requester;
  readonly #token: string | undefined;
  readonly #right: AnyTeamExport['right'];
  #tenantId: string | undefined;

  constructor(
    deps: VisitDeps,
    {
      req,
      asked,
      right,
    }: { req: IncomingMessage; asked: Requester; right: AnyTeamExport['right'] },
  ) {
    this.#deps = deps;
    this.#asked = asked;
    this.#token = new Cookies(req.headers.cookie).session;
    this.#right = right;
  }

  /** Throws unless the person may export this now. */
  async present(): Promise<Present> {
    const { addressLimit, sessions } = this.#deps;
    const { ip } = this.#asked;
    if (this.#token === undefined) addressLimit.charge(ip);
    const known = await sessions.load({ token: this.#token, ip, userAgent: null });
    if (this.#token !== undefined && !known.session) addressLimit.charge(ip);
    return this.#require(known);
  }

  /** Reads one piece, with a connection for this time alone. */
  async read<T>(work: Work<T>): Promise<T> {
    const person = await this.present();
    const { slots, pool } = this.#deps;
    const { tenantId } = person.actor;
    return slots.run(tenantId, () =>
      readInTeam(pool, tenantId, (db, prisma) => work(this.#call(person, db, prisma))),
    );
  }

  /** Writes in a transaction, the first step of which checks the right again. */
  async change<T>(work: Work<T>): Promise<T> {
    let person = await this.present();
    const { slots, pool } = this.#deps;
    const { tenantId } = person.actor;
    return slots.run(tenantId, () =>
      inTeamTransaction(
        pool,
        tenantId,
        (db, prisma) => work(this.#call(person, db, prisma)),
        async (client) => {
          const [known] = await readSessions(client, [this.#token], person.now);
          person = this.#require(known ?? { now: person.now, session: null });
        },
      ),
    );
  }

  #require({ now, session }: Known): Present {
    requireRight(session, { right: this.#right, type: 'query', now });
    const actor = session?.actor;
    if (!session || !actor) throw new AppError('no_team');
    this.#tenantId ??= actor.tenantId;
    // The person works in another team by now.
    if (actor.tenantId !== this.#tenantId) throw new AppError('no_team');
    return { now, session, actor };
  }

  #call({ now, session, actor }: Present, db: TeamDb, prisma: TeamPrisma): TeamVisit {
    const { urlChecker, cursorKey, secretKey, webhookPauseAfterMs } = this.#deps;
    const { requestId, ip, language } = this.#asked;
    const about = { now, session, actor, requestId, ip, language };
    const keys = { cursorKey, secretKey };
    return { ...about, ...keys, db, prisma, urlChecker, webhookPauseAfterMs };
  }
}
