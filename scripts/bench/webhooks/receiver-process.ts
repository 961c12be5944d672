// The receiver: node:https with keep-alive. It answers 200 at once, and counts.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { answerParent, machineMs } from './child.ts';

export type Arrival = {
  id: string;
  path: string;
  at: number;
  signature: string;
  body: string;
};
export type ReceiverRequest =
  | { do: 'address' }
  /** Resets the counters. From then on, each n-th request is kept whole. */
  | { do: 'forget'; keepEvery: number }
  | { do: 'wait'; count: number; limitMs: number }
  | { do: 'tell' };
export type Received = { requests: number; events: number; kept: Arrival[] };

const tls = new URL('../../receiver-tls/', import.meta.url);
const file = (name: string) => readFileSync(new URL(name, tls));

let requests = 0;
let keepEvery = 1;
let ids = new Set<string>();
let kept: Arrival[] = [];
let wanted: { count: number; reached: () => void } | undefined;

const server = createServer(
  { cert: file('cert.pem'), key: file('key.pem'), keepAliveTimeout: 60_000 },
  (req, res) => {
    const at = machineMs();
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const id = String(req.headers['svc-event-id']);
      ids.add(id);
      if (requests++ % keepEvery === 0) {
        const signature = String(req.headers['svc-signature']);
        kept.push({
          id,
          path: req.url ?? '',
          at,
          signature,
          body: Buffer.concat(chunks).toString(),
        });
      }
      res.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2 }).end('ok');
      if (requests === wanted?.count) wanted.reached();
    });
  },
);
server.listen(0, '127.0.0.1');
await once(server, 'listening');

answerParent<ReceiverRequest>(async (request) => {
  switch (request.do) {
    case 'address':
      return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    case 'forget':
      [requests, ids, kept, keepEvery] = [0, new Set(), [], request.keepEvery];
      return null;
    case 'wait':
      return reached(request);
    case 'tell':
      return { requests, events: ids.size, kept } satisfies Received;
  }
});

function reached({ count, limitMs }: { count: number; limitMs: number }): Promise<null> {
  return new Promise((resolve, reject) => {
    if (requests >= count) return resolve(null);
    const late = () => reject(new Error(`only ${requests} of ${count} requests have come`));
    const timer = setTimeout(late, limitMs);
    wanted = {
      count,
      reached() {
        clearTimeout(timer);
        resolve(null);
      },
    };
  });
}
