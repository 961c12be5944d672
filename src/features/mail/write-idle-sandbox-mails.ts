import type { PrismaCall } from '../../operation/call.ts';
import { listRecipients } from './list-recipients.ts';
import { timeZoneOf } from './long-date.ts';
import { type MailText, type MailTexts, mailIn, type Reading } from './mail-in.ts';
import { theirWords } from './their-words.ts';
import { writeMail } from './write-mail.ts';

export type IdleSandbox = { id: string; name: string; usedAt: Date; deletedAt: Date };

type Facts = Omit<IdleSandbox, 'id'> & { url: string };

/**
 * Writes to the owner of a team that one of its sandboxes will be deleted. The mail is stored with the team,
 * not with the sandbox.
 */
export async function writeIdleSandboxMails(
  call: PrismaCall,
  { id, name, usedAt, deletedAt }: IdleSandbox,
  publicUrl: string,
): Promise<void> {
  const owner = (await listRecipients(call)).find(({ role }) => role === 'owner');
  if (!owner) return;
  const facts = { name: theirWords(name), usedAt, deletedAt, url: `${publicUrl}/app/team` };
  const mail = mailIn(owner.lang, texts, facts, await timeZoneOf(call));
  const cause = `sandbox_idle:${id}:${usedAt.toISOString()}`;
  await writeMail(call, { cause, recipient: owner.email, ...mail });
}

const texts: MailTexts<Facts> = { de: german, en: english };

function german({ name, usedAt, deletedAt, url }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Eine Sandbox Ihres Teams wird in zehn Tagen gelöscht',
    body: `seit langem hat niemand die Sandbox „${name}“ benutzt. Deshalb wird sie mit allen Daten und Schlüsseln gelöscht.

  Zuletzt benutzt: ${date(usedAt)}
  Gelöscht wird sie am: ${date(deletedAt)}

Möchten Sie sie behalten, öffnen Sie sie vorher einmal, oder rufen Sie mit einem ihrer Schlüssel die API auf:

  ${url}

Brauchen Sie sie nicht mehr, müssen Sie nichts tun. Ihr Team selbst ändert sich nicht.
`,
  };
}

function english({ name, usedAt, deletedAt, url }: Facts, { date }: Reading): MailText {
  return {
    subject: 'A sandbox of your team will be deleted in ten days',
    body: `Nobody has used the sandbox “${name}” for a long time. So it will be deleted, with all its data and keys.

  Last used: ${date(usedAt)}
  It will be deleted on: ${date(deletedAt)}

If you want to keep it, open it once before then, or call the API with one of its keys:

  ${url}

If you do not need it any more, there is nothing to do. Your team itself does not change.
`,
  };
}
