import type { KeyObject } from 'node:crypto';
import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import type { Language } from '../../shared/language.ts';
import { isSandbox } from '../sandboxes/is-sandbox.ts';
import { mailsCountFrom, recentMails } from './plan-turns.ts';
import { type MailedLink, sealLink } from './seal-link.ts';
import { shownInSandbox } from './shown-in-sandbox.ts';

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
 * sandbox gets no link and no job. The callers write the texts (`write-invitation-mail.ts` and so on).
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
  // A worker of 0.3.0 leaves a job without `tenant` to other workers. It would send the mail
  // without its link.
  await db.writeWithJob(
    `select enqueue_in_turn('mail.send',
       json_build_object($3::text, $1::text, 'mail', $2::text), ${recentMails('$4')})`,
    [id, link ? 'team' : 'tenant', mailsCountFrom(now)],
  );
  return true;
}
