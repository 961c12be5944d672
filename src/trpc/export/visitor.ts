import type { IncomingMessage, ServerResponse } from 'node:http';
import type { UserActor } from '../../auth/actor.ts';
import { requireRight } from '../../auth/require-right.ts';
import type { Right } from '../../auth/rights.ts';
import { type LoadedSession, readSessions, type Session } from '../../auth/session.ts';
import type { TeamPrisma } from '../../db/prisma/team-prisma.ts';
import type { TeamDb } from '../../db/team-db.ts';
import { inTeamTransaction, readInTeam } from '../../db/transaction.ts';
import type { TeamVisit } from '../../operation/call.ts';
import type { AnyListExport } from '../../operation/define-list-export.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import { shareOf } from '../../shared/load/share-holder.ts';
import type { AppOptions, Requester } from '../answer.ts';
import type { Callers } from '../callers.ts';
import { Cookies } from '../cookies.ts';
import { userAgentOf } from '../user-agent.ts';

export type VisitDeps = Pick<AppOptions, 'pool' | 'slots' | 'urlChecker' | 'crm'> &
  Pick<TeamVisit, 'cursorKey' | 'secretKey'> &
  Pick<TeamVisit, 'publicUrl' | 'webhookPauseAfterMs' | 'egressAddresses'> & {
    callers: Callers;
  };

export type ExportRequest = { req: IncomingMessage; res: ServerResponse; requester: Requester };

type Present = { now: Date; session: Session; actor: UserActor };
type Work<T> = (call: TeamVisit) => Promise<T>;

/** The person who asks for an export. Each step checks again that the person may export, in the same team. */
export class Visitor {
  readonly #deps: VisitDeps;
  readonly #requester: Requester;
  readonly #token: string | undefined;
  readonly #userAgent: string | null;
  readonly #rights: AnyListExport['rights'];
  #tenantId: string | undefined;

  constructor(
    deps: VisitDeps,
    {
      req,
      requester,
      rights,
    }: Pick<ExportRequest, 'req' | 'requester'> & Pick<AnyListExport, 'rights'>,
  ) {
    this.#deps = deps;
    this.#requester = requester;
    this.#token = new Cookies(req.headers.cookie).session;
    this.#userAgent = userAgentOf(req);
    this.#rights = rights;
  }

  /** Throws unless the person may begin this export now, or go on with it. */
  async present(step: keyof AnyListExport['rights']): Promise<Present> {
    const { ip } = this.#requester;
    const credentials = { token: this.#token, ip, userAgent: this.#userAgent };
    return this.#require(await this.#deps.callers.loadOrCharge(credentials), this.#rights[step]);
  }

  /** Reads one piece, and holds a connection only for that time. */
  async read<T>(work: Work<T>): Promise<T> {
    const person = await this.present('read');
    const { slots, pool } = this.#deps;
    return slots.run(shareOf(person.actor), () =>
      readInTeam(pool, person.actor, (db, prisma) => work(this.#call(person, db, prisma))),
    );
  }

  /** Begins the export in a transaction. The first step of the transaction checks the right again. */
  async begin<T>(work: Work<T>): Promise<T> {
    let person = await this.present('begin');
    const { slots, pool } = this.#deps;
    return slots.change(shareOf(person.actor), (limit) =>
      inTeamTransaction(pool, person.actor, (db, prisma) => work(this.#call(person, db, prisma)), {
        ...limit,
        before: async (client) => {
          const [loaded] = await readSessions(client, [this.#token], person.now);
          person = this.#require(loaded ?? { now: person.now, session: null }, this.#rights.begin);
        },
      }),
    );
  }

  #require({ now, session }: LoadedSession, right: Right): Present {
    requireRight(session, { right, type: 'query', now });
    const actor = session?.actor;
    if (!session || !actor) throw new AppError('no_team');
    this.#tenantId ??= actor.tenantId;
    // The person now works in another team.
    if (actor.tenantId !== this.#tenantId) throw new AppError('no_team');
    return { now, session, actor };
  }

  #call({ now, session, actor }: Present, db: TeamDb, prisma: TeamPrisma): TeamVisit {
    const { urlChecker, crm, cursorKey, secretKey } = this.#deps;
    const { publicUrl, webhookPauseAfterMs, egressAddresses } = this.#deps;
    const { requestId, ip, language } = this.#requester;
    const about = { now, session, actor, requestId, ip, language };
    const settings = { publicUrl, cursorKey, secretKey, webhookPauseAfterMs, egressAddresses };
    return { ...about, ...settings, db, prisma, urlChecker, crm };
  }
}
