import { idFloor } from '../../db/ids.ts';
import { SECURITY_LOG_MS } from '../../features/security-log/kept-for.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time/durations.ts';
import type { RetentionRule } from './retention-rule.ts';
import { BATCH, byStatement } from './retention-rule.ts';

export const accountRetention: readonly RetentionRule[] = [
  {
    // A session that nobody has used for a week ends earlier (auth/session.ts).
    name: 'sessions',
    keptMs: 0,
    run: byStatement(`delete from session where id = any (array(
      select id from session where expires_at <= $1 order by expires_at limit $2
      for update skip locked))`),
  },
  {
    name: 'logins of the command line',
    keptMs: 0,
    run: byStatement(`delete from command_line_token where id = any (array(
      select id from command_line_token where expires_at <= $1 order by expires_at limit $2
      for update skip locked))`),
  },
  {
    name: 'codes of the command line',
    keptMs: 0,
    run: byStatement(`delete from command_line_request where id = any (array(
      select id from command_line_request where expires_at <= $1 order by expires_at limit $2
      for update skip locked))`),
  },
  {
    // This rule comes before that of the links, so that no mail keeps a link that has ended.
    name: 'links in mails',
    keptMs: 0,
    run: byStatement(`update mail set sealed_link = null where id = any (array(
      select m.id from mail m left join one_time_link l on l.id = m.link_id
      where m.sealed_link is not null
        and (l.id is null or l.used_at is not null or l.expires_at <= $1)
      limit $2 for update of m skip locked))`),
  },
  {
    name: 'one-time links',
    keptMs: 30 * DAY_MS,
    run: byStatement(`delete from one_time_link where id = any (array(
      select id from one_time_link where expires_at < $1 order by expires_at limit $2
      for update skip locked))`),
  },
  {
    // The passwords of that time are removed with the address. `former_email_until` says when.
    name: 'former addresses',
    keptMs: 0,
    run: byStatement(`update person set former_email = null, former_email_until = null,
        former_password_hash = null, password_hash_at_change = null
      where id = any (array(
        select id from person where former_email is not null and former_email_until <= $1
        limit $2 for update skip locked))`),
  },
  {
    name: 'challenges for passkeys',
    keptMs: 0,
    run: byStatement(`delete from sign_in_challenge where id = any (array(
      select id from sign_in_challenge where expires_at <= $1 order by expires_at limit $2
      for update skip locked))`),
  },
  {
    name: 'failed sign-ins',
    keptMs: HOUR_MS,
    run: byStatement(`delete from sign_in_throttle where subject in (
      select subject from sign_in_throttle where started_at < $1 and subject not like '%\\_day:%'
      limit $2 for update skip locked)`),
  },
  {
    name: 'mails asked for in a day',
    keptMs: DAY_MS,
    run: byStatement(`delete from sign_in_throttle where subject in (
      select subject from sign_in_throttle where started_at < $1 and subject like '%\\_day:%'
      limit $2 for update skip locked)`),
  },
  {
    // A browser keeps the cookie for this long.
    name: 'known devices',
    keptMs: SECURITY_LOG_MS,
    run: byStatement(`delete from known_device where (person_id, token_hash) in (
      select person_id, token_hash from known_device where last_used_at < $1
      order by last_used_at limit $2 for update skip locked)`),
  },
  {
    name: 'security log',
    keptMs: SECURITY_LOG_MS,
    run: async (client, before) => {
      // Ids sort by the age of their rows.
      const { rowCount } = await client.query(
        `delete from security_log where id = any (array(
           select id from security_log where id < $1 order by id limit $2 for update skip locked))`,
        [idFloor('sec', before), BATCH],
      );
      return { count: rowCount ?? 0, more: rowCount === BATCH };
    },
  },
];
