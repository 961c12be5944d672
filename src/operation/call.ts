import type { KeyObject } from 'node:crypto';
import type { Actor, UserActor } from '../auth/actor.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { Session } from '../auth/session.ts';
import type { ControlDb } from '../db/control-db.ts';
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

/** A call of a person in the app, on the team in which the person works now. */
export type TeamVisit = RequestCall & { actor: UserActor; session: Session };

/** The secrets that a browser keeps for us. */
export type BrowserSecrets = {
  session: string | undefined;
  device: string | undefined;
  /** Null: the browser is to forget it. */
  keepSession(token: string | null): void;
  keepDevice(token: string): void;
};

/** A request of the app that is about no team: somebody comes, signs in, looks after an account. */
export type Visit = {
  /** Of people and their sessions. What is to be one step runs in `db.transaction`. */
  db: ControlDb;
  session: Session | null;
  now: Date;
  requestId: string;
  language: Language;
  ip: string | null;
  userAgent: string | null;
  browser: BrowserSecrets;
  passwords: Passwords;
};

export type PersonVisit = Visit & { session: Session };
