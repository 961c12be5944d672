import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NO_SMTP } from '../../src/features/mail/unsent-mails.ts';
import { writeMail } from '../../src/features/mail/write-mail.ts';
import { NOW } from '../cli/harness/team.ts';
import { readMail, startSmtp } from '../harness/smtp.ts';
import { runJobs, startQueue } from '../worker/harness/queue.ts';
import { FROM, smtp, useOutbox } from './harness/outbox.ts';

const { pool, jobs, team, tasks, write, rows, retryNow } = useOutbox();

describe('a mail is written in the transaction of its cause', () => {
  test('once for each cause and recipient, with one job', async () => {
    expect(await write()).toBe(true);
    expect(await write({ subject: 'Another' })).toBe(false);
    expect(await write({ cause: 'test:2' })).toBe(true);
    expect(await write({ recipient: 'bert@example.com' })).toBe(true);
    expect(await rows()).toHaveLength(3);
    await expect.poll(jobs).toHaveLength(3);
  });

  test('a rollback leaves neither a mail nor a job', async () => {
    const failing = team().do(async (call) => {
      await writeMail(call, { cause: 'c', recipient: 'r', lang: 'en', subject: 's', body: 'b' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
    await expect.poll(jobs).toEqual([]);
  });

  test('without SMTP_URL it stays in the outbox, and nothing waits to be sent late', async () => {
    await write();
    await runJobs(pool(), tasks(null));
    expect(await rows()).toMatchObject([{ sent_at: null, last_error: NO_SMTP }]);
    await expect.poll(jobs).toEqual([]);
  });
});

describe('sending', () => {
  test('arrives as it was written: text and HTML in UTF-8, marked as automatic, with its own id', async () => {
    const server = await smtp();
    const body = `Grüße aus Köln, 10 €:\n\n.\n  ${'ä'.repeat(200)}\nFrom here = there\n`;
    await write({ subject: `„Übung“ für alle: ${'lang und länger '.repeat(8)}`.trim(), body });
    await runJobs(pool(), tasks(server.url));
    const [mail] = server.mails;
    if (!mail) throw new Error('no mail has arrived');
    expect(mail).toMatchObject({
      from: 'no-reply@mail.example.com',
      to: ["Anna.O'Neil@example.com"],
    });
    const { headers, text, html } = readMail(mail.raw);
    const [row] = await rows();
    expect(Object.fromEntries(headers)).toMatchObject({
      from: FROM,
      to: "Anna.O'Neil@example.com",
      subject: `„Übung“ für alle: ${'lang und länger '.repeat(8)}`.trim(),
      'message-id': `<${row.id}@mail.example.com>`,
      date: NOW.toUTCString().replace('GMT', '+0000'),
      'auto-submitted': 'auto-generated',
      'content-type': expect.stringMatching(/^multipart\/alternative; boundary="[^"]+"$/),
    });
    expect(text.trimEnd()).toBe(body.trimEnd());
    expect(html).toContain('<p>Grüße aus Köln, 10 €:</p>');
    expect(mail.raw).not.toMatch(/[^\r\n -~\t]/);
    expect(row).toMatchObject({ sent_at: expect.any(Date), last_error: null });
  });

  test('a second job of the same mail sends nothing', async () => {
    const server = await smtp();
    await write();
    const [{ id }] = await rows();
    const both = tasks(server.url);
    await runJobs(pool(), both);
    await both['mail.send']?.({ tenant: team().tenant_id, mail: id });
    expect(server.mails).toHaveLength(1);
  });

  test('the worker sends a mail as soon as it is committed', async () => {
    const server = await smtp();
    const queue = await startQueue(pool(), tasks(server.url));
    await write();
    await server.received(1);
    await queue.stop();
    expect(await rows()).toMatchObject([{ sent_at: expect.any(Date) }]);
    await expect.poll(jobs).toEqual([]);
  });

  test('a recipient who is refused for good is not tried again; the reason is stored', async () => {
    const server = await smtp({
      onRcptTo: (_, __, done) =>
        done(Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 })),
    });
    await write();
    await runJobs(pool(), tasks(server.url));
    expect(await rows()).toMatchObject([
      { sent_at: null, last_error: 'EENVELOPE: 550 5.1.1 no such user' },
    ]);
    await expect.poll(jobs).toEqual([]);
  });

  test('a recipient who is refused for now is tried again by the queue', async () => {
    let refused = 0;
    const server = await smtp({
      onRcptTo(_, __, done) {
        refused += 1;
        const error = Object.assign(new Error('4.2.1 later'), { responseCode: 450 });
        done(refused === 1 ? error : null);
      },
    });
    await write();
    await runJobs(pool(), tasks(server.url));
    expect(await rows()).toMatchObject([
      { sent_at: null, last_error: 'EENVELOPE: 450 4.2.1 later' },
    ]);
    await expect.poll(jobs).toMatchObject([
      // The reason could name the recipient, so it is stored only in the row of the mail.
      { task: 'mail.send', attempts: 1, last_error: expect.not.stringContaining('later') },
    ]);
    await retryNow();
    await runJobs(pool(), tasks(server.url));
    expect(server.mails).toHaveLength(1);
    expect(await rows()).toMatchObject([{ sent_at: expect.any(Date), last_error: null }]);
  });

  test('a mail waits while the server refuses the sender, because the operator must correct it', async () => {
    const server = await smtp({
      onMailFrom: (_, __, done) =>
        done(Object.assign(new Error('5.7.1 not you'), { responseCode: 550 })),
    });
    await write();
    await runJobs(pool(), tasks(server.url));
    expect(await rows()).toMatchObject([{ sent_at: null, last_error: 'EENVELOPE: 550' }]);
    await expect.poll(jobs).toHaveLength(1);
  });

  test('a mail is sent when its server is back', async () => {
    const away = await startSmtp();
    await away.close();
    await write();
    const sending = tasks(away.url);
    await runJobs(pool(), sending);
    expect(await rows()).toMatchObject([
      { sent_at: null, last_error: expect.stringContaining('ECONNREFUSED') },
    ]);
    const back = await smtp({}, away.port);
    await retryNow();
    await runJobs(pool(), sending);
    expect(back.mails).toHaveLength(1);
    expect(await rows()).toMatchObject([{ sent_at: expect.any(Date), last_error: null }]);
  });

  test.for<[what: string, behave: (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    [
      'never ends its answer',
      (socket) => {
        socket.write('220 here\r\n');
        const timer = setInterval(() => socket.write('250-still here\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      },
    ],
  ])('a server that %s delays no other mail for long', async ([, behave]) => {
    const server = await rawServer(behave);
    await write();
    const port = (server.address() as AddressInfo).port;
    await runJobs(pool(), tasks(`smtp://127.0.0.1:${port}`, { leaveMs: 300 }));
    expect(await rows()).toMatchObject([
      { sent_at: null, last_error: expect.stringMatching(/^(ETIMEDOUT|EABORT): /) },
    ]);
    await expect.poll(jobs).toHaveLength(1);
  });
});

async function rawServer(behave: (socket: Socket) => void): Promise<Server> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    behave(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return server;
}
