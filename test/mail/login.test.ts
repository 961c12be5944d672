import { expect, test } from 'vitest';
import { receiverCa, receiverCertificate } from '../harness/receiver.ts';
import { runJobs } from '../worker/harness/queue.ts';
import { smtp, useOutbox } from './harness/outbox.ts';

const { pool, jobs, tasks, write, rows, retryNow } = useOutbox();

const tls = { ...receiverCertificate(), disabledCommands: [] };
const trusting = `?tls.ca=${encodeURIComponent(receiverCa)}`;

test('the right password signs in; the error about a wrong password does not contain it', async () => {
  const server = await smtp({
    authOptional: false,
    onAuth: ({ username, password }, _, done) =>
      password === 'p@ss word' ? done(null, { user: username }) : done(new Error(`no ${password}`)),
  });
  const withLogin = (login: string) => server.url.replace('//', `//${login}@`);
  await write();
  await runJobs(pool(), tasks(withLogin('user:hunter2')));
  expect(await rows()).toMatchObject([{ sent_at: null, last_error: 'EAUTH: 535' }]);
  await expect.poll(jobs).toMatchObject([{ last_error: expect.not.stringContaining('hunter2') }]);
  await retryNow();
  await runJobs(pool(), tasks(withLogin('user:p%40ss%20word')));
  expect(server.mails).toHaveLength(1);
});

test('the worker switches to TLS with smtp: if the server offers it', async () => {
  const server = await smtp(tls);
  await write();
  await runJobs(pool(), tasks(server.url + trusting));
  expect(server.mails).toMatchObject([{ secure: true }]);
});

test('the worker uses TLS from the start with smtps:', async () => {
  const server = await smtp({ ...tls, secure: true });
  await write();
  await runJobs(pool(), tasks(server.url.replace('smtp:', 'smtps:') + trusting));
  expect(server.mails).toMatchObject([{ secure: true }]);
});

test('a certificate without a known issuer is refused', async () => {
  const server = await smtp(tls);
  await write();
  await runJobs(pool(), tasks(server.url));
  expect(server.mails).toEqual([]);
  expect(await rows()).toMatchObject([
    { last_error: expect.stringMatching(/^E\w+: .*certificate/) },
  ]);
});

test('a password is sent over a network only within TLS', async () => {
  let logins = 0;
  const server = await smtp({
    onAuth(_, __, done) {
      logins += 1;
      done(null, { user: 'user' });
    },
  });
  await write();
  // This address leads to this machine, but the worker does not take it for its own.
  await runJobs(pool(), tasks(`smtp://user:secret@0.0.0.0:${server.port}`));
  expect(logins).toBe(0);
  expect(server.mails).toEqual([]);
  expect(await rows()).toMatchObject([{ last_error: expect.stringMatching(/^ETLS: /) }]);
});
