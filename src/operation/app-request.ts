import type { Right } from '../auth/rights.ts';
import type { Language } from '../shared/language.ts';
import type { TeamVisit, Visit } from './call.ts';

/** What a procedure asks before it begins. */
export type Asked = {
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  right: Right;
  /** Closed while `member_detail_enabled` is off (D84). */
  needsMemberDetail: boolean;
  /** The URL that the operation will check (D152). */
  url: unknown;
};

type Ended = { ok: boolean };

/** A request of the app: it may call several procedures, and each begins by asking who calls. */
export type AppRequest = {
  requestId: string;
  language: Language;
  /** On the person's team, a mutation in a transaction: what does not end well is undone. */
  inTeam<R extends Ended>(asked: Asked, work: (call: TeamVisit) => Promise<R>): Promise<R>;
  /** Without a team. */
  visit<R extends Ended>(asked: Asked, work: (visit: Visit) => Promise<R>): Promise<R>;
};
