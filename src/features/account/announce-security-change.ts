import type { Language } from '../../shared/language.ts';
import { signInUrl } from '../../shared/sign-in-url.ts';
import { type MailText, type MailTexts, mailIn } from '../mail/mail-in.ts';
import { theirWords } from '../mail/their-words.ts';
import { describePasskeys } from './describe-passkeys.ts';
import type { NoticeOf } from './notice.schema.ts';
import { type Reader, type Writing, writeAccountMail } from './write-account-mail.ts';

type Change = NoticeOf<'password_changed' | 'passkey_added'>;
type Done = { reader: Reader; cause: string; notice: Change };

/** Tells a person what has changed, at the address from before the change, and what to do against it. */
export async function announceSecurityChange(
  writing: Writing,
  { reader: { id: personId, lang }, cause, notice }: Done,
): Promise<void> {
  const signIn = signInUrl(writing.links.publicUrl);
  const mail = mailOf(notice, lang, signIn);
  await writeAccountMail(writing, { personId, cause, recipient: notice.email, ...mail });
}

function mailOf(notice: Change, lang: Language, signIn: string): MailText & { lang: Language } {
  const at = new Date(notice.at);
  switch (notice.kind) {
    case 'password_changed':
      return mailIn(lang, passwordChanged, { ...notice, at, signIn });
    case 'passkey_added':
      return mailIn(lang, passkeyAdded, { ...notice, at, signIn });
  }
}

type Texts<K extends Change['kind']> = MailTexts<
  Omit<NoticeOf<K>, 'at'> & { at: Date; signIn: string }
>;

const passwordChanged: Texts<'password_changed'> = {
  de: ({ email, at, signIn, ...passkeys }, { date, lang }) => ({
    subject: 'Ihr Passwort wurde geändert',
    body: `das Passwort Ihres Kontos ${email} wurde am ${date(at)} geändert. Alle anderen Anmeldungen sind beendet.
${describePasskeys(passkeys, lang)}
Waren Sie es nicht, legen Sie gleich ein neues fest: Wählen Sie auf der Seite der Anmeldung „Passwort vergessen“.

  ${signIn}
`,
  }),
  en: ({ email, at, signIn, ...passkeys }, { date, lang }) => ({
    subject: 'Your password was changed',
    body: `The password of your account ${email} was changed on ${date(at)}. All other sessions have ended.
${describePasskeys(passkeys, lang)}
If it was not you, set a new one now: choose “Forgot password” on the sign-in page.

  ${signIn}
`,
  }),
};

const passkeyAdded: Texts<'passkey_added'> = {
  de: ({ email, name, at, signIn }, { date }) => ({
    subject: 'Neuer Passkey für Ihr Konto',
    body: `Ihr Konto ${email} hat einen neuen Passkey. Mit ihm kann man sich ohne Passwort anmelden.

  Name: ${theirWords(name)}
  Hinzugefügt am: ${date(at)}

Waren Sie es nicht, melden Sie sich gleich an, entfernen Sie den Passkey und ändern Sie Ihr Passwort.

  ${signIn}
`,
  }),
  en: ({ email, name, at, signIn }, { date }) => ({
    subject: 'New passkey for your account',
    body: `Your account ${email} has a new passkey. It lets its holder sign in without a password.

  Name: ${theirWords(name)}
  Added on: ${date(at)}

If it was not you, sign in now, remove the passkey and change your password.

  ${signIn}
`,
  }),
};
