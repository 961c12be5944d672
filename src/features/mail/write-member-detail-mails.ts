import type { Call, PrismaCall } from '../../operation/call.ts';
import type { Language } from '../../shared/language/language.ts';
import { type MailTexts, mailIn } from './mail-in.ts';
import { theirWords } from './their-words.ts';
import { type BulkMail, writeMails } from './write-mail.ts';

/** How many members one statement writes to. */
const BATCH = 1_000;

/**
 * Adds the job that writes to all members. A team gets this mail once a day, however often the
 * switch is turned.
 */
export async function addMemberDetailJob({ db, now }: Call): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  await db.addJob('team.member_detail_on', { tenant: db.tenantId, day });
}

/**
 * Writes a mail to each active member, in the language of the member. A job of the worker does this, because a team
 * may have ten thousand members.
 */
export async function writeMemberDetailMails(call: PrismaCall, day: string): Promise<void> {
  const { db, prisma } = call;
  const team = await prisma.tenant.findUnique({
    where: { id: db.tenantId },
    select: { name: true, privacy_url: true },
  });
  if (!team) return;
  const named = { ...team, name: theirWords(team.name) };
  let after = '';
  for (;;) {
    const members = await prisma.member.findMany({
      where: { tenant_id: db.tenantId, status: 'active', id: { gt: after } },
      select: { id: true, email: true, lang: true },
      orderBy: { id: 'asc' },
      take: BATCH,
    });
    const mails = members.map(({ email: recipient, lang }): BulkMail => {
      const cause = `member_detail_on:${day}`;
      return { cause, recipient, ...mailIn(lang as Language, texts, named) };
    });
    await writeMails(call, mails);
    const last = members.at(-1);
    if (!last || members.length < BATCH) return;
    after = last.id;
  }
}

type Team = { name: string; privacy_url: string | null };

const texts: MailTexts<Team> = {
  de: ({ name, privacy_url }) => ({
    subject: `Team „${name}“: Angaben zu einzelnen Personen sind eingeschaltet`,
    body: `in Ihrem Team „${name}“ sind die Angaben zu einzelnen Personen jetzt eingeschaltet.

Die Admins des Teams sehen damit, wer wann trainiert hat, und die Auswertungen dazu, auch die Ihren. Anwendungen mit einem API-Schlüssel des Teams und Empfänger von Webhooks erhalten diese Angaben ebenfalls. Private Fälle sieht weiterhin nur die Person, der sie gehören.
${privacy_url === null ? '' : `\nDatenschutzhinweise Ihres Teams: ${privacy_url}\n`}
Fragen dazu beantwortet Ihnen die Inhaberin oder der Inhaber des Teams.
`,
  }),
  en: ({ name, privacy_url }) => ({
    subject: `Team “${name}”: details of each person are switched on`,
    body: `In your team “${name}”, details of each person are now switched on.

The admins of the team now see who has trained and when, and the evaluations, yours included. Applications with an API key of the team and receivers of webhooks get these details too. Only you see your private cases.
${privacy_url === null ? '' : `\nPrivacy notice of your team: ${privacy_url}\n`}
The owner of the team answers your questions.
`,
  }),
};
