import type { KeyObject } from 'node:crypto';
import type { TeamDb } from '../db/team-db.ts';
import type { Verdict } from '../egress/target-guard.ts';
import type { Language } from '../shared/language.ts';
import type { Actor } from './actor.ts';

/** What every operation is given: who calls, on which team's data, when, in answer to what. */
export type Call = {
  db: TeamDb;
  actor: Actor;
  now: Date;
  /** `null` for what no request has asked for, such as the command line. */
  requestId: string | null;
};

/** Tells of a URL whether it may be called from here. */
export type Outbound = { judge(url: string): Promise<Verdict> };

/** A call that came over the wire: it has a language, may turn pages and name what is to be called. */
export type RequestCall = Call & {
  language: Language;
  cursorKey: KeyObject;
  outbound: Outbound;
  /** Seals the signing secrets of webhook endpoints. */
  secretKey: KeyObject;
};
