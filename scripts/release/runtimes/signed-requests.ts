import { EventEmitter, once } from 'node:events';
import { TeamApi } from '../../../dist/sdk/typescript/index.js';
import { startReceiver } from '../../receiver-tls/own-receiver.ts';
import type { SignedRequest } from './steps.ts';

/** Calls `work` with a function that makes the server send a test event, and returns the request that arrived. */
export async function withSignedRequests(
  { url, key }: { url: string; key: string },
  work: (next: () => Promise<SignedRequest>) => Promise<void>,
): Promise<void> {
  const arrivals = new EventEmitter();
  const receiver = await startReceiver(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    response.end();
    arrivals.emit('event', { body, headers: Object.fromEntries(headers) });
  });
  try {
    const client = new TeamApi({ url, key });
    const events = ['member.joined' as const];
    const made = await client.webhookEndpoints.create({ url: receiver.url, events });
    await work(async () => {
      const came = once(arrivals, 'event', { signal: AbortSignal.timeout(30_000) });
      await client.webhookEndpoints.test(made.id);
      const [request] = (await came) as [Omit<SignedRequest, 'secret'>];
      return { secret: made.secret ?? '', ...request };
    });
  } finally {
    receiver.close();
  }
}
