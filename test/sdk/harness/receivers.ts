import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import type { WebhookEvent } from '../../../dist/sdk/typescript/index.js';
import {
  receiver as expressReceiver,
  type ReceiverOptions,
} from '../../../dist/sdk/typescript/webhooks/express.js';
import { receiver as fastifyReceiver } from '../../../dist/sdk/typescript/webhooks/fastify.js';
import { receiver as honoReceiver } from '../../../dist/sdk/typescript/webhooks/hono.js';
import { receiver as workersReceiver } from '../../../dist/sdk/typescript/webhooks/workers.js';

export type ReceiverInput = {
  secret: string;
  handle: (event: WebhookEvent) => unknown;
  options?: ReceiverOptions;
  /** Whether a middleware parses every body before the receiver. */
  parsesBefore?: boolean;
};

/** Sends a request to the path of the receiver. */
export type Send = (init: RequestInit) => Promise<Response>;

/** Starts a program with a receiver, in each framework. */
export const frameworks: Record<string, (input: ReceiverInput) => Promise<Send>> = {
  Express: async ({ secret, handle, options, parsesBefore }) => {
    const app = express();
    if (parsesBefore) app.use(express.json());
    app.post('/webhooks', expressReceiver(secret, handle, options));
    app.use(express.json());
    app.use(quiet);
    return sendTo(createServer(app));
  },
  Node: async ({ secret, handle, options, parsesBefore }) => {
    const receive = expressReceiver(secret, handle, options);
    return sendTo(
      createServer(async (request, response) => {
        if (parsesBefore) for await (const _ of request);
        await receive(request, response);
      }),
    );
  },
  Fastify: async ({ secret, handle, options, parsesBefore }) => {
    const app = fastify();
    if (parsesBefore) {
      app.addHook('preHandler', async (request) => {
        request.body = JSON.parse(String(request.body));
      });
    }
    app.register(fastifyReceiver(secret, handle, options), { prefix: '/webhooks' });
    await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => app.close());
    return sendTo(app.server);
  },
  Hono: async ({ secret, handle, options, parsesBefore }) => {
    const app = new Hono();
    if (parsesBefore) {
      app.use(async (c, next) => {
        await c.req.parseBody({ all: true });
        await c.req.raw.arrayBuffer().catch(() => undefined);
        await next();
      });
    }
    app.post('/webhooks', honoReceiver(secret, handle, options));
    app.onError((_, c) => c.text('failed', 500));
    return async (init) => app.request('/webhooks', init);
  },
  Workers: async ({ secret, handle, options, parsesBefore }) => {
    const worker = { fetch: workersReceiver(secret, handle, options) };
    return async (init) => {
      const request = new Request('https://worker.example/webhooks', init);
      if (parsesBefore) await request.text();
      // The runtime answers 500 when a Worker throws.
      return worker.fetch(request).catch(() => new Response('failed', { status: 500 }));
    };
  },
};

const quiet: express.ErrorRequestHandler = (_, __, response, ___) => {
  response.status(500).send('failed');
};

export async function sendTo(server: Server): Promise<Send> {
  if (!server.listening) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
  }
  const { port } = server.address() as AddressInfo;
  return (init) => fetch(`http://127.0.0.1:${port}/webhooks`, init);
}
