import type pg from 'pg';
import { Counter } from 'prom-client';
import { currentTime } from '../../db/current-time.ts';
import { acrossTeams } from '../../db/transaction.ts';
import type { LinkPurpose } from '../../features/account/link.schema.ts';
import { bodyWithLink, type LinkSeal, openLink } from '../../features/mail/seal-link.ts';
import { NO_SMTP } from '../../features/mail/unsent-mails.ts';
import type { Language } from '../../shared/language/language.ts';
import { htmlOfMail } from '../../shared/mail/html-of-mail.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { linkUrl } from '../../shared/web/sign-in-url.ts';
import { span } from '../../tracing/span.ts';
import { claimMail } from './claim-mail.ts';
import { type Mailer, MailRefused } from './mailer.ts';

const attempts = new Counter({
  name: 'mail_attempts_total',
  help: 'Attempts to hand a mail to the mail server. failed: it is tried again. refused: for good.',
  labelNames: ['outcome'],
});
const outcomes = ['ok', 'failed', 'refused'] as const;
for (const outcome of outcomes) attempts.inc({ outcome }, 0);

const count = (outcome: (typeof outcomes)[number]) => attempts.inc({ outcome });

type Deps = { pool: pg.Pool; clock: Clock; mailer: Mailer; links: LinkSeal };

/**
 * Sends a mail. No transaction is open while it is sent. Only the worker that has claimed the mail sends it,
 * even if its job runs twice. If a worker is killed after the mail server has accepted the mail and before
 * this is noted, another worker sends the mail again when the claim has ended, with the same Message-ID.
 */
export async function sendMail(deps: Deps, id: string): Promise<void> {
  const found = await findMail(deps, id);
  if (!found) return;
  const { mail, purpose } = found;
  const claim = await claimMail(deps.pool, id);
  // The queue repeats the job. By then the mail is sent, or the claim has ended.
  if (!claim) throw new Error('Another worker is sending this mail');
  const token = openLink(deps.links, mail);
  const { publicUrl } = deps.links;
  // Mail programs show this link beside the mail. One-click unsubscription (RFC 8058) would need the token in the path
  // of a request, where proxies log it.
  const stopUrl = purpose === 'contact_stop' && token ? linkUrl(publicUrl, token) : undefined;
  try {
    const body = bodyWithLink(deps.links, mail, token);
    const lang = mail.lang as Language;
    const html = htmlOfMail({ lang, subject: mail.subject, body, publicUrl, purpose });
    await span({ name: 'mail', kind: 'client', attributes: { 'team_api.mail_id': id } }, () =>
      deps.mailer.send({ ...mail, body, html, stopUrl }, () => claim.isHeld),
    );
    count('ok');
  } catch (error) {
    count(error instanceof MailRefused && error.isFinal ? 'refused' : 'failed');
    if (!(error instanceof MailRefused)) {
      await claim.failed(null);
      throw error;
    }
    // A server that refuses a mail because of its link may quote the link.
    await claim.failed(token ? error.reason.replaceAll(token, '…') : error.reason);
    if (error.isFinal) return;
    throw error;
  }
  await claim.sent();
}

/** Notes why a mail stays in the outbox. The app and `mail list` show this. */
export async function leaveMail(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('update mail set last_error = $2 where id = $1 and sent_at is null', [
    id,
    NO_SMTP,
  ]);
}

/** Finds the mail, unless its link was used or has expired: such a mail would not help its reader. */
async function findMail({ pool, clock }: Deps, id: string) {
  const now = await currentTime(pool, clock);
  return acrossTeams(pool, async (prisma) => {
    const mail = await prisma.mail.findFirst({
      where: {
        id,
        sent_at: null,
        // No mail of a sandbox is sent, even if a job asks for it: its addresses may be those of strangers.
        OR: [{ tenant_id: null }, { tenant: { sandbox_of: null } }],
      },
    });
    if (!mail) return null;
    if (mail.link_id === null) return { mail, purpose: null };
    const link = await prisma.oneTimeLink.findFirst({
      where: { id: mail.link_id, used_at: null, expires_at: { gt: now } },
    });
    if (!link || !mail.sealed_link) return null;
    return { mail, purpose: link.purpose as LinkPurpose };
  });
}
