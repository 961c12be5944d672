// The rival of `deliveries`: an undici loop that signs and posts what it has read before, and stores nothing.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent } from 'undici';
import { openSecret } from '../../../src/features/webhooks/signing-secret.ts';
import { deriveKey } from '../../../src/shared/secrets/seal.ts';
import { receiverSettings } from '../../receiver-tls/own-receiver.ts';
import { rowsOf } from '../database.ts';
import { encryptionKey } from '../server-process.ts';
import { answerParent } from './child.ts';

export type BareLoopRequest = { do: 'read' } | { do: 'send'; count: number; concurrency: number };

type Post = { origin: string; path: string; secret: string; eventId: string; body: string };
type Row = {
  tenant: string;
  endpoint: string;
  url: string;
  secret: Buffer;
  id: string;
  body: string;
};

const ca = readFileSync(receiverSettings.WEBHOOK_CA_FILE);
const agents = new Map<number, Agent>();
let posts: Post[] = [];

answerParent<BareLoopRequest>(async (request) => {
  switch (request.do) {
    case 'read':
      posts = await read();
      return posts.length;
    case 'send':
      return send(request);
  }
});

async function read(): Promise<Post[]> {
  const rows = await rowsOf<Row>(
    process.env.DATABASE_URL ?? '',
    `select e.tenant_id as tenant, e.id as endpoint, e.url, e.secret, v.id, v.body
     from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
     join webhook_event v on v.id = d.event_id order by d.id`,
  );
  const key = deriveKey(Buffer.from(encryptionKey, 'base64'), 'webhook-secret');
  return rows.map(({ tenant, endpoint, url, secret, id, body }) => ({
    origin: new URL(url).origin,
    path: new URL(url).pathname,
    secret: openSecret(key, secret, { tenantId: tenant, endpointId: endpoint }),
    eventId: id,
    body,
  }));
}

/** Sends `count` requests, one after another on each connection. Returns how long that took. */
async function send({ count, concurrency }: { count: number; concurrency: number }) {
  const agent =
    agents.get(concurrency) ??
    new Agent({ connections: concurrency, pipelining: 1, allowH2: false, connect: { ca } });
  agents.set(concurrency, agent);
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < count) {
        const post = posts[next++ % posts.length];
        if (post) await sendOne(agent, post);
      }
    }),
  );
  return performance.now() - startedAt;
}

async function sendOne(agent: Agent, { origin, path, secret, eventId, body }: Post) {
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  const response = await agent.request({
    origin,
    path,
    method: 'POST',
    headers: {
      'user-agent': 'Team-API-Webhooks/1',
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'svc-signature': `t=${t},v1=${v1}`,
      'svc-event-id': eventId,
    },
    body,
  });
  await response.body.text();
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
}
