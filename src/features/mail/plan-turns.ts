import { MINUTE_MS } from '../../shared/durations.ts';

const WINDOW_MS = 15 * MINUTE_MS;

/**
 * The priority of a mail of a team, in SQL: how many mails the team has written since then. If a
 * team writes many mails, they wait behind the mails of other teams.
 */
export function recentMails(since: string): string {
  return `(select count(*)::integer from (
    select from mail m where m.tenant_id = $1 and m.created_at > ${since}::timestamptz
    limit 1000) recent)`;
}

/** The mails that a team has written since this time count. */
export function turnsSince(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS);
}
