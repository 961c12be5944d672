import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { unwrap } from '../../../src/sdk/typescript/receive/unwrap.ts';

type Received = { headers: IncomingHttpHeaders; body: string };
type Answer = (received: Received, response: ServerResponse) => unknown;

/** A server on a developer's machine. */
export class LocalReceiver {
  readonly received: Received[] = [];
  readonly url: string;

  private constructor(port: number) {
    this.url = `http://localhost:${port}/webhooks`;
  }

  static async start(answer: Answer = (_, response) => response.end('thanks')) {
    const server = createServer(async (request, response) => {
      const body = await buffer(request);
      const received = { headers: request.headers, body: body.toString() };
      receiver.received.push(received);
      await answer(received, response);
    });
    server.listen(0, 'localhost');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const receiver = new LocalReceiver((server.address() as AddressInfo).port);
    return receiver;
  }

  get ids(): string[] {
    return this.received.map(({ headers }) => String(headers['webhook-id']));
  }

  /** The ids of the events, each once, in the order in which they first came. */
  get distinct(): string[] {
    return [...new Set(this.ids)];
  }

  /** Throws if a request is not genuine. */
  async verify(secret: string): Promise<void> {
    for (const { headers, body } of this.received) {
      await unwrap(body, headers as Record<string, string>, secret);
    }
  }
}
