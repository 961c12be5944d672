// The receiver: node:https with keep-alive. It answers 200 at once, and counts.
import { startReceiver } from '../../receiver-tls/own-receiver.ts';
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

let requests = 0;
let keepEvery = 1;
let ids = new Set<string>();
let kept: Arrival[] = [];
let wanted: { count: number; reached: () => void } | undefined;

const { url } = await startReceiver((req, res) => {
  const at = machineMs();
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    const id = String(req.headers['svc-event-id']);
    ids.add(id);
    if (requests++ % keepEvery === 0) {
      const signature = String(req.headers['svc-signature']);
      const body = Buffer.concat(chunks).toString();
      kept.push({ id, path: req.url ?? '', at, signature, body });
    }
    res.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2 }).end('ok');
    if (requests === wanted?.count) wanted.reached();
  });
});

answerParent<ReceiverRequest>(async (request) => {
  switch (request.do) {
    case 'address':
      return url;
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
