import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'undici';

/** Makes undici load its parser, which it otherwise does for the first answer that it gets. */
export async function loadHttp(): Promise<void> {
  const server = createServer((_req, res) => res.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new Client(`http://127.0.0.1:${port}`);
  try {
    const { body } = await client.request({ path: '/', method: 'GET' });
    await body.dump();
  } finally {
    await client.close();
    server.close();
  }
}
