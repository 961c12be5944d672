import type { PrismaCall } from '../../operation/call.ts';
import type { Language } from '../../shared/language/language.ts';
import { type MailTexts, mailIn } from './mail-in.ts';
import { theirWords } from './their-words.ts';
import { writeMail } from './write-mail.ts';

type Reader = { id: string; email: string; lang: string };
type Texts = MailTexts<{ name: string }>;

/** Writes a mail to the person to whom the team is offered. */
export async function writeOfferMail(
  call: PrismaCall,
  { member, expiresAt }: { member: Reader; expiresAt: Date },
): Promise<void> {
  // The person gets one mail a day. An owner could otherwise offer the team and withdraw the offer
  // all day long.
  const cause = `ownership_offered:${call.now.toISOString().slice(0, 10)}`;
  await tell(call, member, { cause, texts: offered(expiresAt) });
}

/** The member ids of both sides. */
type Exchange = { owner: string; former_owner: string };

/** Writes a mail to both sides of a transfer. */
export async function writeTransferMails(call: PrismaCall, sides: Exchange): Promise<void> {
  await tellBoth(call, sides, { owner: received, former_owner: handedOver });
}

/** Writes a mail to both sides after the operator has made another person the owner. */
export async function writeReplacedOwnerMails(call: PrismaCall, sides: Exchange): Promise<void> {
  await tellBoth(call, sides, { owner: appointed, former_owner: replaced });
}

async function tellBoth(
  call: PrismaCall,
  sides: Exchange,
  texts: Record<keyof Exchange, Texts>,
): Promise<void> {
  const { db, prisma, now } = call;
  const cause = `ownership_transferred:${now.toISOString()}`;
  for (const side of ['owner', 'former_owner'] as const) {
    const where = { tenant_id: db.tenantId, id: sides[side] };
    const member = await prisma.member.findFirst({ where });
    if (member) await tell(call, member, { cause, texts: texts[side] });
  }
}

async function tell(
  call: PrismaCall,
  { email: recipient, lang }: Reader,
  { cause, texts }: { cause: string; texts: Texts },
): Promise<void> {
  const { db, prisma } = call;
  const team = await prisma.tenant.findUnique({ where: { id: db.tenantId } });
  if (!team) return;
  const person = await prisma.person.findUnique({
    where: { email: recipient },
    select: { lang: true },
  });
  const language = (person?.lang ?? lang) as Language;
  const mail = mailIn(language, texts, { name: theirWords(team.name) }, team.time_zone);
  await writeMail(call, { cause, recipient, ...mail });
}

const offered = (expiresAt: Date): Texts => ({
  de: ({ name }, { date }) => ({
    subject: `Das Team „${name}“ wird Ihnen angeboten`,
    body: `die Inhaberin oder der Inhaber des Teams „${name}“ möchte Ihnen das Team übergeben.

Melden Sie sich an, und nehmen Sie das Angebot auf der Seite des Teams an. Es gilt bis zum ${date(expiresAt)}.

Als Inhaberin oder Inhaber vergeben Sie Rechte, schalten die Datenschutzeinstellungen und können das Team weitergeben. Wenn Sie das nicht möchten, müssen Sie nichts tun.
`,
  }),
  en: ({ name }, { date }) => ({
    subject: `The team “${name}” is offered to you`,
    body: `The owner of the team “${name}” would like to hand the team over to you.

Sign in, and accept the offer on the page of the team. It is valid until ${date(expiresAt)}.

The owner grants rights, turns the privacy settings and can hand the team on. If you do not want this, there is nothing to do.
`,
  }),
});

const received: Texts = {
  de: ({ name }) => ({
    subject: `Das Team „${name}“ gehört jetzt Ihnen`,
    body: `Sie haben das Team „${name}“ übernommen. Die bisherige Inhaberin oder der bisherige Inhaber ist jetzt Admin und behält das Recht „Schnittstellen“, bis Sie es entziehen.

Waren Sie das nicht? Ändern Sie sofort Ihr Passwort, und wenden Sie sich an den Betreiber.
`,
  }),
  en: ({ name }) => ({
    subject: `The team “${name}” is yours now`,
    body: `You have taken over the team “${name}”. The former owner is now an admin and keeps the right to interfaces until you take it away.

Was this not you? Change your password at once, and turn to the operator.
`,
  }),
};

const handedOver: Texts = {
  de: ({ name }) => ({
    subject: `Sie haben das Team „${name}“ übergeben`,
    body: `Ihr Angebot wurde angenommen: Das Team „${name}“ hat jetzt eine andere Inhaberin oder einen anderen Inhaber. Sie sind weiterhin Admin.

Waren Sie das nicht? Ändern Sie sofort Ihr Passwort, und wenden Sie sich an den Betreiber.
`,
  }),
  en: ({ name }) => ({
    subject: `You have handed over the team “${name}”`,
    body: `Your offer was accepted: the team “${name}” has another owner now. You are still an admin.

Was this not you? Change your password at once, and turn to the operator.
`,
  }),
};

const appointed: Texts = {
  de: ({ name }) => ({
    subject: `Das Team „${name}“ gehört jetzt Ihnen`,
    body: `der Betreiber hat Sie zur Inhaberin oder zum Inhaber des Teams „${name}“ gemacht. Die bisherige Inhaberin oder der bisherige Inhaber ist jetzt Admin ohne das Recht „Schnittstellen“.

Haben Sie noch kein Passwort, gibt Ihnen der Betreiber einen Link für die erste Anmeldung. Kommt das für Sie überraschend, wenden Sie sich an den Betreiber.
`,
  }),
  en: ({ name }) => ({
    subject: `The team “${name}” is yours now`,
    body: `The operator has made you the owner of the team “${name}”. The former owner is now an admin without the right to interfaces.

If you have no password yet, the operator gives you a link for the first sign-in. If this surprises you, turn to the operator.
`,
  }),
};

const replaced: Texts = {
  de: ({ name }) => ({
    subject: `Das Team „${name}“ hat eine andere Inhaberin oder einen anderen Inhaber`,
    body: `der Betreiber hat das Team „${name}“ einer anderen Person übergeben. Sie sind jetzt Admin ohne das Recht „Schnittstellen“.

Haben Sie das nicht vereinbart, wenden Sie sich sofort an den Betreiber.
`,
  }),
  en: ({ name }) => ({
    subject: `The team “${name}” has another owner now`,
    body: `The operator has given the team “${name}” to another person. You are now an admin without the right to interfaces.

If you have not agreed to this, turn to the operator at once.
`,
  }),
};
