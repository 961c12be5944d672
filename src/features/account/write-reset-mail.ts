import { type MailText, type MailTexts, mailIn, type Reading } from '../mail/mail-in.ts';
import { LINK_LINE } from '../mail/seal-link.ts';
import { makeAccountLink } from './make-account-link.ts';
import { type Reader, type Writing, writeAccountMail } from './write-account-mail.ts';

/** Makes the link with which a person sets a new password, and writes the mail with this link. */
export async function writeResetMail(
  writing: Writing,
  { reader: { id: personId, email, lang }, cause }: { reader: Reader; cause: string },
): Promise<void> {
  const { expiresAt, ...link } = await makeAccountLink(writing, {
    purpose: 'password_reset',
    personId,
    email,
  });
  const mail = mailIn(lang, texts, { email, expiresAt });
  await writeAccountMail(writing, { personId, cause, recipient: email, ...mail, link });
}

type Facts = { email: string; expiresAt: Date };

const texts: MailTexts<Facts> = { de: german, en: english };

function german({ email, expiresAt }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Ihr Passwort zurücksetzen',
    body: `für Ihr Konto ${email} wurde ein neues Passwort angefordert. Mit diesem Link legen Sie es fest:

${LINK_LINE}

Der Link gilt einmal und bis zum ${date(expiresAt)}. Ein neues Passwort beendet alle Anmeldungen auf allen Geräten.

Wenn Sie das nicht angefordert haben, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist. Geben Sie den Link nicht weiter.
`,
  };
}

function english({ email, expiresAt }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Reset your password',
    body: `A new password was requested for your account ${email}. Set it with this link:

${LINK_LINE}

The link works once, until ${date(expiresAt)}. A new password ends all sessions on all devices.

If you did not request this, there is nothing to do: your password stays as it is. Do not pass the link on.
`,
  };
}
