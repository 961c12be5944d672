import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { newSecret } from '../../src/features/webhooks/signing-secret.ts';
import { ListenerStream } from '../../src/listen/listener-stream.ts';
import { shareOf } from '../../src/shared/load/share-holder.ts';
import { UnreadAnswers } from '../../src/shared/load/unread-answers.ts';
import { until } from '../harness/until.ts';

const MIB = 1024 * 1024;
const reader = { person: 'usr_1', team: shareOf({ homeTenantId: 'ten_1' }) };

/** A stream over a real connection. The events of a team would be too small to fill a connection. */
async function openStream() {
  const unread = new UnreadAnswers();
  const answered = Promise.withResolvers<ServerResponse>();
  const server = createServer((_, res) => answered.resolve(res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asking = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const res = await answered.promise;
  const opened = {
    id: 'lsn_1',
    tenantId: 'ten_1',
    team: 'Team',
    connectionNo: 1,
    secret: newSecret(),
    events: [],
    isResumed: false,
    missed: null,
  };
  const stream = new ListenerStream({ res, opened, token: 't', keepAliveMs: 0, unread, reader });
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  response.pause();
  onTestFinished(() => {
    response.destroy();
    server.close();
  });
  return { stream, response, unread };
}

/** More bytes than the system buffers for a connection that nobody reads. */
const event = {
  listenerId: 'lsn_1',
  eventId: 'evt_1',
  type: 'ping',
  again: false,
  claimedAtMs: 0,
  createdAt: new Date(0),
  body: JSON.stringify({ data: { text: 'x'.repeat(32 * MIB) } }),
};

test('while bytes wait for the reader, a stream accepts neither an event nor a line, and counts the bytes', async () => {
  const { stream, response, unread } = await openStream();
  expect([stream.hasRoom, stream.needsKeepAlive]).toEqual([true, true]);
  stream.send(event);
  expect([stream.isOpen, stream.hasRoom, stream.needsKeepAlive]).toEqual([true, false, false]);
  expect(() => unread.requireRoom(reader)).toThrow();
  response.resume();
  await until('room', () => stream.hasRoom);
  unread.requireRoom(reader);
});

test('a stream whose reader does not read is cut at its end, so that a stop does not wait', async () => {
  const { stream, response } = await openStream();
  stream.send(event);
  stream.end('stopping');
  expect(stream.isOpen).toBe(false);
  response.on('error', () => undefined);
  let end = '';
  response.setEncoding('latin1').on('data', (chunk: string) => {
    end = chunk.slice(-100);
  });
  await until('the end', () => response.closed);
  expect(end).not.toContain('"type":"end"');
});
