import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readStream } from '../../src/sdk/command-line/listen-stream.ts';
import { Reporter } from '../../src/sdk/command-line/report-answers.ts';
import { makeTerminal } from '../../src/sdk/command-line/terminal.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { useMachine } from './harness/command-line.ts';

const MEBIBYTE = 1024 * 1024;
const OFFERED = 64 * MEBIBYTE;
const api = useApi();
const machine = useMachine(api);

/** Starts a service that attacks the command line of a person who was talked into its address. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends 64 MiB as fast as the client reads, and returns how much was sent. */
async function sendMuch(response: ServerResponse, progress: { sent: number }): Promise<void> {
  const chunk = 'x'.repeat(MEBIBYTE);
  while (progress.sent < OFFERED && !response.destroyed) {
    progress.sent += chunk.length;
    const isWritten = response.write(chunk);
    if (!isWritten) await new Promise((done) => response.once('drain', done).once('close', done));
  }
  response.end();
}

test('a listener gives up on a line that does not end', async () => {
  const progress = { sent: 0 };
  const server = await serve((_, response) => sendMuch(response.writeHead(200), progress));
  const options = { events: undefined, listener: undefined, keepAliveS: 10 };
  const connection = { server, token: 'svcl_x' };
  const lines = readStream(connection, options, AbortSignal.timeout(60_000));
  await expect(lines.next()).rejects.toThrow();
  expect(progress.sent).toBeLessThan(OFFERED / 2);
}, 70_000);

test('a command gives up on an answer that does not end', async () => {
  const progress = { sent: 0 };
  const server = await serve((_, response) => sendMuch(response.writeHead(200), progress));
  await machine().keepLogin(server, 'svcl_x');
  const { code, stdout, stderr } = await machine().run(['status']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`Cannot reach ${server}: its answer does not end.`);
  expect(progress.sent).toBeLessThan(OFFERED / 2);
});

test('a report of answers gives up on an answer that does not end', async () => {
  const progress = { sent: 0 };
  let isOver = false;
  const server = await serve(async (_, response) => {
    response.once('close', () => {
      isOver = true;
    });
    await sendMuch(response.writeHead(200), progress);
  });
  const reporter = new Reporter({ server, token: 'svcl_x' });
  reporter.begin('whl_1');
  reporter.add({ event_id: 'evt_1', ms: 1, status: 200, error: null, excerpt: null });
  await until('the connection to end', () => isOver);
  await reporter.end();
  expect(progress.sent).toBeLessThan(OFFERED / 2);
});

test('logs --follow stops when the pages do not end, and says so', async () => {
  let pages = 0;
  const line = {
    at: '2026-01-01T00:00:00Z',
    method: 'GET',
    path: '/v1/me',
    status: 200,
    code: null,
    ms: 1,
    key: null,
    ip: null,
  };
  const server = await serve((_, response) => {
    pages += 1;
    const data = {
      data: [{ ...line, request_id: `req_${pages}` }],
      next_cursor: pages === 1 ? null : 'more',
      poll_since: '2026-01-01T00:00:00Z',
    };
    response.end(JSON.stringify({ result: { data } }));
  });
  await machine().keepLogin(server, 'svcl_x');
  const following = machine().start(['logs', '--follow']);
  onTestFinished(async () => void (await following.stop()));
  await until('the note', () => /More than 100 requests came at once/.test(following.stderr));
});

test('no text of a service controls the terminal or reverses the direction of a line', () => {
  const written: string[] = [];
  const out = { write: (text: string) => written.push(text) };
  const { say } = makeTerminal(out, out, {});
  say('a\u202eb\u2066c\u2028d\u200fe\u061cf\u001b[2Jg\rh\ti');
  expect(written).toEqual(['a·b·c·d·e·f·[2Jg·h\ti\n']);
});
