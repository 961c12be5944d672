import type { Language } from '../../shared/language.ts';
import { announceAddressChange } from './announce-address-change.ts';
import { announceReset } from './announce-reset.ts';
import { announceSecurityChange } from './announce-security-change.ts';
import type { Notice } from './notice.schema.ts';
import type { Writing } from './write-account-mail.ts';

/** Writes the mails of a notice. A job that runs twice writes none again. */
export async function announceNotice(writing: Writing, notice: Notice): Promise<void> {
  const { prisma } = writing;
  const where = 'person' in notice ? { id: notice.person } : { email: notice.email };
  const person = await prisma.person.findUnique({
    where,
    select: { id: true, email: true, lang: true },
  });
  if (!person) return;
  const of = { person_id: person.id, cause: `${notice.kind}:${notice.at}` };
  if ((await prisma.mail.count({ where: of })) > 0) return;
  const reader = { ...person, lang: person.lang as Language };
  switch (notice.kind) {
    case 'password_reset':
      return announceReset(writing, { reader, cause: of.cause });
    case 'email_change':
      return announceAddressChange(writing, { reader, cause: of.cause, notice });
    case 'email_changed':
    case 'password_changed':
    case 'passkey_added':
      return announceSecurityChange(writing, { reader, cause: of.cause, notice });
  }
}
