import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { signatureHeader } from '../../src/features/webhooks/signature.ts';
import { Spawned } from '../harness/spawned.ts';

const SECRET = 'whsec_4fT9xQm2LrV7bKc1WnZ8sYd5HgJ3pEa6UtRi0oBvNqM';
const ca = readFileSync('scripts/receiver-tls/ca.pem');
const bodyOf = (id: string) =>
  JSON.stringify({ id, type: 'member.joined', data: { role: 'member', name: 'Ä' } });

async function start(...args: string[]): Promise<{ receiver: Spawned; port: number }> {
  const receiver = new Spawned('scripts/receiver.ts', {}, [
    '--secret',
    SECRET,
    '--port',
    '0',
    ...args,
  ]);
  await receiver.says('listening');
  return { receiver, port: Number(/127\.0\.0\.1:(\d+)/.exec(receiver.stdout)?.[1]) };
}

const now = () => Math.floor(Date.now() / 1000);

/** Sends a request as the product does, over TLS that it trusts, and returns the answer. */
function send(
  port: number,
  body: string,
  { signature = signatureHeader(SECRET, body, now()), signal = AbortSignal.timeout(20_000) } = {},
): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = signature === '' ? {} : { 'svc-signature': signature };
    const options = { method: 'POST', host: '127.0.0.1', port, ca, headers, signal };
    request(options, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, text: body }), reject);
    })
      .on('error', reject)
      .end(body);
  });
}

test('scripts/receiver.ts accepts a signed event, and says whether it is new or has come before', async () => {
  const { receiver, port } = await start();
  expect(await send(port, bodyOf('evt_1'))).toEqual({ status: 200, text: 'ok' });
  await receiver.says('member.joined evt_1 verified new {"role":"member","name":"Ä"}');
  expect((await send(port, bodyOf('evt_1'))).status).toBe(200);
  await receiver.says('member.joined evt_1 verified duplicate');
});

test('scripts/receiver.ts refuses an event that is unsigned, changed or older than five minutes', async () => {
  const { receiver, port } = await start();
  const body = bodyOf('evt_1');
  for (const [signature, why] of [
    ['', 'no Svc-Signature'],
    ['t=1,v0=00', 'of another form'],
    [signatureHeader(SECRET, `${body} `, now()), 'does not match'],
    [signatureHeader(`${SECRET}a`, body, now()), 'does not match'],
    [signatureHeader(SECRET, body, now() - 310), 'more than five minutes ago'],
  ] as const) {
    const answer = await send(port, body, { signature });
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining(why) });
    await receiver.says(`REFUSED ${answer.text}`);
  }
  const late = signatureHeader(SECRET, body, now() - 290);
  for (const signature of [late, `${late},v2=new`, late.split(',').toReversed().join()]) {
    expect((await send(port, body, { signature })).status, signature).toBe(200);
  }
});

test('scripts/receiver.ts answers with the status and the delay that its options give', async () => {
  const { port } = await start('--fail', '503', '--slow', '300ms');
  const before = performance.now();
  expect((await send(port, bodyOf('evt_1'))).status).toBe(503);
  expect(performance.now() - before).toBeGreaterThan(290);
});

test('scripts/receiver.ts never answers with --hang', async () => {
  const { receiver, port } = await start('--hang');
  const giveUp = new AbortController();
  const answer = send(port, bodyOf('evt_1'), { signal: giveUp.signal });
  await receiver.says('evt_1 verified');
  giveUp.abort();
  await expect(answer).rejects.toThrow('aborted');
});

test('scripts/receiver.ts with --forward passes a request on unchanged, and answers as the program behind it does', async () => {
  const got: { signature: unknown; type: unknown; body: string }[] = [];
  const program = createServer(async (request, response) => {
    const { 'svc-signature': signature, 'content-type': type } = request.headers;
    got.push({ signature, type, body: await text(request) });
    response.writeHead(418).end('a teapot');
  }).listen(0, '127.0.0.1');
  await once(program, 'listening');
  const url = `http://127.0.0.1:${(program.address() as AddressInfo).port}/`;
  const receiver = new Spawned('scripts/receiver.ts', {}, ['--port', '0', '--forward', url]);
  await receiver.says('listening');
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(receiver.stdout)?.[1]);
  const body = bodyOf('evt_1');
  const signature = signatureHeader(SECRET, body, now());
  expect(await send(port, body, { signature })).toEqual({ status: 418, text: 'a teapot' });
  expect(got).toMatchObject([{ signature, body }]);
  await receiver.says('passed on, answered with 418: a teapot');
  program.close();
  program.closeAllConnections();
  expect((await send(port, body, { signature })).status).toBe(502);
  await receiver.says('NO ANSWER from http://127.0.0.1');
});

test('scripts/receiver.ts with --forward and a secret passes on only signed events', async () => {
  const { receiver, port } = await start('--forward', 'http://127.0.0.1:9/');
  expect((await send(port, bodyOf('evt_1'), { signature: '' })).status).toBe(400);
  await receiver.says('REFUSED no Svc-Signature');
});

test('scripts/receiver.ts names a wrong option in one line', async () => {
  const receiver = new Spawned('scripts/receiver.ts', {}, ['--secret', 'x', '--slow', 'long']);
  expect((await receiver.ended).code).toBe(1);
  expect(receiver.stderr).toMatch(/^--slow is wrong/);
});
