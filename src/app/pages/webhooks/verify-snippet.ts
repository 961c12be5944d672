/** A short form of the code in the guide on webhooks. */
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
