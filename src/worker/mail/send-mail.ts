import type pg from 'pg';
import { currentTime } from '../../db/current-time.ts';
import { acrossTeams } from '../../db/transaction.ts';
import { bodyWithLink, type LinkSeal, openLink } from '../../features/mail/seal-link.ts';
import { NO_SMTP } from '../../features/mail/unsent-mails.ts';
import type { Clock } from '../../shared/clock.ts';
import { linkUrl } from '../../shared/sign-in-url.ts';
import { type Mailer, MailRefused } from './mailer.ts';

type Noting = { pool: pg.Pool; clock: Clock };
type Deps = Noting & { mailer: Mailer; links: LinkSeal };

/**
 * Sends a mail. No transaction is open while it is sent. If a worker is killed before it marks the mail as
 * sent, another worker sends the mail again.
 */
export async function sendMail(deps: Deps, id: string): Promise<void> {
  const found = await findMail(deps, id);
  if (!found) return;
  const { mail, stops } = found;
  const token = openLink(deps.links, mail);
  const stopUrl = stops && token ? linkUrl(deps.links.publicUrl, token) : undefined;
  try {
    await deps.mailer.send({ ...mail, body: bodyWithLink(deps.links, mail, token), stopUrl });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    // A server that refuses a mail because of its link may quote the link.
    const last_error = token ? error.reason.replaceAll(token, '…') : error.reason;
    await note(deps, id, () => ({ last_error }));
    if (error.isFinal) return;
    throw error;
  }
  await note(deps, id, (now) => ({ sent_at: now, last_error: null, sealed_link: null }));
}

/** Notes why a mail stays in the outbox. The app and `mail list` show this. */
export async function leaveMail(deps: Noting, id: string): Promise<void> {
  await note(deps, id, () => ({ last_error: NO_SMTP }));
}

/**
 * Finds the mail, unless its link was used or has expired: such a mail would not help its reader. `stops` is
 * true if the link stops such mails: mail programs show it beside the mail (P597).
 */
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
    if (mail.link_id === null) return { mail, stops: false };
    const link = await prisma.oneTimeLink.findFirst({
      where: { id: mail.link_id, used_at: null, expires_at: { gt: now } },
    });
    if (!link || !mail.sealed_link) return null;
    return { mail, stops: link.purpose === 'contact_stop' };
  });
}

type Outcome = { sent_at?: Date; last_error: string | null; sealed_link?: null };

async function note({ pool, clock }: Noting, id: string, outcome: (now: Date) => Outcome) {
  const now = await currentTime(pool, clock);
  await acrossTeams(pool, (prisma) =>
    prisma.mail.updateMany({ where: { id, sent_at: null }, data: outcome(now) }),
  );
}
