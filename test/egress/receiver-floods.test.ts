import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { allow, namesOf, newClient, postTo, useClosing } from '../harness/egress.ts';
import { startRawReceiver } from '../harness/raw-receiver.ts';
import { receiverCertificate, startReceiver } from '../harness/receiver.ts';

const closed = useClosing();
const client = newClient({ timeoutMs: 10_000 });
afterAll(() => client.close());

const ENOUGH_BYTES = 30_000_000;

/** Writes as fast as the client reads, up to the limit of this test. */
function flood(socket: TLSSocket, chunk: string): { sent: number } {
  const block = chunk.repeat(Math.ceil(65_536 / chunk.length));
  const count = { sent: 0 };
  const pump = () => {
    while (socket.writable && count.sent < ENOUGH_BYTES) {
      count.sent += block.length;
      if (!socket.write(block)) return;
    }
  };
  socket.on('drain', pump);
  pump();
  return count;
}

describe('an endless answer without content does not keep the client busy', () => {
  test.each([
    { what: 'interim answers', head: '', chunk: 'HTTP/1.1 103 Early Hints\r\n\r\n' },
    { what: 'empty lines', head: '', chunk: '\r\n' },
    { what: 'a reason phrase', head: 'HTTP/1.1 200 ', chunk: 'very ' },
  ])('$what without end is invalid_response, long before the deadline', async ({ head, chunk }) => {
    let flooded = { sent: 0 };
    const receiver = closed(
      await startRawReceiver({
        onRequest(socket) {
          socket.write(head);
          flooded = flood(socket, chunk);
        },
      }),
    );
    expect(await postTo(client, receiver.url())).toMatchObject({
      code: null,
      error: 'invalid_response',
    });
    await receiver.waitFor(() => receiver.openSockets() === 0);
    expect(flooded.sent).toBeLessThan(ENOUGH_BYTES);
  });

  test('an answer with an endless chunk extension is judged by its status (D155)', async () => {
    const receiver = closed(
      await startRawReceiver({
        onRequest(socket) {
          socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;');
          flood(socket, 'x');
        },
      }),
    );
    const outcome = await postTo(client, receiver.url());
    expect(outcome).toMatchObject({ code: 200, error: null });
    expect(outcome.ms).toBeLessThan(9_000);
    await receiver.waitFor(() => receiver.openSockets() === 0);
  });

  test('an idle connection is closed', async () => {
    const receiver = closed(
      await startRawReceiver({
        onRequest(socket) {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
          setTimeout(() => flood(socket, '\r\n'), 50);
        },
      }),
    );
    expect(await postTo(client, receiver.url())).toMatchObject({ code: 200, error: null });
    await receiver.waitFor(() => receiver.openSockets() === 0);
  });

  test('a connection is used again and again, however much it has carried', async () => {
    const receiver = closed(await startReceiver((_, response) => response.end('x'.repeat(900))));
    for (let i = 0; i < 400; i++) await postTo(client, receiver.url());
    expect(receiver.acceptedSockets()).toBe(1);
  });

  test('the receiver cannot make the client do a second handshake', async () => {
    const pending = Promise.withResolvers<Error | null>();
    const sockets: TLSSocket[] = [];
    const server = createServer({ ...receiverCertificate(), maxVersion: 'TLSv1.2' }, (socket) => {
      sockets.push(socket);
      socket.once('error', pending.resolve).on('error', () => undefined);
      socket.once('data', () => socket.renegotiate({}, pending.resolve));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sending = postTo(client, `https://127.0.0.1:${port}/`);
    expect(await pending.promise).toMatchObject({
      message: expect.stringMatching('renegotiation'),
    });
    for (const socket of sockets) socket.destroy();
    server.close();
    expect((await sending).code).toBeNull();
  });
});

describe('D152: a name with very many addresses does not make the client connect to all of them', () => {
  test('four of each family are tried', async () => {
    const dead = Array.from({ length: 8 }, (_, i) => `127.0.1.${i + 1}`);
    const receiver = closed(await startReceiver());
    const tried = (before: number) => {
      const addresses = [...dead.slice(0, before), '127.0.0.1'];
      const resolver = namesOf({ 'a.receiver.test': addresses });
      return closed(newClient({ resolver, allowed: allow(...dead, '127.0.0.1') }));
    };
    const url = `https://a.receiver.test:${receiver.port}/`;
    expect(await postTo(tried(3), url)).toMatchObject({ code: 200 });
    expect(await postTo(tried(4), url)).toMatchObject({ error: 'connect_refused' });
    expect(receiver.requests).toHaveLength(1);
  });
});
