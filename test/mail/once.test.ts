import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { WorkerProcess } from '../delivery/harness/worker-process.ts';
import { readMail } from '../harness/smtp.ts';
import { until } from '../harness/until.ts';
import { runJobs } from '../worker/harness/queue.ts';
import { useOutbox } from './harness/outbox.ts';

const { pool, url, jobs, team, mailer, tasks, write, rows } = useOutbox();

const sent = [{ sent_at: expect.any(Date), last_error: null }];

/** A mail in the outbox, a server that has not answered it, and two workers that may send it. */
async function heldMail() {
  const answer = Promise.withResolvers<'accepted' | 'broken'>();
  const server = await answeringSmtp((nth) => (nth === 1 ? answer.promise : 'accepted'));
  await write();
  const [{ id: mail }] = await rows();
  const send = async () => tasks(server.url)['mail.send']?.({ tenant: team().tenant_id, mail });
  return { server, send, answer: answer.resolve };
}

const claimEnds = () => pool().query("update mail set claimed_at = claimed_at - interval '2 min'");

test('D168: a mail whose job runs twice at once is sent once', async () => {
  const { server, send, answer } = await heldMail();
  const first = send();
  await until('the mail to be read', () => server.ids.length === 1);
  await expect(send()).rejects.toThrow('Another worker is sending this mail');
  answer('accepted');
  await first;
  await send();
  expect(server.ids).toHaveLength(1);
  expect(await rows()).toMatchObject(sent);
});

test('D168: the mail of a worker that lives and looks dead is sent once', async () => {
  const { server, answer } = await heldMail();
  const slow = await WorkerProcess.start(url(), { SMTP_URL: server.url });
  await until('the mail to be read', () => server.ids.length === 1);
  const other = await WorkerProcess.start(url(), { SMTP_URL: server.url });
  // The slow worker has lost the connection that shows that it lives.
  await pool().query(
    'select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker.jobs',
  );
  await until('the job to have run again', async () =>
    (await jobs()).some(({ last_error }) => last_error?.includes('Another worker is sending')),
  );
  answer('accepted');
  await until('the mail to be noted', async () => (await rows())[0].sent_at !== null);
  await pool().query('update graphile_worker._private_jobs set run_at = now()');
  await until('the job to end', async () => (await jobs()).length === 0);
  expect(server.ids).toHaveLength(1);
  for (const worker of [slow, other]) expect(await worker.stop()).toBe(0);
});

test('D168: a mail is sent once, even if no connection is free when the server has accepted it', async () => {
  const narrow = new pg.Pool({ connectionString: url(), max: 1, connectionTimeoutMillis: 500 });
  onTestFinished(() => narrow.end());
  const server = await answeringSmtp(async () => {
    const taken = await narrow.connect();
    setTimeout(() => taken.release(), 1_200);
    return 'accepted' as const;
  });
  await write();
  await runJobs(pool(), tasks(server.url, {}, narrow));
  await until('the mail to be noted', async () => (await rows())[0].sent_at !== null);
  expect(server.ids).toHaveLength(1);
  expect(await jobs()).toEqual([]);
});

test('D168: a mail is sent once, even if the server thinks about it for long', async () => {
  const server = await answeringSmtp(async () => {
    await sleep(2_500);
    return 'accepted' as const;
  });
  await write();
  // A busy machine needs a while to hand a mail over, which must not count as late.
  await runJobs(pool(), tasks(server.url, { leaveMs: 2_000 }));
  expect(await rows()).toMatchObject(sent);
  expect(server.ids).toHaveLength(1);
});

test('a worker that has lost its claim before the mail leaves does not send it', async () => {
  const { server } = await heldMail();
  const [{ id }] = await rows();
  const mail = {
    id,
    recipient: 'a@example.com',
    subject: 's',
    body: 'b',
    html: 'b',
    created_at: new Date(0),
  };
  const sending = mailer(server.url).send(mail, () => false);
  await expect(sending).rejects.toMatchObject({ isFinal: false });
  expect(server.ids).toEqual([]);
});

test.for([
  ['whose answer is lost', async (answer: (fate: 'broken') => void) => answer('broken')],
  ['whose worker dies before the answer', claimEnds],
] as const)('a mail %s is sent again with the same Message-ID', async ([, lose]) => {
  const { server, send, answer } = await heldMail();
  const first = send().catch((error: unknown) => error);
  await until('the mail to be read', () => server.ids.length === 1);
  await lose(answer);
  await until('the claim to end', async () => {
    await send().catch(() => undefined);
    return server.ids.length === 2;
  });
  answer('accepted');
  await first;
  expect(server.ids[1]).toBe(server.ids[0]);
  expect(server.ids).toHaveLength(2);
  expect(await rows()).toMatchObject(sent);
});

/** What becomes of a mail that the server has read: it is accepted, or the connection breaks without an answer. */
type Fate = 'accepted' | 'broken';

/** A mail server on loopback that keeps the id of each mail that it has read, before it answers. */
async function answeringSmtp(fate: (nth: number) => Fate | Promise<Fate>) {
  const ids: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const finish = async (socket: Socket, raw: string): Promise<void> => {
    const nth = ids.push(readMail(raw).headers.get('message-id'));
    if ((await fate(nth)) === 'accepted') socket.write('250 accepted\r\n');
    else socket.destroy();
  };
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.write('220 here\r\n');
    let mail: string | undefined;
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (mail === undefined) {
        if (/^DATA/.test(text)) mail = '';
        socket.write(mail === undefined ? '250 ok\r\n' : '354 go on\r\n');
        return;
      }
      mail += text;
      if (!mail.endsWith('\r\n.\r\n')) return;
      const whole = mail;
      mail = undefined;
      finish(socket, whole).catch(() => socket.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, ids };
}
