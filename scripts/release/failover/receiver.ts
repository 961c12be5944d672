import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const tls = new URL('../../receiver-tls/', import.meta.url);
const file = (name: string) => readFileSync(new URL(name, tls));

export const receiverCaFile = fileURLToPath(new URL('ca.pem', tls));

export type DrillReceiver = { url: string; announced: Set<string>; close(): Promise<void> };

/** A customer's server. It records the assignments that events name. */
export async function startDrillReceiver(): Promise<DrillReceiver> {
  const announced = new Set<string>();
  const server = createServer({ cert: file('cert.pem'), key: file('key.pem') }, (req, res) => {
    text(req).then(
      (body) => {
        const { data } = JSON.parse(body) as { data: { assignment_id: string } };
        announced.add(data.assignment_id);
        res.end();
      },
      // The sender is gone. It will send the request again.
      () => res.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    announced,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
