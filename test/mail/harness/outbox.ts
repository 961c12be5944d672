import { afterEach, beforeEach, expect, onTestFinished } from 'vitest';
import { type NewMail, writeMail } from '../../../src/features/mail/write-mail.ts';
import { Outgoing } from '../../../src/shared/process/outgoing.ts';
import { databaseClock } from '../../../src/shared/time/clock.ts';
import { mailTasks } from '../../../src/worker/mail/mail-tasks.ts';
import { openMailer } from '../../../src/worker/mail/mailer.ts';
import { newTeam } from '../../cli/harness/team.ts';
import { links } from '../../harness/mailed-links.ts';
import { startSmtp } from '../../harness/smtp.ts';
import { useDatabase } from '../../harness/use-database.ts';
import { waitingJobs } from '../../worker/harness/queue.ts';

export const FROM = 'Team-API für alle <no-reply@mail.example.com>';

type Limits = Parameters<typeof openMailer>[1];

function mailer(smtpUrl: string, limits?: Limits) {
  const opened = openMailer({ outgoing: Outgoing.opened(), smtpUrl, mailFrom: FROM }, limits);
  onTestFinished(() => opened.close());
  return opened;
}

/** A team and its outbox for each test, and the tasks of the worker that send its mails. */
export function useOutbox() {
  const database = useDatabase();
  let team: Awaited<ReturnType<typeof newTeam>>;
  const pool = () => database().pool;

  beforeEach(async () => {
    team = await newTeam(pool());
  });
  // Otherwise the next test would run a job that failed in this one.
  afterEach(() => pool().query('delete from graphile_worker._private_jobs'));

  const jobs = () => waitingJobs(pool());
  return {
    pool,
    url: () => database().url,
    jobs,
    team: () => team,

    mailer,

    tasks(smtpUrl: string | null, limits?: Limits, sender = pool()) {
      return mailTasks({
        pool: sender,
        clock: databaseClock,
        mailer: smtpUrl === null ? null : mailer(smtpUrl, limits),
        links,
      });
    },

    write(mail: Partial<NewMail> = {}): Promise<boolean> {
      return team.do((call) =>
        writeMail(call, {
          cause: 'test:1',
          recipient: "Anna.O'Neil@example.com",
          lang: 'de',
          subject: 'Für Sie',
          body: 'Guten Tag',
          ...mail,
        }),
      );
    },

    async rows() {
      const { rows } = await pool().query(
        `select id, cause, recipient, sent_at, last_error from mail where tenant_id = $1
         order by id`,
        [team.tenant_id],
      );
      return rows;
    },

    /** Makes failed jobs due now. The queue marks a failed job a moment after it has failed. */
    async retryNow() {
      await expect.poll(jobs).toMatchObject([{ last_error: expect.any(String) }]);
      await pool().query('update graphile_worker._private_jobs set run_at = now()');
    },
  };
}

export async function smtp(...args: Parameters<typeof startSmtp>) {
  const server = await startSmtp(...args);
  onTestFinished(() => server.close());
  return server;
}
