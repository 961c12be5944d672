import type { LockPerson } from '../../db/transaction.ts';
import type { Job } from '../../shared/jobs.ts';
import type { Language } from '../../shared/language/language.ts';
import type { Writing } from './write-account-mail.ts';
import { writeEmailChangeMails } from './write-email-change-mails.ts';
import { writeEmailChangeUndoneMails } from './write-email-change-undone-mails.ts';
import { writeEmailChangedMail } from './write-email-changed-mail.ts';
import { writeResetMail } from './write-reset-mail.ts';
import { writeSecurityChangeMail } from './write-security-change-mail.ts';

/**
 * Changes of an account that end all links of the person. So they also end a request for a link: a late job must give
 * an attacker none after the password was changed. Each writes its entry in its own transaction.
 */
const endings = ['password_set', 'password_changed', 'email_changed', 'email_change_undone'];

/**
 * Writes the mails of a notice. A job that runs twice writes them once. The person is locked meanwhile, so
 * that no link ends between its check and its mail. A notice names the address of its time, so that a later change
 * cannot redirect its mail.
 */
export async function writeNoticeMails(
  writing: Writing,
  notice: Job<'mail.account'>,
  lockPerson: LockPerson,
): Promise<void> {
  const { prisma } = writing;
  const where = 'person' in notice ? { id: notice.person } : { email: notice.email };
  const found = await prisma.person.findUnique({ where, select: { id: true } });
  if (!found || !(await lockPerson(found.id))) return;
  const person = await prisma.person.findFirst({
    where: { ...where, id: found.id },
    select: { id: true, email: true, lang: true },
  });
  if (!person) return;
  const ofNotice = { person_id: person.id, cause: `${notice.kind}:${notice.at}` };
  if ((await prisma.mail.count({ where: ofNotice })) > 0) return;
  const reader = { ...person, lang: person.lang as Language };
  const about = { reader, cause: ofNotice.cause };
  switch (notice.kind) {
    case 'password_reset':
      if (await isOver(writing, person.id, notice)) return;
      return writeResetMail(writing, about);
    case 'email_change':
      if (await isOver(writing, person.id, notice)) return;
      return writeEmailChangeMails(writing, { ...about, notice });
    case 'email_changed':
      return writeEmailChangedMail(writing, { ...about, notice });
    case 'email_change_undone':
      return writeEmailChangeUndoneMails(writing, { ...about, notice });
    case 'password_changed':
    case 'passkey_added':
    case 'command_line_confirmed':
      return writeSecurityChangeMail(writing, { ...about, notice });
  }
}

/** True if an event has ended the request since, or if a later request for a new address has replaced it. */
async function isOver(
  { prisma }: Writing,
  person_id: string,
  { kind, at }: Job<'mail.account'>,
): Promise<boolean> {
  const kinds = kind === 'email_change' ? [...endings, 'email_change_requested'] : endings;
  const ended = await prisma.securityLog.count({
    where: { person_id, kind: { in: kinds }, created_at: { gt: new Date(at) } },
  });
  return ended > 0;
}
