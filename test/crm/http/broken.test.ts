import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CrmFailure } from '../../../src/crm/crm-failure.ts';
import { exchange } from '../../../src/crm/http/crm-exchange.ts';
import { crmAt, networkOf } from '../harness/crm-client.ts';

const broken = {
  'no HTTP': 'hello\r\n\r\n',
  'no bytes': '',
  'half of a head': 'HTTP/1.1 200 OK\r\ncontent-le',
  'a status that is no number': 'HTTP/1.1 abc OK\r\n\r\n',
  'a version that does not exist': 'HTTP/9.9 200 OK\r\n\r\n',
  'a length that is no number': 'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n',
  'two lengths': 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\naa',
  'a broken chunk': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\na\r\n',
  'half of a body': 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{}',
  'another protocol':
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  'a broken header': 'HTTP/1.1 200 OK\r\n\0bad: x\r\n\r\n',
  'a head of 100,000 characters': `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`,
  'a greeting of TLS': '\x15\x03\x01\x00\x02\x02\x46',
};

test.each(Object.entries(broken))('a CRM that answers with %s is unavailable', async (_, bytes) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes, 'latin1'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const network = networkOf(crmAt(url));
  onTestFinished(() => network.close());
  const message = { url: new URL(url), method: 'GET', headers: {}, body: null } as const;
  const pending = exchange(network, message, { stop: undefined, deadlineMs: 5_000 });
  const failure = await pending.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CrmFailure);
  expect(failure).toMatchObject({
    reason: 'unavailable',
    facts: { code: expect.stringMatching(/^(?:UND_ERR_|HPE_|ECONN|broken_http)/) },
  });
});
