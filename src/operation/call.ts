import type { KeyObject } from 'node:crypto';
import type { Actor, ServiceActor, UserActor } from '../auth/actor.ts';
import type { CommandLineActor } from '../auth/command-line-token.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { RelyingParty } from '../auth/relying-party.ts';
import type { Session } from '../auth/session.ts';
import type { SignInThrottle } from '../auth/sign-in-throttle.ts';
import type { CrmReach } from '../crm/crm-reach.ts';
import type { PeoplePrisma } from '../db/prisma/people-prisma.ts';
import type { TeamPrisma } from '../db/prisma/team-prisma.ts';
import type { TeamDb } from '../db/team-db.ts';
import type { PeopleHandles } from '../db/transaction.ts';
import type { UrlCheck } from '../egress/url-guard.ts';
import type { Language } from '../shared/language/language.ts';

/** What each operation gets: the team's database handle, the caller, the time, and the request. */
export type Call = {
  db: TeamDb;
  actor: Actor;
  now: Date;
  /** `null` when there is no request, as on the command line. */
  requestId: string | null;
  /** The address from which the request came. Absent if there is no request. */
  ip?: string | null;
};

/** A call outside the public API: it has both handles, SQL and Prisma, on one transaction. */
export type PrismaCall = Call & { prisma: TeamPrisma };

/** Says whether this service may call a URL. */
export type UrlChecker = { check(url: string): Promise<UrlCheck> };

/** How far a key has read a feed of its team: what it asks with, it has taken. */
export type FeedRead = {
  tenantId: string;
  lineageId: string;
  /** In a fixed order, with commas. Empty for all types of events. */
  types: string;
  history: string;
  /** Where the reader began without a cursor. It has taken what lies between. */
  begin: number;
  position: number;
  at: Date;
} & (
  | { feed: 'events'; reached_at: string }
  /** About how many objects are left of what there was at the beginning. */
  | { feed: 'changes'; remaining: number | null; isToldOfErasures: boolean }
);

/** A call of a request. It has a language, may read further pages and may name a URL. */
export type RequestCall = Call & {
  ip: string | null;
  language: Language;
  cursorKey: KeyObject;
  urlChecker: UrlChecker;
  /** The key that encrypts the signing secrets of webhook endpoints, and the names in cursors. */
  secretKey: KeyObject;
  /** Notes how far keys have read. Absent in calls of the app. */
  readers?: { note(read: FeedRead): void } | undefined;
};

/** A call of a member, in the app or at a command line. */
export type MemberCall = RequestCall &
  PrismaCall & {
    actor: UserActor;
    /** PUBLIC_URL. */
    publicUrl: string;
    /** WEBHOOK_PAUSE_AFTER. */
    webhookPauseAfterMs: number;
    /** EGRESS_ADDRESSES. */
    egressAddresses: readonly string[];
    crm: CrmReach;
  };

/** A call of a person in the app, on the team in which the person works now. */
export type TeamVisit = MemberCall & { session: Session };

/** A call of a command line, on the team for which its login was confirmed. */
export type CommandLineCall = MemberCall & { actor: CommandLineActor };

/**
 * A step of a procedure that asks another service before the transaction. The step holds no connection, no
 * lock and no turn of the team.
 */
export type Asking = Pick<TeamVisit, 'actor' | 'session' | 'now' | 'language' | 'crm'> & {
  /** Aborts when the other service has taken too long. */
  signal: AbortSignal;
  /** Runs a short transaction, before or after the question. */
  inTeam<T>(work: (call: TeamVisit) => Promise<T>): Promise<T>;
};

/** A call of the product's own backend, on the team that its input names. */
export type ServiceCall = PrismaCall & {
  actor: ServiceActor;
  language: Language;
  ip: string | null;
};

/** The secrets that the browser keeps in cookies. */
export type BrowserSecrets = {
  readonly session: string | undefined;
  readonly device: string | undefined;
  /** Marks the browser that got a challenge for a passkey. */
  readonly ceremony: string | undefined;
  /** `null` removes the cookie. */
  keepSession(token: string | null): void;
  keepDevice(token: string): void;
  keepCeremony(token: string | null): void;
};

/** A request of the app that is about no team, such as a sign-in or a change of an account. */
export type Visit = {
  /** Reads and writes people and their sessions. Each call runs by itself. */
  prisma: PeoplePrisma;
  /**
   * Runs steps that belong together in one transaction. `inTeam` gives the handles of a team, for a
   * change of an account that is also a change of the team, such as an accepted invitation.
   * `addJob` adds a job for the worker, such as a mail.
   */
  transaction<T>(work: (handles: PeopleHandles) => Promise<T>): Promise<T>;
  throttle: SignInThrottle;
  session: Session | null;
  now: Date;
  requestId: string;
  language: Language;
  ip: string | null;
  userAgent: string | null;
  browser: BrowserSecrets;
  passwords: Passwords;
  /** PUBLIC_URL. */
  publicUrl: string;
  /** Null if browsers offer no passkeys at PUBLIC_URL. */
  relyingParty: RelyingParty | null;
};

export type PersonVisit = Visit & { session: Session };

/** A visit of a member that is about the member's own account and about the team. */
export type MemberVisit = Visit & { session: Session & { actor: UserActor } };
