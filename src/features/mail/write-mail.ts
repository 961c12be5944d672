import type { KeyObject } from 'node:crypto';
import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import type { InEach, Language } from '../../shared/language/language.ts';
import { MINUTE_MS } from '../../shared/time/durations.ts';
import { isSandbox } from '../sandboxes/is-sandbox.ts';
import { LINK_LINE, type MailedLink, sealLink } from './seal-link.ts';
import { IN_SANDBOX } from './unsent-mails.ts';

export type NewMail = {
  /** What the mail is about. Each person gets one mail for one cause. */
  cause: string;
  recipient: string;
  lang: Language;
  subject: string;
  body: string;
};

/**
 * Writes a mail into the outbox, and the job that sends it. Returns false if the mail existed. A mail of a
 * sandbox gets no link and no job, and the sender leaves it out too: so a single mistake sends no mail. The callers
 * write the texts (`write-invitation-mail.ts` and so on).
 */
export async function writeMail(
  call: PrismaCall,
  mail: NewMail,
  sealed?: { link: MailedLink; key: KeyObject },
): Promise<boolean> {
  const { db, prisma, now } = call;
  const id = newId('mail', now);
  if (await isSandbox(call)) {
    const { count } = await prisma.mail.createMany({
      data: [{ tenant_id: db.tenantId, id, ...shownInSandbox(mail), created_at: now }],
      skipDuplicates: true,
    });
    return count > 0;
  }
  const link = sealed && {
    link_id: sealed.link.id,
    sealed_link: new Uint8Array(sealLink(sealed.key, id, sealed.link)),
  };
  const { count } = await prisma.mail.createMany({
    data: [{ tenant_id: db.tenantId, id, ...mail, ...link, created_at: now }],
    skipDuplicates: true,
  });
  if (count === 0) return false;
  await db.writeWithJob(
    `select enqueue_in_turn('mail.send', json_build_object('mail', $2::text), ${recentMails('$3')})`,
    [id, mailsCountFrom(now)],
  );
  return true;
}

export type BulkMail = Pick<NewMail, 'cause' | 'recipient' | 'lang' | 'subject' | 'body'>;

/** Writes many mails and their jobs with two statements. Mails that exist already are left out. */
export async function writeMails(call: PrismaCall, mails: readonly BulkMail[]): Promise<void> {
  const { db, prisma, now } = call;
  const isShown = await isSandbox(call);
  const written = await prisma.mail.createManyAndReturn({
    data: mails.map((mail) => ({
      tenant_id: db.tenantId,
      id: newId('mail', now),
      created_at: now,
      ...(isShown ? shownInSandbox(mail) : mail),
    })),
    select: { id: true },
    skipDuplicates: true,
  });
  if (written.length === 0 || isShown) return;
  await db.writeWithJob(
    `select count(enqueue_in_turn('mail.send', json_build_object('mail', w.id), r.turn)::text)
     from (select ${recentMails('$3')} as turn) r, unnest($2::text[]) w (id)`,
    [written.map(({ id }) => id), mailsCountFrom(now)],
  );
}

const WINDOW_MS = 15 * MINUTE_MS;

/**
 * SQL for the priority of a mail: how many mails the team has written since the time `since`, counted up to
 * 1,000. So if a team writes many mails, they wait behind the mails of other teams.
 */
function recentMails(since: string): string {
  return `(select count(*)::integer from (
    select from mail m where m.tenant_id = $1 and m.created_at > ${since}::timestamptz
    limit 1000) recent)`;
}

/** The time since which the mails of a team are counted. */
function mailsCountFrom(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS);
}

/** The text in place of the link that a mail would have if it were sent. */
const deadLink: InEach<string> = {
  de: '  (Hier steht sonst ein Link. In einer Sandbox gibt es ihn nicht.)',
  en: '  (A link would be here. There is none in a sandbox.)',
};

/** A mail as a sandbox keeps it. */
function shownInSandbox<M extends { lang: Language; body: string }>(
  mail: M,
): M & { last_error: string } {
  const body = mail.body.replace(`\n${LINK_LINE}\n`, () => `\n${deadLink[mail.lang]}\n`);
  return { ...mail, body, last_error: IN_SANDBOX };
}
