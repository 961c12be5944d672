import type { NoticeOf } from '../../shared/jobs.ts';
import { signInUrl } from '../../shared/web/sign-in-url.ts';
import { type MailText, type MailTexts, mailIn, type Reading } from '../mail/mail-in.ts';
import { LINK_LINE } from '../mail/seal-link.ts';
import { makeAccountLink } from './make-account-link.ts';
import { type Reader, type Writing, writeAccountMail } from './write-account-mail.ts';

type ChangeRequest = { reader: Reader; cause: string; notice: NoticeOf<'email_change'> };
type Facts = { from: string; to: string; at: Date; expiresAt: Date; signIn: string };

/**
 * Sends the link to the new address: a person who opens it can read mails to that address. Tells the old
 * address what to do if somebody else asked for the change.
 */
export async function writeEmailChangeMails(
  writing: Writing,
  { reader, cause, notice }: ChangeRequest,
): Promise<void> {
  const { id: personId, lang } = reader;
  // The address has changed since, or there is a newer request.
  if (reader.email !== notice.email) return;
  const { expiresAt, ...link } = await makeAccountLink(writing, {
    purpose: 'email_change',
    personId,
    email: notice.newEmail,
  });
  const facts: Facts = {
    from: notice.email,
    to: notice.newEmail,
    at: new Date(notice.at),
    expiresAt,
    signIn: signInUrl(writing.links.publicUrl),
  };
  const mail = { personId, cause };
  const confirm = mailIn(lang, confirmation, facts);
  await writeAccountMail(writing, { ...mail, recipient: facts.to, ...confirm, link });
  const warn = mailIn(lang, warning, facts);
  await writeAccountMail(writing, { ...mail, recipient: facts.from, ...warn });
}

const confirmation: MailTexts<Facts> = { de: germanConfirmation, en: englishConfirmation };
const warning: MailTexts<Facts> = { de: germanWarning, en: englishWarning };

/** The mail does not name the old address, because the new one may be mistyped and another person's. */
function germanConfirmation({ to, expiresAt }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Ihre neue E-Mail-Adresse bestätigen',
    body: `${to} soll die E-Mail-Adresse Ihres Kontos werden. Mit diesem Link bestätigen Sie das:

${LINK_LINE}

Der Link gilt einmal und bis zum ${date(expiresAt)}. Danach melden Sie sich mit der neuen Adresse an.

Wenn Sie das nicht angefordert haben, müssen Sie nichts tun.
`,
  };
}

function englishConfirmation({ to, expiresAt }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Confirm your new e-mail address',
    body: `${to} is to become the e-mail address of your account. Confirm it with this link:

${LINK_LINE}

The link works once, until ${date(expiresAt)}. After that, you sign in with the new address.

If you did not request this, there is nothing to do.
`,
  };
}

function germanWarning({ from, to, at, signIn }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Ihre E-Mail-Adresse soll geändert werden',
    body: `für Ihr Konto wurde eine neue E-Mail-Adresse angefordert. Sie gilt erst, wenn sie bestätigt ist.

  Bisher: ${from}
  Neu: ${to}
  Angefordert am: ${date(at)}

Waren Sie das, müssen Sie nichts tun.

Waren Sie es nicht, hat jemand Zugang zu Ihrem Konto. Melden Sie sich gleich an und ändern Sie Ihr Passwort: Das beendet alle anderen Anmeldungen, und die neue Adresse kann nicht mehr bestätigt werden.

  ${signIn}
`,
  };
}

function englishWarning({ from, to, at, signIn }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Your e-mail address is to be changed',
    body: `A new e-mail address was requested for your account. The new address takes effect only once it is confirmed.

  Until now: ${from}
  New: ${to}
  Requested on: ${date(at)}

If this was you, there is nothing to do.

If it was not you, somebody has access to your account. Sign in now and change your password: this ends all other sessions, and the new address can no longer be confirmed.

  ${signIn}
`,
  };
}
