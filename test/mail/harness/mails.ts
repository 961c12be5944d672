import { onTestFinished } from 'vitest';
import { mailList } from '../../../src/cli/mail-commands.ts';
import { createLogger } from '../../../src/shared/process/log.ts';
import { Outgoing } from '../../../src/shared/process/outgoing.ts';
import { runHousekeeping } from '../../../src/worker/housekeeping/start-housekeeping.ts';
import { mailTasks } from '../../../src/worker/mail/mail-tasks.ts';
import { openMailer } from '../../../src/worker/mail/mailer.ts';
import type { TestApi } from '../../harness/api.ts';
import { links } from '../../harness/mailed-links.ts';
import { runCommand } from '../../harness/run-command.ts';
import { runJobs } from '../../worker/harness/queue.ts';

type ListedMail = { recipient: string; subject: string; body: string; sent_at: Date | null };

export function mailerTo(smtpUrl: string) {
  const given = { outgoing: Outgoing.opened(), mailFrom: 'no-reply@mail.example.com' };
  const mailer = openMailer({ ...given, smtpUrl });
  onTestFinished(() => mailer.close());
  return mailer;
}

/** Does what a worker does for the mails that wait; without a mail server they stay in the outbox. */
export async function runMails({ sql, clock }: TestApi, smtpUrl?: string): Promise<void> {
  const mailer = smtpUrl ? mailerTo(smtpUrl) : null;
  await runJobs(sql, mailTasks({ pool: sql, clock, mailer, links }));
}

export async function keepHouse({ sql, clock }: TestApi): Promise<void> {
  await runHousekeeping({ pool: sql, clock, log: createLogger('silent'), links });
}

/** The mails to an address, newest first, as the operator sees them. */
export async function mailsTo(api: TestApi, email: string): Promise<ListedMail[]> {
  const list = runCommand<{ mails: ListedMail[] }>;
  const { mails } = await list(api, mailList, { limit: '1000' });
  return mails.filter(({ recipient }) => recipient === email);
}

/** The token of the link in a mail. Undefined if it shows none. */
export function tokenIn(body: string | undefined): string | undefined {
  return /^ {2}https:\/\/app\.example\.com\/app\/link#([\w-]{43})$/m.exec(body ?? '')?.[1];
}

/** The token that was mailed last to an address. */
export async function mailedToken(api: TestApi, email: string): Promise<string> {
  await runMails(api);
  const tokens = (await mailsTo(api, email)).map(({ body }) => tokenIn(body));
  const token = tokens.find((found) => found !== undefined);
  if (!token) throw new Error(`No mail to ${email} has a link`);
  return token;
}
