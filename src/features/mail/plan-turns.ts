import { MINUTE_MS } from '../../shared/durations.ts';

const WINDOW_MS = 15 * MINUTE_MS;

/**
 * The priority of a mail of a team, in SQL: how many mails the team has written since then. So the
 * mails of a team that writes many wait behind those of others, and not the others behind them.
 */
export function recentMails(since: string): string {
  return `(select count(*)::integer from (
    select from mail m where m.tenant_id = $1 and m.created_at > ${since}::timestamptz
    limit 1000) recent)`;
}

/** The beginning of the time in which mails of a team count. */
export function turnsSince(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS);
}
