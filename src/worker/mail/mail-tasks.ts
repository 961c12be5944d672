import type pg from 'pg';
import { z } from 'zod';
import { currentTime } from '../../db/current-time.ts';
import {
  announcePausedEndpoint,
  pausedEndpoint,
} from '../../features/mail/announce-paused-endpoint.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { asSystem } from '../../operation/system-call.ts';
import type { Clock } from '../../shared/clock.ts';
import { defineTask, type Tasks } from '../queue/define-task.ts';
import { type Mailer, MailRefused } from './mailer.ts';

type Deps = {
  pool: pg.Pool;
  clock: Clock;
  /** Null without SMTP_URL: mails then stay in the outbox, and none of them is sent later. */
  mailer: Mailer | null;
  publicUrl: string;
};

const mailJob = z.object({ tenant: z.string(), mail: z.string() });
const pausedJob = pausedEndpoint.extend({ tenant: z.string() });

export function mailTasks({ pool, clock, mailer, publicUrl }: Deps): Tasks {
  return {
    ...defineTask('mail.send', mailJob, async ({ tenant, mail }) => {
      const inTeam = async <T>(work: (call: PrismaCall) => Promise<T>) =>
        asSystem(pool, tenant, await currentTime(pool, clock), work);
      if (mailer) await sendMail(inTeam, mail, mailer);
    }),
    ...defineTask('webhook.paused', pausedJob, async ({ tenant, ...paused }) =>
      asSystem(pool, tenant, await currentTime(pool, clock), (call) =>
        announcePausedEndpoint(call, paused, publicUrl),
      ),
    ),
  };
}

type InTeam = <T>(work: (call: PrismaCall) => Promise<T>) => Promise<T>;

/**
 * No transaction is open while a mail is sent: a worker that is killed before it marks the mail
 * sends it again.
 */
async function sendMail(inTeam: InTeam, id: string, mailer: Mailer): Promise<void> {
  const mail = await inTeam(({ db, prisma }) =>
    prisma.mail.findFirst({ where: { tenant_id: db.tenantId, id, sent_at: null } }),
  );
  if (!mail) return;
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    await note(() => ({ last_error: error.reason }));
    if (error.final) return;
    throw error;
  }
  await note((now) => ({ sent_at: now, last_error: null }));

  function note(outcome: (now: Date) => { sent_at?: Date; last_error: string | null }) {
    return inTeam(({ db, prisma, now }) =>
      prisma.mail.updateMany({
        where: { tenant_id: db.tenantId, id, sent_at: null },
        data: outcome(now),
      }),
    );
  }
}
