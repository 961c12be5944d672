import type { KeyObject } from 'node:crypto';
import type { PrismaCall } from '../../operation/call.ts';
import type { Job } from '../../shared/jobs.ts';
import type { Language } from '../../shared/language/language.ts';
import { makeInvitationLink } from '../account/make-invitation-link.ts';
import { findMailTimes } from '../members/find-mail-times.ts';
import { lockSeats } from '../members/rules/lock-seats.ts';
import { sendInvitationLater } from '../members/send-invitation.ts';
import { type MailText, type MailTexts, mailIn, type Reading } from './mail-in.ts';
import { LINK_LINE } from './seal-link.ts';
import { theirWords } from './their-words.ts';
import { writeMail } from './write-mail.ts';

type Facts = { team: string; email: string; role: string; expiresAt: Date };

/**
 * Makes the link of an invitation and writes its mail. Only the worker does this, so neither the
 * API nor the inviting person ever knows the link. Without `key` only for a sandbox, whose mails contain no link.
 * If the address has had too many of these mails, the job comes again when the next one may leave.
 */
export async function writeInvitationMail(
  call: PrismaCall,
  job: Job<'mail.invite'>,
  key?: KeyObject,
): Promise<void> {
  const { db, prisma, now } = call;
  const { tenantId: tenant_id } = db;
  const { member: id, at } = job;
  const team = await prisma.tenant.findUnique({ where: { id: tenant_id } });
  if (!team || team.status === 'ended') return;
  if (!key && team.sandbox_of === null) throw new Error('A mailed link needs a key');
  // Two mails to one address are counted one after the other.
  await lockSeats(call);
  const member = await findInvited(call, job);
  const cause = `invitation:${id}:${at}`;
  if (!member || (await prisma.mail.count({ where: { tenant_id, cause } })) > 0) return;
  const { email, role } = member;
  const time = (await findMailTimes(call, [email])).get(email);
  if (team.sandbox_of === null && time && time > now) return sendInvitationLater(call, job, time);
  // The language that the person has chosen comes before the language of the invitation. In a sandbox no
  // address belongs to a person.
  const person =
    team.sandbox_of === null
      ? await prisma.person.findUnique({ where: { email }, select: { lang: true } })
      : null;
  const lang = (person ?? member).lang as Language;
  const { expiresAt, ...link } = await makeInvitationLink(call, { id, email });
  const facts = { team: theirWords(team.name), email, role, expiresAt };
  const mail = { cause, recipient: email, ...mailIn(lang, texts, facts, team.time_zone) };
  const isNew = await writeMail(call, mail, key && { link, key });
  if (!isNew) throw new Error('Another worker has written this invitation');
}

/** The invited member. Null if the invitation has ended, or if a later job sends it again. */
async function findInvited({ db, prisma }: PrismaCall, { member: id, at }: Job<'mail.invite'>) {
  return prisma.member.findFirst({
    where: {
      tenant_id: db.tenantId,
      id,
      status: 'invited',
      OR: [{ invited_at: null }, { invited_at: { lte: new Date(at) } }],
    },
  });
}

const texts: MailTexts<Facts> = { de: german, en: english };

function german({ team, email, role, expiresAt }: Facts, { date }: Reading): MailText {
  return {
    // Strangers get this mail, so its subject contains no words of other people.
    subject: 'Einladung zum Verkaufstraining',
    body: `ein Team lädt Sie zum Verkaufstraining ein. Es hat sich selbst diesen Namen gegeben: „${team}“

  Ihre Rolle: ${role === 'admin' ? 'Admin' : 'Mitglied'}
  Ihre E-Mail-Adresse zum Anmelden: ${email}

Mit diesem Link nehmen Sie die Einladung an:

${LINK_LINE}

Er gilt einmal und bis zum ${date(expiresAt)}. Er ist nur für Sie bestimmt: Bitte leiten Sie diese Nachricht nicht weiter.

Wenn Sie die Einladung nicht annehmen möchten, müssen Sie nichts tun.
`,
  };
}

function english({ team, email, role, expiresAt }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Invitation to a sales training',
    body: `A team invites you to its sales training. It has given itself this name: “${team}”

  Your role: ${role === 'admin' ? 'admin' : 'member'}
  Your e-mail address for signing in: ${email}

Accept the invitation with this link:

${LINK_LINE}

The link works once, until ${date(expiresAt)}. It is meant for you alone: please do not forward this message.

If you do not want to accept the invitation, there is nothing to do.
`,
  };
}
