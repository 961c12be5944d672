import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Subscriber } from '../delivery/harness/subscriber.ts';
import { WorkerProcess } from '../delivery/harness/worker-process.ts';
import { encryptionKey } from '../harness/api.ts';
import { freePort } from '../harness/free-port.ts';
import { startSmtp } from '../harness/smtp.ts';
import { sourcesIn } from '../harness/sources.ts';
import { get, Spawned } from '../harness/spawned.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { Sink } from '../tracing/harness/sink.ts';

const api = useApi();

async function startProcesses() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-late-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const late = path.join(folder, 'late');
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  const PORT = String(await freePort());
  const refusing = {
    NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'harness/refuse-imports.ts')}`,
    LATE_IMPORTS: late,
  };
  const database = { DATABASE_URL: api().database.url, ENCRYPTION_KEY: encryptionKey };
  const sink = await Sink.start();
  const common = { ...refusing, OTEL_EXPORTER_OTLP_ENDPOINT: sink.url };
  const [server] = await Promise.all([
    new Spawned('src/api.ts', { ...common, ...database, PORT }).says('"ready"'),
    WorkerProcess.start(api().database.url, { ...common, SMTP_URL: smtp.url }),
  ]);
  await writeFile(late, '');
  return { late, smtp, server, sink, PORT };
}

test('a process loads nothing after it is ready, so that its folder may be replaced', async () => {
  const team = await makeTeam(api());
  const subscriber = await Subscriber.make(api().database.url, { team, events: ['member.joined'] });
  const { late, smtp, sink, PORT } = await startProcesses();
  const ask = async (method: string, at: string, body: object) => {
    const headers = {
      authorization: `Bearer ${team.key}`,
      origin: `http://localhost:${PORT}`,
      'content-type': 'application/json',
    };
    const url = `http://127.0.0.1:${PORT}${at}`;
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
    return [answer.status, await answer.text()] as const;
  };
  const statuses = await Promise.all(
    [
      '/api/public/v1/me',
      '/api/public/v1/analytics/team',
      '/api/public/v1/openapi.v1.json',
      '/app/',
      '/docs/',
      '/metrics',
      '/readyz',
    ].map(async (at) => [at, (await get({ PORT }, at, team.key)).status]),
  );
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  const wrong = { email: 'nobody@example.com', password: 'a wrong password' };
  expect(await ask('POST', '/trpc/session.signIn', wrong)).toMatchObject([401, /credentials/]);
  const [status] = await ask('POST', '/api/public/v1/users', {
    email: 'new@example.com',
    lang: 'en',
  });
  expect(status).toBe(201);
  await smtp.received(1);
  await until('the delivery', () => subscriber.receiver.requests.length > 0);
  await Promise.all([sink.named('POST /users'), sink.named('delivery')]);
  expect(await readFile(late, 'utf8')).toBe('');
});

test('what is not imported at once is loaded before a process is ready', () => {
  const files = sourcesIn('src').filter(
    ({ file, text }) => !/^src\/(app|docs|sdk)\//.test(file) && /\bimport\(['"]/.test(text),
  );
  expect(files.map(({ file }) => file).sort()).toEqual([
    // loadAhead() and loadJobs()
    'src/auth/webauthn.ts',
    // The command line, which ends by itself.
    'src/cli.ts',
    'src/db/prisma/prisma-loan.ts',
    // The start of `npm start` alone.
    'src/process/first-start.ts',
    'src/rest/openapi/reply.ts',
    'src/server.ts',
    // The start of each process, if OTEL_EXPORTER_OTLP_ENDPOINT is set.
    'src/tracing/start-tracing.ts',
    'src/worker/crm/start-synchronizing.ts',
  ]);
});
