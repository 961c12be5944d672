import type { Job } from '../../shared/jobs.ts';
import type { Language } from '../../shared/language/language.ts';
import { DAY_MS } from '../../shared/time/durations.ts';
import { deviceOf } from '../../shared/web/device-of.ts';
import { signInUrl } from '../../shared/web/sign-in-url.ts';
import { type Writing, writeAccountMail } from '../account/write-account-mail.ts';
import { listLines } from '../mail/describe-failures.ts';
import { type MailTexts, mailIn } from '../mail/mail-in.ts';

/** A person gets at most this many of these mails in a day. A private window is always a new browser. */
const IN_A_DAY = 5;
const KIND = 'new_device:';

/** Tells a person of a sign-in from a new device. A job that runs twice writes one mail. */
export async function writeNewDeviceMail(
  writing: Writing,
  { person: personId, session, email, ip, userAgent, at }: Job<'mail.new_device'>,
  lockPerson: (personId: string) => Promise<boolean>,
): Promise<void> {
  const { prisma, now, links } = writing;
  if (!(await lockPerson(personId))) return;
  const person = await prisma.person.findUnique({
    where: { id: personId },
    select: { lang: true },
  });
  if (!person) return;
  const written = await prisma.mail.count({
    where: {
      person_id: personId,
      cause: { startsWith: KIND },
      created_at: { gt: new Date(now.getTime() - DAY_MS) },
    },
  });
  if (written >= IN_A_DAY) return;
  const facts = { email, ip, device: deviceOf(userAgent), at: new Date(at), links };
  const mail = mailIn(person.lang as Language, texts, facts);
  await writeAccountMail(writing, {
    personId,
    cause: `${KIND}${session}`,
    recipient: email,
    ...mail,
  });
}

type Facts = {
  email: string;
  ip: string | null;
  device: string | null;
  at: Date;
  links: { publicUrl: string };
};

const texts: MailTexts<Facts> = {
  de: ({ email, ip, device, at, links: { publicUrl } }, { date }) => ({
    subject: 'Neue Anmeldung an Ihrem Konto',
    body: `an Ihrem Konto ${email} hat sich jemand mit einem Browser angemeldet, den wir noch nicht kennen.

${listLines([
  ['Browser', device ?? 'unbekannt'],
  ['IP-Adresse', ip],
  ['Zeit', date(at)],
])}

Waren Sie es, ist nichts zu tun.

Waren Sie es nicht, legen Sie gleich ein neues Passwort fest: Wählen Sie auf der Seite der Anmeldung „Passwort vergessen“. Das beendet alle Anmeldungen.

  ${signInUrl(publicUrl)}

Eine einzelne Anmeldung beenden Sie in Ihrem Profil:

  ${publicUrl}/app/profile#sessions
`,
  }),
  en: ({ email, ip, device, at, links: { publicUrl } }, { date }) => ({
    subject: 'New sign-in to your account',
    body: `Somebody has signed in to your account ${email} with a browser that we do not know yet.

${listLines([
  ['Browser', device ?? 'unknown'],
  ['IP address', ip],
  ['Time', date(at)],
])}

If it was you, there is nothing to do.

If it was not you, set a new password now: choose “Forgot password” on the sign-in page. This ends all sessions.

  ${signInUrl(publicUrl)}

You can end a single session in your profile:

  ${publicUrl}/app/profile#sessions
`,
  }),
};
