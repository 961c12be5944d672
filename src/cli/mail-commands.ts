import { z } from 'zod';
import { acrossTeams } from '../db/transaction.ts';
import { bodyWithLink, type LinkSeal, openLink } from '../features/mail/seal-link.ts';
import { writeDeprecationMails } from '../features/mail/write-deprecation-mails.ts';
import { asOperator } from '../operation/system-call.ts';
import { wholeNumber } from '../shared/schema/from-text.ts';
import { command } from './command.ts';
import { optional, optionalId, required, time } from './flags.ts';

const MAX_MAILS = 1_000;

export const mailList = command({
  name: 'mail list',
  reads: true,
  summary: 'the mails in the outbox, newest first; without SMTP_URL none is sent',
  result: '{mails: [{id, tenant_id, recipient, subject, body, created_at, sent_at, last_error}]}',
  flags: {
    team: optionalId('ID', 'the id of a team (default all teams)'),
    state: optional('sent|unsent', 'sent or unsent (default both)', z.enum(['sent', 'unsent'])),
    limit: optional(
      'N',
      `a number of mails, 1 to ${MAX_MAILS} (default 50)`,
      wholeNumber(z.int().min(1).max(MAX_MAILS)),
    ),
  },
  notes: [
    'A one-time link in a mail is for its recipient alone. It is shown until the mail is sent or the',
    'link has been used or has expired, with the ENCRYPTION_KEY of the server.',
  ],
  async run(context, { team, state, limit = 50 }) {
    const mails = await acrossTeams(context.pool, (prisma) =>
      prisma.mail.findMany({
        where: {
          ...(team ? { tenant_id: team } : {}),
          ...(state ? { sent_at: state === 'sent' ? { not: null } : null } : {}),
        },
        orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
        take: limit,
      }),
    );
    return { mails: mails.map((mail) => shown(context.links, mail)) };
  },
});

type Row = Parameters<typeof bodyWithLink>[1] & {
  tenant_id: string | null;
  recipient: string;
  subject: string;
  created_at: Date;
  sent_at: Date | null;
  last_error: string | null;
};

/** Shows a mail. Its text contains the link until the mail is sent or the link has ended. */
function shown(links: LinkSeal, mail: Row) {
  const { id, tenant_id, recipient, subject, created_at, sent_at, last_error } = mail;
  const body = bodyWithLink(links, mail, tokenOf(links, mail));
  return { id, tenant_id, recipient, subject, body, created_at, sent_at, last_error };
}

/** The token of the link. Null if another ENCRYPTION_KEY has encrypted it: the list is shown all the same. */
function tokenOf(links: LinkSeal, mail: Row): string | null {
  try {
    return openLink(links, mail);
  } catch {
    return null;
  }
}

export const mailAnnounceDeprecation = command({
  name: 'mail announce-deprecation',
  summary: 'tell admins with an active key and technical contacts, once, that v1 ends',
  result: '{mails}: how many were written now',
  flags: {
    'sunset-at': required('T', 'the time of API_SUNSET_AT, such as 2028-01-31T00:00:00Z', time),
    link: optional(
      'URL',
      'an http or https address that tells more',
      z.url({ protocol: /^https?$/ }),
    ),
  },
  notes: ['A mail is sent by the worker. A later call reaches those who have got a key since.'],
  async run({ pool, now, links }, { 'sunset-at': sunsetAt, link }) {
    const teams = await acrossTeams(pool, (prisma) =>
      prisma.tenant.findMany({ where: { status: 'active' }, orderBy: { id: 'asc' } }),
    );
    let mails = 0;
    for (const team of teams) {
      mails += await asOperator(pool, team.id, now, (call) =>
        writeDeprecationMails(call, { sunsetAt, link }, links.key),
      );
    }
    return { mails };
  },
});
