import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readStream } from '../../src/sdk/command-line/listen-stream.ts';

const MEBIBYTE = 1024 * 1024;

test('a command line gives up on a line that does not end', async () => {
  let sent = 0;
  const server = createServer(async (_, response) => {
    response.writeHead(200);
    const chunk = 'x'.repeat(MEBIBYTE);
    while (sent < 16 * MEBIBYTE && !response.destroyed) {
      sent += chunk.length;
      const isWritten = response.write(chunk);
      if (!isWritten) await new Promise((done) => response.once('drain', done).once('close', done));
    }
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const wish = { events: undefined, listener: undefined, keepAliveS: 10 };
  const lines = readStream(
    { server: `http://127.0.0.1:${port}`, token: 'svcl_x' },
    wish,
    AbortSignal.timeout(60_000),
  );
  await expect(lines.next()).rejects.toThrow();
  expect(sent).toBeLessThan(8 * MEBIBYTE);
}, 70_000);
