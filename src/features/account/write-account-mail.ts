import { newId } from '../../db/ids.ts';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { AddJob } from '../../db/transaction.ts';
import type { Language } from '../../shared/language/language.ts';
import type { MailText } from '../mail/mail-in.ts';
import { type LinkSeal, type MailedLink, sealLink } from '../mail/seal-link.ts';

/** What the worker needs for writing to a person. */
export type Writing = { prisma: PeoplePrisma; addJob: AddJob; now: Date; links: LinkSeal };

export type Reader = { id: string; email: string; lang: Language };

type AccountMail = MailText & {
  personId: string;
  /** Each address gets one mail for one cause. */
  cause: string;
  recipient: string;
  lang: Language;
  link?: MailedLink;
};

/** Writes a mail about an account, which belongs to no team, and the job that sends it. */
export async function writeAccountMail(
  { prisma, addJob, now, links }: Writing,
  { personId, link, ...mail }: AccountMail,
): Promise<void> {
  const id = newId('mail', now);
  const sealed = link && {
    link_id: link.id,
    sealed_link: new Uint8Array(sealLink(links.key, id, link)),
  };
  const { count } = await prisma.mail.createMany({
    data: [{ id, person_id: personId, ...mail, ...sealed, created_at: now }],
    skipDuplicates: true,
  });
  if (count > 0) await addJob('mail.send', { mail: id });
  else if (link) throw new Error('Another worker has written this mail');
}
