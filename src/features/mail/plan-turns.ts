import { MINUTE_MS } from '../../shared/durations.ts';

const WINDOW_MS = 15 * MINUTE_MS;

/**
 * SQL for the priority of a mail: how many mails the team has written since the time `since`, counted up to
 * 1,000. So if a team writes many mails, they wait behind the mails of other teams.
 */
export function recentMails(since: string): string {
  return `(select count(*)::integer from (
    select from mail m where m.tenant_id = $1 and m.created_at > ${since}::timestamptz
    limit 1000) recent)`;
}

/** The time since which the mails of a team are counted. */
export function mailsCountFrom(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS);
}
