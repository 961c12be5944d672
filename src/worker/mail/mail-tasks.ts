import type pg from 'pg';
import { z } from 'zod';
import { currentTime } from '../../db/current-time.ts';
import { TeamDb } from '../../db/team-db.ts';
import {
  announcePausedEndpoint,
  pausedEndpoint,
} from '../../features/mail/announce-paused-endpoint.ts';
import { asSystem } from '../../operation/system-call.ts';
import type { Clock } from '../../shared/clock.ts';
import { defineTask, type Tasks } from '../queue/define-task.ts';
import { type Mailer, MailRefused, type OutgoingMail } from './mailer.ts';

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
      if (mailer) await sendMail(new TeamDb(pool, tenant), mail, mailer);
    }),
    ...defineTask('webhook.paused', pausedJob, async ({ tenant, ...paused }) =>
      asSystem(pool, tenant, await currentTime(pool, clock), (call) =>
        announcePausedEndpoint(call, paused, publicUrl),
      ),
    ),
  };
}

/**
 * No transaction is open while a mail is sent: a worker that is killed before it marks the mail
 * sends it again.
 */
async function sendMail(db: TeamDb, id: string, mailer: Mailer): Promise<void> {
  const mail = await db.row<OutgoingMail>(
    `select m.id, m.recipient, m.subject, m.body, m.created_at from mail m
     where m.tenant_id = $1 and m.id = $2 and m.sent_at is null`,
    [id],
  );
  if (!mail) return;
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    await db.write(`update mail m set last_error = $3 where m.tenant_id = $1 and m.id = $2`, [
      id,
      error.reason,
    ]);
    if (error.final) return;
    throw error;
  }
  await db.write(
    `update mail m set sent_at = now(), last_error = null
     where m.tenant_id = $1 and m.id = $2 and m.sent_at is null`,
    [id],
  );
}
