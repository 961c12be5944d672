import type { NoticeOf } from '../../shared/jobs.ts';
import { signInUrl } from '../../shared/web/sign-in-url.ts';
import { type MailText, type MailTexts, mailIn, type Reading } from '../mail/mail-in.ts';
import { describePasskeys } from './describe-passkeys.ts';
import { type Reader, type Writing, writeAccountMail } from './write-account-mail.ts';

type Undone = { reader: Reader; cause: string; notice: NoticeOf<'email_change_undone'> };
type Facts = { from: string; to: string; at: Date; passkeys: string; signIn: string };

/**
 * Tells both addresses. The mail to the address that is valid again says what to do now. The mail to
 * the other address says that it is no longer valid.
 */
export async function writeEmailChangeUndoneMails(
  writing: Writing,
  { reader: { id: personId, lang }, cause, notice }: Undone,
): Promise<void> {
  const facts: Facts = {
    from: notice.undoneEmail,
    to: notice.email,
    at: new Date(notice.at),
    passkeys: describePasskeys(notice, lang),
    signIn: signInUrl(writing.links.publicUrl),
  };
  const mail = { personId, cause };
  await writeAccountMail(writing, { ...mail, recipient: facts.to, ...mailIn(lang, again, facts) });
  if (facts.from === facts.to) return;
  await writeAccountMail(writing, { ...mail, recipient: facts.from, ...mailIn(lang, over, facts) });
}

const again: MailTexts<Facts> = { de: germanAgain, en: englishAgain };
const over: MailTexts<Facts> = { de: germanOver, en: englishOver };

function germanAgain({ to, at, passkeys, signIn }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Ihre frühere E-Mail-Adresse gilt wieder',
    body: `die Änderung Ihrer E-Mail-Adresse wurde am ${date(at)} rückgängig gemacht. Ihr Konto hat wieder die Adresse ${to} und das Passwort von vorher. Alle Anmeldungen sind beendet.
${passkeys}
Melden Sie sich jetzt an und ändern Sie Ihr Passwort: Wer Ihr Konto hatte, kennt es vielleicht.

  ${signIn}
`,
  };
}

function englishAgain({ to, at, passkeys, signIn }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Your former e-mail address is valid again',
    body: `The change of your e-mail address was undone on ${date(at)}. Your account has the address ${to} and the former password again. All sessions have ended.
${passkeys}
Sign in now and change your password: whoever had your account may know it.

  ${signIn}
`,
  };
}

function germanOver({ from, at }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Diese E-Mail-Adresse gilt nicht mehr für Ihr Konto',
    body: `die Änderung einer E-Mail-Adresse zu ${from} wurde am ${date(at)} rückgängig gemacht. Mit dieser Adresse kann man sich nicht mehr anmelden.

Haben Sie das nicht selbst getan, wenden Sie sich an den Betreiber und an die Inhaberin oder den Inhaber Ihres Teams.
`,
  };
}

function englishOver({ from, at }: Facts, { date }: Reading): MailText {
  return {
    subject: 'This e-mail address is no longer valid for your account',
    body: `The change of an e-mail address to ${from} was undone on ${date(at)}. Nobody can sign in with it any more.

If you have not done this yourself, contact the operator and the owner of your team.
`,
  };
}
