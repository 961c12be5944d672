import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { CommandLineActor } from '../auth/command-line-token.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { RelyingParty } from '../auth/relying-party.ts';
import type { Loaded } from '../auth/session-loads.ts';
import type { CrmReach } from '../crm/crm-reach.ts';
import type { HomeTeams } from '../db/home-teams.ts';
import type { TeamSlots } from '../db/team-slots.ts';
import type { UrlChecker } from '../operation/call.ts';
import type { OutboundQueue } from '../operation/outbound-queue.ts';
import type { StoredAnswers } from '../operation/stored-answers.ts';
import type { Timed } from '../operation/time-limit.ts';
import type { Language } from '../shared/language/language.ts';
import type { UnreadAnswers } from '../shared/load/unread-answers.ts';
import type { UnusedBodies } from '../shared/load/unused-bodies.ts';
import type { Logger } from '../shared/process/log.ts';
import type { Outgoing } from '../shared/process/outgoing.ts';
import type { AnswerBytes } from './answer-bytes.ts';
import type { Callers } from './callers.ts';
import type { Cookies } from './cookies.ts';
import type { RawInput } from './raw-input.ts';

export type AppDeps = {
  pool: pg.Pool;
  /** Limits how many connections one team uses, together with the public API. */
  slots: TeamSlots;
  homes: HomeTeams;
  /** Limits how many bytes of answers wait for their readers, together with the public API. */
  unread: UnreadAnswers;
  /** Limits how many bytes of bodies wait for their requests, together with the public API. */
  bodies: UnusedBodies;
  /** Limits how many bytes of answers are stored for repeated calls. */
  stored: StoredAnswers;
  urlChecker: UrlChecker;
  crm: CrmReach;
  outgoing: Outgoing;
  outbound: OutboundQueue;
  log: Logger;
  callers: Callers;
  passwords: Passwords;
  publicUrl: string;
  relyingParty: RelyingParty | null;
  cursorKey: KeyObject;
  secretKey: KeyObject;
  webhookPauseAfterMs: number;
  egressAddresses: readonly string[];
  /** The key that encrypts stored answers. */
  sealKey: KeyObject;
};

/** What is known about the caller before the body is read. */
type Arrival = {
  /** The session. Undefined if the body took so long that the session may have ended in the meantime. */
  loaded: Loaded | undefined;
  /** The person at the command line. Undefined for all other callers. */
  commandLine: CommandLineActor | undefined;
  /** Why all calls are refused. */
  failure: unknown;
};

export type Caller = Timed & {
  requestId: string;
  startedAt: number;
  /** The trace to which the request belongs, if somebody has named it who may. */
  traceparent: string | undefined;
  language: Language;
  ip: string | null;
  userAgent: string | null;
  cookies: Cookies;
  input: RawInput;
  arrival: Arrival;
  answer: AnswerBytes;
  idempotencyKey: string | undefined;
  /** True if the answer is the stored answer of an earlier call with the same Idempotency-Key. */
  isReplay: boolean;
  /**
   * True for the product's own backend, with its token. Otherwise the caller is a person, signed in
   * or not.
   */
  isService: boolean;
  /** The token of a command line. Null for all other callers. */
  commandLine: string | null;
  /**
   * Rejects when the time limit is over. tRPC then writes the answer, as in all other cases, so that only one
   * answer is written.
   */
  limit: PromiseWithResolvers<never>;
};
