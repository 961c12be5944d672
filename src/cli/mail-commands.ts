import { z } from 'zod';
import { acrossTeams } from '../db/transaction.ts';
import { announceDeprecation as announceInTeam } from '../features/mail/announce-deprecation.ts';
import { asSystem } from '../operation/system-call.ts';
import { wholeNumber } from '../shared/from-text.ts';
import { command } from './command.ts';
import { futureTime, id, optional, required } from './flags.ts';
import { inTeam } from './in-team.ts';

const MOST = 1_000;

export const mailList = command({
  name: 'mail list',
  summary: 'the mails that were written, newest first; without SMTP_URL this is where they stay',
  result: '{mails: [{id, tenant_id, recipient, subject, body, created_at, sent_at, last_error}]}',
  flags: {
    team: optional('ID', 'the id of a team (default all teams)', id),
    state: optional('sent|unsent', 'sent or unsent (default both)', z.enum(['sent', 'unsent'])),
    limit: optional(
      'N',
      `a number of mails, 1 to ${MOST} (default 50)`,
      wholeNumber(z.int().min(1).max(MOST)),
    ),
  },
  async run(context, { team, state, limit = 50 }) {
    if (team) await inTeam(context, team, async () => undefined);
    const mails = await acrossTeams(context.pool, (prisma) =>
      prisma.mail.findMany({
        where: {
          ...(team ? { tenant_id: team } : {}),
          ...(state ? { sent_at: state === 'sent' ? { not: null } : null } : {}),
        },
        omit: { cause: true, lang: true },
        orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
        take: limit,
      }),
    );
    return { mails };
  },
});

export const mailAnnounceDeprecation = command({
  name: 'mail announce-deprecation',
  summary: 'write to every admin who has an active key that v1 ends; to each of them once',
  result: '{mails}: how many were written now',
  flags: {
    'sunset-at': required(
      'T',
      'the time of API_SUNSET_AT, such as 2028-01-31T00:00:00Z',
      futureTime,
    ),
    link: optional(
      'URL',
      'an http or https address that tells more',
      z.url({ protocol: /^https?$/ }),
    ),
  },
  notes: ['A mail is sent by the worker. A later call reaches those who have got a key since.'],
  async run({ pool, now }, { 'sunset-at': sunsetAt, link }) {
    const teams = await acrossTeams(pool, (prisma) =>
      prisma.tenant.findMany({ where: { status: 'active' }, orderBy: { id: 'asc' } }),
    );
    let mails = 0;
    for (const team of teams) {
      mails += await asSystem(pool, team.id, now, (call) =>
        announceInTeam(call, { sunsetAt, link }),
      );
    }
    return { mails };
  },
});
