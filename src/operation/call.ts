import type { KeyObject } from 'node:crypto';
import type { Actor } from '../auth/actor.ts';
import type { TeamPrisma } from '../db/prisma/team-prisma.ts';
import type { TeamDb } from '../db/team-db.ts';
import type { UrlCheck } from '../egress/url-guard.ts';
import type { Language } from '../shared/language.ts';

/** What every operation is given: who calls, on which team's data, when, in answer to what. */
export type Call = {
  db: TeamDb;
  actor: Actor;
  now: Date;
  /** `null` for what no request has asked for, such as the command line. */
  requestId: string | null;
};

/** A call outside the public API, whose operations are SQL: both handles, on one transaction. */
export type PrismaCall = Call & { prisma: TeamPrisma };

/** Says whether this service may call a URL. */
export type UrlChecker = { check(url: string): Promise<UrlCheck> };

/** A call that came over the wire: it has a language, may turn pages and name what is to be called. */
export type RequestCall = Call & {
  language: Language;
  cursorKey: KeyObject;
  urlGuard: UrlChecker;
  /** Seals the signing secrets of webhook endpoints. */
  secretKey: KeyObject;
};
