import type { Call } from '../../operation/call.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time/durations.ts';
import { ERASED_EMAIL } from '../erasure/replace-names.ts';
import { IN_SANDBOX, NO_SMTP } from '../mail/unsent-mails.ts';

/** How many invitation mails a team sends to one address, by API and app together. Nobody there has asked for them. */
const limits = [
  { mails: 1, within: HOUR_MS },
  { mails: 5, within: DAY_MS },
];

type Sent = { recipient: string; at: Date };

/**
 * When the next invitation mail to each of these addresses may leave. The mails are counted and not the
 * invitations: a withdrawn invitation leaves its mail behind.
 */
export async function findMailTimes(
  { db, now }: Pick<Call, 'db' | 'now'>,
  addresses: readonly string[],
): Promise<Map<string, Date>> {
  if (addresses.length === 0) return new Map();
  const since = new Date(now.getTime() - DAY_MS);
  const sent = await db.rows<Sent>(
    `select l.recipient, l.created_at as at from mail l
     where l.tenant_id = $1 and l.recipient = any ($2) and l.cause like 'invitation:%'
       and l.created_at > $3
       and coalesce(l.last_error, '') not in ('${NO_SMTP}', '${IN_SANDBOX}')`,
    [addresses, since],
  );
  // An erasure removes the mails. Nobody knows any more whose address it was, so it counts for all. Otherwise who
  // invites, removes and erases in turn could send without end. A kept hash of the address would tell who was erased.
  const erased = await db.rows<{ at: Date }>(
    `select m.invited_at as at from member m
     where m.tenant_id = $1 and m.email = '${ERASED_EMAIL}' and m.invited_at > $2`,
    [since],
  );
  const timeOf = (address: string) => {
    const own = sent.filter(({ recipient }) => recipient === address);
    const times = [...own, ...erased].map(({ at }) => at.getTime()).sort((a, b) => b - a);
    const ends = limits.flatMap(({ mails, within }) => {
      const first = times[mails - 1];
      return first === undefined ? [] : [first + within];
    });
    return new Date(Math.max(now.getTime(), ...ends));
  };
  return new Map(addresses.map((address) => [address, timeOf(address)]));
}
