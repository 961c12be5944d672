import type { NoticeOf } from '../../shared/jobs.ts';
import { type MailText, type MailTexts, mailIn, type Reading } from '../mail/mail-in.ts';
import { LINK_LINE, type MailedLink } from '../mail/seal-link.ts';
import { linkLifetimeMs } from './link.schema.ts';
import { makeAccountLink } from './make-account-link.ts';
import { type Reader, type Writing, writeAccountMail } from './write-account-mail.ts';

type Changed = { reader: Reader; cause: string; notice: NoticeOf<'email_changed'> };
type Facts = { from: string; to: string; at: Date; until: Date | null };

/** Tells the former address that it is no longer valid, and sends the link that undoes the change. */
export async function writeEmailChangedMail(
  writing: Writing,
  { reader: { id: personId, lang }, cause, notice }: Changed,
): Promise<void> {
  const { email: from, newEmail: to } = notice;
  const undo = await makeUndoLink(writing, personId, notice);
  const facts: Facts = { from, to, at: new Date(notice.at), until: undo?.expiresAt ?? null };
  const mail = { personId, cause, recipient: from, ...mailIn(lang, texts, facts) };
  await writeAccountMail(writing, undo ? { ...mail, link: undo } : mail);
}

/**
 * Makes the link that undoes this change. Returns null if an earlier change can still be undone: then the mail about
 * that change contains the link.
 */
async function makeUndoLink(
  writing: Writing,
  personId: string,
  { email, at }: Changed['notice'],
): Promise<(MailedLink & { expiresAt: Date }) | null> {
  const { former_email, former_email_until: until } = await writing.prisma.person.findUniqueOrThrow(
    { where: { id: personId } },
  );
  // The account keeps the address and the end of the first change only (`keep-former.ts`). So this is the first
  // change if both are its own.
  const ownUntil = new Date(at).getTime() + linkLifetimeMs.email_undo;
  if (former_email !== email || until?.getTime() !== ownUntil) return null;
  return makeAccountLink(writing, { purpose: 'email_undo', personId, email, expiresAt: until });
}

const texts: MailTexts<Facts> = { de: german, en: english };

function german({ from, to, at, until }: Facts, { date }: Reading): MailText {
  const undo = until
    ? `Waren Sie es nicht, öffnen Sie diesen Link. Er macht die Änderung mit dem Passwort, das dabei galt, oder einem Passkey von vorher rückgängig, und er beendet alle Anmeldungen:

${LINK_LINE}

Der Link gilt bis zum ${date(until)}. Solange kann niemand sonst die Adresse ${from} verwenden.`
    : `Waren Sie es nicht, öffnen Sie den Link in der Nachricht über die erste Änderung Ihrer Adresse in den letzten sieben Tagen. Haben Sie diese nicht, wenden Sie sich sofort an den Betreiber und an die Inhaberin oder den Inhaber Ihres Teams: Dort kann der Zugang beendet werden.`;
  return {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    body: `die E-Mail-Adresse Ihres Kontos wurde geändert. Sie melden sich ab jetzt mit der neuen an.

  Bisher: ${from}
  Neu: ${to}
  Geändert am: ${date(at)}

Waren Sie das, müssen Sie nichts tun.

${undo}
`,
  };
}

function english({ from, to, at, until }: Facts, { date }: Reading): MailText {
  const undo = until
    ? `If it was not you, open this link. With the password that was valid at that moment, or a passkey from before, it undoes the change and ends all sessions:

${LINK_LINE}

The link works until ${date(until)}. Until then nobody else can use the address ${from}.`
    : `If it was not you, open the link in the message about the first change of your address in the last seven days. If you do not have it, contact the operator and the owner of your team at once: they can end the access.`;
  return {
    subject: 'Your e-mail address was changed',
    body: `The e-mail address of your account was changed. From now on you sign in with the new one.

  Until now: ${from}
  New: ${to}
  Changed on: ${date(at)}

If this was you, there is nothing to do.

${undo}
`,
  };
}
