import { expect, onTestFinished, test } from 'vitest';
import { writeMail } from '../../src/features/mail/write-mail.ts';
import { unlockJobsOfTheDead } from '../../src/worker/queue/runner-presence.ts';
import { newTeam } from '../cli/harness/team.ts';
import { startSmtp } from '../harness/smtp.ts';
import { until } from '../harness/until.ts';
import { useDatabase } from '../harness/use-database.ts';
import { WorkerProcess } from './harness/worker-process.ts';

const database = useDatabase();

/** A mail server that accepts no mail until `go` is called. */
async function slowSmtp() {
  const released = Promise.withResolvers<void>();
  const subjects: string[] = [];
  const server = await startSmtp({
    async onData(stream, _, done) {
      const raw = Buffer.concat(await stream.toArray()).toString('latin1');
      subjects.push(/^Subject: (.+)\r$/m.exec(raw)?.[1] ?? '');
      await released.promise;
      done();
    },
  });
  onTestFinished(() => server.close());
  return { url: server.url, subjects, go: released.resolve };
}

type Job = { mail: string; locked_by: string | null };

async function jobs(): Promise<Job[]> {
  const { rows } = await database().pool.query<Job>(
    `select m.subject as mail, j.locked_by from graphile_worker._private_jobs j
     join mail m on m.id = j.payload ->> 'mail' order by j.id`,
  );
  return rows;
}

test('another worker runs the job of a killed worker; a living worker keeps its jobs', async () => {
  const { pool, url } = database();
  const team = await newTeam(pool);
  const write = (subject: string) =>
    team.do((call) =>
      writeMail(call, {
        cause: subject,
        recipient: 'a@example.com',
        lang: 'en',
        subject,
        body: 'b',
      }),
    );
  const [smtpOfKilled, smtp] = [await slowSmtp(), await slowSmtp()];
  const killed = await WorkerProcess.start(url, { SMTP_URL: smtpOfKilled.url });
  await write('first');
  await until('the first to be sent', () => smtpOfKilled.subjects.length === 1);
  await killed.kill();
  const living = await WorkerProcess.start(url, { SMTP_URL: smtp.url });
  await write('second');
  await until('the second to be sent', () => smtp.subjects.length === 1);
  const [first, second] = await jobs();
  expect(first).toMatchObject({ mail: 'first', locked_by: expect.stringMatching(/^pool-/) });
  expect(second).toMatchObject({ mail: 'second', locked_by: expect.stringMatching(/^pool-/) });

  await pool.query("update graphile_worker._private_jobs set locked_at = now() - interval '1 min'");
  await pool.query(
    "update mail set claimed_at = claimed_at - interval '2 min' where subject = 'first'",
  );
  expect(await unlockJobsOfTheDead(pool)).toBe(1);
  await until('the first to be sent again', () => smtp.subjects.length === 2);
  expect(smtp.subjects).toEqual(['second', 'first']);
  expect(await jobs()).toEqual([{ mail: 'first', locked_by: second?.locked_by }, second]);
  expect(await unlockJobsOfTheDead(pool)).toBe(0);
  smtp.go();
  await until('both to be done', async () => (await jobs()).length === 0);
  expect(smtp.subjects).toHaveLength(2);
  expect(await living.stop()).toBe(0);
});
