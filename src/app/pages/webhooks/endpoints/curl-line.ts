/** A line for a shell that creates an endpoint over REST. The reader fills in a key and a URL. */
export function createLine(): string {
  const body = JSON.stringify({ url: 'https://example.com/webhooks', events: ['member.joined'] });
  const headers = `-H 'Authorization: Bearer svck_live_…' -H 'Content-Type: application/json'`;
  return `curl -X POST '${location.origin}/api/public/v1/webhook-endpoints' ${headers} -d '${body}'`;
}

/** The check of a signature, as in the guide on webhooks but shorter. */
export const verifySnippet = `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the raw bytes (a Buffer), before anything parses them
export function isGenuine(body, header, secret) {
  const pairs = header.split(',').map((one) => one.split('=', 2));
  const { t = '', v1 = '' } = Object.fromEntries(pairs);
  const given = Buffer.from(v1, 'hex');
  const mac = createHmac('sha256', secret).update(t + '.');
  const expected = mac.update(body).digest();
  const isRecent = Date.now() / 1000 - Number(t) <= 300;
  const isWhole = given.length === expected.length;
  return isRecent && isWhole && timingSafeEqual(given, expected);
}`;
