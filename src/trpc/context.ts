import type { Actor } from '../auth/actor.ts';
import type { TeamDb } from '../db/team-db.ts';

export type Language = 'de' | 'en';

/** What a procedure knows of its call; made by the transport, once for each request. */
export type Context = {
  db: TeamDb;
  actor: Actor;
  now: Date;
  requestId: string;
  language: Language;
  cursorKey: Buffer;
};
