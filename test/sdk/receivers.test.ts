import { createServer } from 'node:http';
import express from 'express';
import fastify from 'fastify';
import { type Context, Hono } from 'hono';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { WebhookEvent } from '../../dist/sdk/typescript/index.js';
import { receiver as expressReceiver } from '../../dist/sdk/typescript/webhooks/express.js';
import { receiver as fastifyReceiver } from '../../dist/sdk/typescript/webhooks/fastify.js';
import { receiver as honoReceiver } from '../../dist/sdk/typescript/webhooks/hono.js';
import { receiver as workersReceiver } from '../../dist/sdk/typescript/webhooks/workers.js';
import { signatureHeader } from '../../src/features/webhooks/signature.ts';
import { frameworks, type ReceiverInput, sendTo } from './harness/receivers.ts';

const SECRET = 'whsec_4fT9xQm2LrV7bKc1WnZ8sYd5HgJ3pEa6UtRi0oBvNqM';
const seconds = () => Math.floor(Date.now() / 1000);
const bodyOf = (id: string) => `{"id":"${id}","type":"ping","data":{"name":"Ä / é"}}`;

function request(id: string, secret = SECRET, at = seconds()): RequestInit {
  const body = bodyOf(id);
  const headers = {
    'content-type': 'application/json',
    'svc-signature': signatureHeader(secret, body, at),
    'svc-event-id': id,
  };
  return { method: 'POST', headers, body };
}

const nothing: ReceiverInput['handle'] = () => undefined;

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(Object.entries(frameworks))('%s', (name, start) => {
  test('gives a genuine event to the handler and answers 200', async () => {
    const handled: WebhookEvent[] = [];
    const send = await start({ secret: SECRET, handle: (event) => handled.push(event) });
    const answer = await send(request('evt_1'));
    expect([answer.status, await answer.text()]).toEqual([200, 'handled']);
    expect(handled).toEqual([JSON.parse(bodyOf('evt_1'))]);
  });

  test('waits for the handler before it answers', async () => {
    let isDone = false;
    const handle = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      isDone = true;
    };
    const send = await start({ secret: SECRET, handle });
    await send(request('evt_1'));
    expect(isDone).toBe(true);
  });

  test('answers 400 with the reason, which the deliveries then show, and tells the log', async () => {
    const handle = vi.fn();
    const onRefused = vi.fn(() => {
      throw new Error('a log that fails');
    });
    const send = await start({ secret: SECRET, handle, options: { onRefused } });
    const sent: [RequestInit, string][] = [
      [{ method: 'POST', body: '{}' }, 'missing_header'],
      [{ ...request('evt_1'), headers: { 'svc-signature': 'v1,x' } }, 'malformed_signature'],
      [request('evt_1', 'whsec_other'), 'wrong_secret'],
      [{ ...request('evt_1'), body: `${bodyOf('evt_1')} ` }, 'body_changed'],
      [request('evt_1', SECRET, seconds() - 4000), 'clock'],
    ];
    for (const [init, code] of sent) {
      const answer = await send(init);
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toContain('text/plain');
      expect(await answer.text()).toMatch(new RegExp(`^${code}: `));
      expect(onRefused).toHaveBeenLastCalledWith(expect.objectContaining({ code }));
    }
    expect(handle).not.toHaveBeenCalled();
  });

  test('answers 500 and says why if something has parsed the body before', async () => {
    const handle = vi.fn();
    const send = await start({ secret: SECRET, handle, parsesBefore: true });
    const answer = await send(request('evt_1'));
    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain('something has read it before the receiver');
    expect(handle).not.toHaveBeenCalled();
  });

  test('answers 500 when the handler fails, and handles the event when it comes again', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const handle = vi.fn().mockRejectedValueOnce(new Error('the database is away'));
    const send = await start({ secret: SECRET, handle, options: { store: new Set<string>() } });
    const answer = await send(request('evt_1'));
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain(name === 'Fastify' ? 'stack' : 'the database');
    expect((await send(request('evt_1'))).status).toBe(200);
    expect(handle).toHaveBeenCalledTimes(2);
    // Only the receiver for Node logs the error itself. The frameworks have error handlers.
    expect(logged).toHaveBeenCalledTimes(name === 'Node' ? 1 : 0);
  });

  test('with a store, handles an event that came before no second time', async () => {
    const handle = vi.fn();
    const store = new Set<string>();
    const send = await start({ secret: SECRET, handle, options: { store } });
    expect(await (await send(request('evt_1'))).text()).toBe('handled');
    const again = await send(request('evt_1'));
    expect([again.status, await again.text()]).toEqual([200, 'handled before']);
    await send(request('evt_2'));
    expect(handle).toHaveBeenCalledTimes(2);
    expect(store).toEqual(new Set(['evt_1', 'evt_2']));
    const without = await start({ secret: SECRET, handle });
    for (let n = 0; n < 2; n += 1) await without(request('evt_3'));
    expect(handle).toHaveBeenCalledTimes(4);
  });

  test('while an event is being handled, answers the same event with 503, so that it comes again', async () => {
    let finish = () => {};
    const handle = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const send = await start({ secret: SECRET, handle, options: { store: new Set<string>() } });
    const first = send(request('evt_1'));
    await vi.waitFor(() => expect(handle).toHaveBeenCalled());
    expect((await send(request('evt_1'))).status).toBe(503);
    finish();
    expect((await first).status).toBe(200);
    expect(await (await send(request('evt_1'))).text()).toBe('handled before');
    expect(handle).toHaveBeenCalledTimes(1);
  });

  test('refuses a body that is larger than any event', async () => {
    const send = await start({ secret: SECRET, handle: nothing });
    const answer = await send({ ...request('evt_1'), body: 'x'.repeat(2_000_000) });
    expect(answer.status).toBe(413);
  });

  test.each([undefined, '', ' '])('does not start without a secret (%o)', async (secret) => {
    await expect(start({ secret: secret as string, handle: nothing })).rejects.toThrow('secret');
  });
});

test('the other routes of a Fastify application parse as before', async () => {
  const app = fastify();
  app.register(fastifyReceiver(SECRET, nothing), { prefix: '/webhooks' });
  app.post('/other', async (incoming) => incoming.body);
  const answer = await app.inject({ method: 'POST', url: '/other', payload: { a: 1 } });
  expect(answer.json()).toEqual({ a: 1 });
  const event = request('evt_1');
  const headers = event.headers as Record<string, string>;
  const sent = { method: 'POST', url: '/webhooks', headers, payload: String(event.body) } as const;
  expect((await app.inject(sent)).statusCode).toBe(200);
});

test('the receiver works behind express.raw(), behind express.text(), and with the rawBody of a platform', async () => {
  const keepers: express.RequestHandler[] = [
    express.raw({ type: '*/*' }),
    express.text({ type: '*/*' }),
    express.json({
      verify: (incoming, _, bytes) => Object.assign(incoming, { rawBody: bytes }),
    }),
  ];
  for (const keep of keepers) {
    const app = express().use(keep);
    app.post('/webhooks', expressReceiver(SECRET, nothing));
    const send = await sendTo(createServer(app));
    expect(await (await send(request('evt_1'))).text()).toBe('handled');
  }
});

test.each(['text', 'arrayBuffer', 'json'] as const)(
  'the receiver works behind a middleware of Hono that reads the body with %s()',
  async (how) => {
    const app = new Hono();
    app.use(async (c, next) => {
      await c.req[how]();
      await next();
    });
    app.post('/webhooks', honoReceiver(SECRET, nothing));
    expect((await app.request('/webhooks', request('evt_1'))).status).toBe(200);
  },
);

test('the receiver of a Worker finds the secret in the environment, and gives the handler the bindings', async () => {
  type Env = { SIGNING_SECRET?: string; QUEUE: string[] };
  const worker = {
    fetch: workersReceiver<Env>(
      ({ env }) => env.SIGNING_SECRET,
      (event, { env }) => env.QUEUE.push(event.id),
    ),
  };
  const env: Env = { SIGNING_SECRET: SECRET, QUEUE: [] };
  const sent = () => new Request('https://worker.example/', request('evt_1'));
  expect((await worker.fetch(sent(), env)).status).toBe(200);
  expect(env.QUEUE).toEqual(['evt_1']);
  await expect(worker.fetch(sent(), { QUEUE: [] })).rejects.toThrow('secret');
});

test('the receiver of Hono finds the secret in the context', async () => {
  type Bindings = { SIGNING_SECRET: string };
  const app = new Hono<{ Bindings: Bindings }>();
  app.post(
    '/',
    honoReceiver((c: Context<{ Bindings: Bindings }>) => c.env.SIGNING_SECRET, nothing),
  );
  const answer = await app.request('/', request('evt_1'), { SIGNING_SECRET: SECRET });
  expect(answer.status).toBe(200);
});

test('the receiver of a Worker refuses other methods than POST', async () => {
  const answer = await workersReceiver(SECRET, nothing)(new Request('https://worker.example/'));
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
});
