import { type NoisyRequest, send } from './send.ts';

export type Noise = { port: number; requests: NoisyRequest[]; lastsMs: number };

// Sends each request again and again. It is a process of its own, because reading the large answers would slow the client
// whose waiting is measured.
process.on('message', async ({ port, requests, lastsMs }: Noise) => {
  const end = performance.now() + lastsMs;
  const clients = requests.map(async (one) => {
    while (performance.now() < end) await send(port, one);
  });
  await Promise.all(clients);
  process.send?.('over');
});
process.on('disconnect', () => process.exit());
