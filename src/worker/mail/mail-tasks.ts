import type pg from 'pg';
import { currentTime } from '../../db/current-time.ts';
import { inPeopleTransaction, type LockPerson } from '../../db/transaction.ts';
import type { Writing } from '../../features/account/write-account-mail.ts';
import { writeNoticeMails } from '../../features/account/write-notice-mails.ts';
import type { LinkSeal } from '../../features/mail/seal-link.ts';
import { writeCrmNeedsPersonMails } from '../../features/mail/write-crm-needs-person-mails.ts';
import { writeFailingEndpointMails } from '../../features/mail/write-failing-endpoint-mails.ts';
import { writeInvitationMail } from '../../features/mail/write-invitation-mail.ts';
import { writeMemberDetailMails } from '../../features/mail/write-member-detail-mails.ts';
import { writePausedEndpointMails } from '../../features/mail/write-paused-endpoint-mails.ts';
import { noteAttempt } from '../../features/security-log/note-attempt.ts';
import { writeNewDeviceMail } from '../../features/session/write-new-device-mail.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { asSystem } from '../../operation/system-call.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { defineTask, type Tasks } from '../queue/run-queue.ts';
import { askTechnicalContact } from './ask-technical-contact.ts';
import type { Mailer } from './mailer.ts';
import { leaveMail, sendMail } from './send-mail.ts';

type Deps = {
  pool: pg.Pool;
  clock: Clock;
  /** Null without SMTP_URL. Mails then stay in the outbox with this cause, and no worker sends them later. */
  mailer: Mailer | null;
  links: LinkSeal;
};

export function mailTasks({ pool, clock, mailer, links }: Deps): Tasks {
  const inTeam = async (tenant: string, work: (call: PrismaCall) => Promise<void>) =>
    asSystem(pool, tenant, await currentTime(pool, clock), work);
  const aboutPeople = async (work: (writing: Writing, lock: LockPerson) => Promise<void>) => {
    const now = await currentTime(pool, clock);
    await inPeopleTransaction(pool, {
      work: ({ prisma, addJob, lockPerson }) => work({ prisma, addJob, now, links }, lockPerson),
    });
  };
  return {
    ...defineTask('mail.send', async ({ mail }) => {
      if (mailer) await sendMail({ pool, clock, mailer, links }, mail);
      else await leaveMail(pool, mail);
    }),
    ...defineTask('mail.invite', (job) =>
      inTeam(job.tenant, (call) => writeInvitationMail(call, job, links.key)),
    ),
    ...defineTask('mail.contact', (job) => askTechnicalContact({ pool, clock, links }, job)),
    ...defineTask('mail.account', (job) =>
      aboutPeople((writing, lock) => writeNoticeMails(writing, job, lock)),
    ),
    ...defineTask('mail.new_device', async (job) => {
      // Without a mailer nobody would get this mail, and only the operator would see the address.
      if (mailer) await aboutPeople((writing, lock) => writeNewDeviceMail(writing, job, lock));
    }),
    ...defineTask('security.attempt', (job) =>
      inPeopleTransaction(pool, { work: (handles) => noteAttempt(handles, job) }),
    ),
    ...defineTask('webhook.paused', (job) =>
      inTeam(job.tenant, (call) => writePausedEndpointMails(call, job, links)),
    ),
    ...defineTask('webhook.failing', (job) =>
      inTeam(job.tenant, (call) => writeFailingEndpointMails(call, job, links)),
    ),
    ...defineTask('crm.needs_person', (job) =>
      inTeam(job.tenant, (call) => writeCrmNeedsPersonMails(call, job, links.publicUrl)),
    ),
    ...defineTask('team.member_detail_on', ({ tenant, day }) =>
      inTeam(tenant, (call) => writeMemberDetailMails(call, day)),
    ),
  };
}
