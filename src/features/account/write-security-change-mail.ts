import type { NoticeOf } from '../../shared/jobs.ts';
import type { Language } from '../../shared/language/language.ts';
import { signInUrl } from '../../shared/web/sign-in-url.ts';
import { COMMAND_LINE_PATH } from '../command-line/command-line.schema.ts';
import { type MailText, type MailTexts, mailIn } from '../mail/mail-in.ts';
import { theirWords } from '../mail/their-words.ts';
import { describePasskeys } from './describe-passkeys.ts';
import { type Reader, type Writing, writeAccountMail } from './write-account-mail.ts';

type Change = NoticeOf<'password_changed' | 'passkey_added' | 'command_line_confirmed'>;
type Done = { reader: Reader; cause: string; notice: Change };

/**
 * Tells a person what has changed, and what to do if somebody else has changed it. The mail goes to the
 * address from before the change.
 */
export async function writeSecurityChangeMail(
  writing: Writing,
  { reader: { id: personId, lang }, cause, notice }: Done,
): Promise<void> {
  const mail = mailOf(notice, lang, writing.links.publicUrl);
  await writeAccountMail(writing, { personId, cause, recipient: notice.email, ...mail });
}

function mailOf(notice: Change, lang: Language, publicUrl: string): MailText & { lang: Language } {
  const at = new Date(notice.at);
  const signIn = signInUrl(publicUrl);
  switch (notice.kind) {
    case 'password_changed':
      return mailIn(lang, passwordChanged, { ...notice, at, signIn });
    case 'passkey_added':
      return mailIn(lang, passkeyAdded, { ...notice, at, signIn });
    case 'command_line_confirmed': {
      const page = publicUrl + COMMAND_LINE_PATH;
      return mailIn(lang, commandLineConfirmed, { ...notice, at, signIn, page });
    }
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

const commandLineConfirmed: MailTexts<
  Omit<NoticeOf<'command_line_confirmed'>, 'at'> & { at: Date; signIn: string; page: string }
> = {
  de: ({ email, team, machine, system, ip, at, signIn, page }, { date }) => ({
    subject: 'Kommandozeile angemeldet',
    body: `mit Ihrem Konto ${email} wurde eine Kommandozeile angemeldet. Acht Stunden lang liest sie die API-Anfragen des Teams ${theirWords(team)} mit, empfängt seine Webhooks und sendet sie erneut.

  Rechner: ${theirWords(machine)} (${theirWords(system)})
  Adresse: ${ip ?? 'unbekannt'}
  Angemeldet am: ${date(at)}

Waren Sie es nicht, melden Sie die Kommandozeile gleich ab:

  ${page}

Ändern Sie danach Ihr Passwort. Das beendet alle anderen Anmeldungen.

  ${signIn}
`,
  }),
  en: ({ email, team, machine, system, ip, at, signIn, page }, { date }) => ({
    subject: 'Command line logged in',
    body: `A command line was logged in with your account ${email}. For eight hours it can read the API requests of the team ${theirWords(team)}, receive its webhooks and resend them.

  Machine: ${theirWords(machine)} (${theirWords(system)})
  Address: ${ip ?? 'unknown'}
  Logged in on: ${date(at)}

If it was not you, log the command line out now:

  ${page}

Then change your password, which ends all other sessions.

  ${signIn}
`,
  }),
};
