import { z } from 'zod';
import { crmProviders } from '../../crm/connection-settings.ts';
import { providerNames } from '../../crm/provider-names.ts';
import type { PrismaCall } from '../../operation/call.ts';
import type { Job } from '../../shared/jobs.ts';
import { listLines } from './describe-failures.ts';
import { listRecipients } from './list-recipients.ts';
import { timeZoneOf } from './long-date.ts';
import { type MailText, type MailTexts, mailIn, type Reading } from './mail-in.ts';
import { writeMail } from './write-mail.ts';

const provider = z.enum(crmProviders);

type Facts = {
  name: string;
  provider: string;
  needs: 'sign_in' | 'confirmation' | 'look';
  failingSince: Date | null;
  url: string;
};

/**
 * Writes one mail to each active admin and the owner, and no other one until the connection has worked again. Writes
 * none if the connection works by now, or if somebody has paused or disconnected it.
 */
export async function writeCrmNeedsPersonMails(
  call: PrismaCall,
  { connection, noticedAt }: Job<'crm.needs_person'>,
  publicUrl: string,
): Promise<void> {
  const found = await call.prisma.crmConnection.findFirst({
    where: {
      tenant_id: call.db.tenantId,
      id: connection,
      state: { in: ['active', 'sign_in'] },
      tenant: { status: { not: 'ended' } },
    },
    select: { name: true, provider: true, state: true, failed_for: true, failing_since: true },
  });
  if (!found || (found.state === 'active' && found.failing_since === null)) return;
  const facts: Facts = {
    name: found.name,
    provider: providerNames[provider.parse(found.provider)],
    needs: needsOf(found),
    failingSince: found.failing_since,
    url: `${publicUrl}/app/crm/${connection}`,
  };
  const timeZone = await timeZoneOf(call);
  const cause = `crm_needs_person:${connection}:${noticedAt.toISOString()}`;
  for (const { email, lang } of await listRecipients(call)) {
    const mail = mailIn(lang, texts, facts, timeZone);
    await writeMail(call, { cause, recipient: email, ...mail });
  }
}

function needsOf({ state, failed_for }: { state: string; failed_for: string | null }) {
  if (state === 'sign_in') return 'sign_in';
  return failed_for === 'suspicious_deletion' ? 'confirmation' : 'look';
}

const texts: MailTexts<Facts> = { de: german, en: english };

const germanNeeds = {
  sign_in: {
    subject: 'Verbinden Sie Ihr CRM neu',
    says: 'Ihr CRM nimmt unsere Zugangsdaten nicht mehr an. Das geschieht, wenn sie dort ablaufen. Es geschieht auch, wenn jemand sie widerruft.',
    does: 'Bis jemand die Verbindung erneuert, kommen keine Änderungen mehr an. Bitte melden Sie sich dort neu an, oder geben Sie einen neuen Token ein:',
  },
  confirmation: {
    subject: 'Ihr CRM zeigt viel weniger als bisher: Bitte prüfen Sie es',
    says: 'Beim letzten vollständigen Abgleich war mehr als die Hälfte der Deals oder der Notizen nicht mehr im CRM. So sieht es auch aus, wenn im CRM ein Recht entzogen wurde. Deshalb haben wir nichts entfernt.',
    does: 'Bitte sehen Sie nach, und bestätigen Sie die Löschung, wenn sie richtig ist:',
  },
  look: {
    subject: 'Der Abgleich mit Ihrem CRM schlägt seit einem Tag fehl',
    says: 'Seit mehr als 24 Stunden ist kein Abgleich mit Ihrem CRM gelungen. Wir versuchen es weiter.',
    does: 'Was zu tun ist, steht bei der Verbindung:',
  },
} as const satisfies Record<Facts['needs'], object>;

function german(facts: Facts, { date }: Reading): MailText {
  const { subject, says, does } = germanNeeds[facts.needs];
  return {
    subject,
    body: `${says}

${listLines([
  ['Verbindung', facts.name],
  ['CRM', facts.provider],
  ['Fehlgeschlagen seit', facts.failingSince && date(facts.failingSince)],
])}

${does}
${facts.url}

Die Deals und Einwände, die schon da sind, bleiben erhalten. Diese Nachricht kommt nicht noch einmal, solange der Abgleich nicht wieder gelungen ist.

Sie geht an alle Admins und an die Inhaberin oder den Inhaber des Teams.
`,
  };
}

const englishNeeds = {
  sign_in: {
    subject: 'Connect your CRM again',
    says: 'Your CRM no longer accepts our credentials. This happens when they expire there. It also happens when somebody revokes them.',
    does: 'Until somebody connects it again, no change arrives any more. Please sign in there again, or enter a new token:',
  },
  confirmation: {
    subject: 'Your CRM shows far less than before: please check it',
    says: 'The last full synchronization did not find more than half of the deals or of the notes in the CRM. It looks the same when a permission was taken away there. So we have removed nothing.',
    does: 'Please have a look, and confirm the removal if it is right:',
  },
  look: {
    subject: 'The synchronization with your CRM has failed for a day',
    says: 'No synchronization with your CRM has succeeded for more than 24 hours. We go on trying.',
    does: 'The page of the connection says what to do:',
  },
} as const satisfies Record<Facts['needs'], object>;

function english(facts: Facts, { date }: Reading): MailText {
  const { subject, says, does } = englishNeeds[facts.needs];
  return {
    subject,
    body: `${says}

${listLines([
  ['Connection', facts.name],
  ['CRM', facts.provider],
  ['Failing since', facts.failingSince && date(facts.failingSince)],
])}

${does}
${facts.url}

The deals and objections that are there already stay. This message does not come again until a synchronization has succeeded.

It goes to all admins and to the owner of the team.
`,
  };
}
