import type pg from 'pg';
import { z } from 'zod';
import { currentTime } from '../../db/current-time.ts';
import { inPeopleTransaction } from '../../db/transaction.ts';
import { notice } from '../../features/account/notice.schema.ts';
import { writeNoticeMails } from '../../features/account/write-notice-mails.ts';
import type { LinkSeal } from '../../features/mail/seal-link.ts';
import {
  crmNeedsPerson,
  writeCrmNeedsPersonMails,
} from '../../features/mail/write-crm-needs-person-mails.ts';
import {
  failingEndpoint,
  writeFailingEndpointMails,
} from '../../features/mail/write-failing-endpoint-mails.ts';
import { sentInvitation, writeInvitationMail } from '../../features/mail/write-invitation-mail.ts';
import {
  memberDetailJob,
  writeMemberDetailMails,
} from '../../features/mail/write-member-detail-mails.ts';
import {
  pausedEndpoint,
  writePausedEndpointMails,
} from '../../features/mail/write-paused-endpoint-mails.ts';
import { noteAttempt, recordedAttempt } from '../../features/security-log/note-attempt.ts';
import { newDevice } from '../../features/session/new-device.schema.ts';
import { writeNewDeviceMail } from '../../features/session/write-new-device-mail.ts';
import { contactRequest } from '../../features/technical-contact/ask-contact.ts';
import { asSystem } from '../../operation/system-call.ts';
import type { Clock } from '../../shared/clock.ts';
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

const mailJob = z.object({ mail: z.string() });
const failingJob = failingEndpoint.extend({ tenant: z.string() });
const pausedJob = pausedEndpoint.extend({ tenant: z.string() });
const crmJob = crmNeedsPerson.extend({ tenant: z.string() });
const contactJob = contactRequest.extend({ tenant: z.string() });
const invitationJob = sentInvitation.extend({ tenant: z.string() });

export function mailTasks({ pool, clock, mailer, links }: Deps): Tasks {
  return {
    ...defineTask('mail.send', mailJob, async ({ mail }) => {
      if (mailer) await sendMail({ pool, clock, mailer, links }, mail);
      else await leaveMail(pool, mail);
    }),
    ...defineTask('mail.invite', invitationJob, async ({ tenant, ...invitation }) =>
      asSystem(pool, tenant, await currentTime(pool, clock), (call) =>
        writeInvitationMail(call, invitation, links.key),
      ),
    ),
    ...defineTask('mail.contact', contactJob, ({ tenant, ...request }) =>
      askTechnicalContact({ pool, clock, links }, tenant, request),
    ),
    ...defineTask('mail.account', notice, async (about) => {
      const now = await currentTime(pool, clock);
      await inPeopleTransaction(pool, {
        work: ({ prisma, addJob, lockPerson }) =>
          writeNoticeMails({ prisma, addJob, now, links }, about, lockPerson),
      });
    }),
    ...defineTask('mail.new_device', newDevice, async (about) => {
      // Without a mailer nobody would get this mail, and only the operator would see the address.
      if (!mailer) return;
      const now = await currentTime(pool, clock);
      await inPeopleTransaction(pool, {
        work: ({ prisma, addJob, lockPerson }) =>
          writeNewDeviceMail({ prisma, addJob, now, links }, about, lockPerson),
      });
    }),
    ...defineTask('security.attempt', recordedAttempt, (attempt) =>
      inPeopleTransaction(pool, { work: (handles) => noteAttempt(handles, attempt) }),
    ),
    ...defineTask('webhook.paused', pausedJob, async ({ tenant, ...paused }) =>
      asSystem(pool, tenant, await currentTime(pool, clock), (call) =>
        writePausedEndpointMails(call, paused, links),
      ),
    ),
    ...defineTask('webhook.failing', failingJob, async ({ tenant, ...failing }) =>
      asSystem(pool, tenant, await currentTime(pool, clock), (call) =>
        writeFailingEndpointMails(call, failing, links),
      ),
    ),
    ...defineTask('crm.needs_person', crmJob, async ({ tenant, ...needs }) =>
      asSystem(pool, tenant, await currentTime(pool, clock), (call) =>
        writeCrmNeedsPersonMails(call, needs, links.publicUrl),
      ),
    ),
    ...defineTask('team.member_detail_on', memberDetailJob, async ({ tenant, day }) =>
      asSystem(pool, tenant, await currentTime(pool, clock), (call) =>
        writeMemberDetailMails(call, day),
      ),
    ),
  };
}
