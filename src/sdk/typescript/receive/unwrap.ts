import { eventIn, explain } from './explain.ts';
import { requireSize } from './limited-body.ts';
import { readSignature, type WebhookHeaders } from './read-signature.ts';
import { WebhookError } from './webhook-error.ts';

/** The secret of the endpoint, or two secrets while one replaces the other. */
export type WebhookSecrets = string | undefined | readonly (string | undefined)[];

/** The body of the request, before any parsing. */
export type RawBody = Uint8Array | ArrayBuffer | string;

export type UnwrapOptions = {
  /** The highest age of a signature, in seconds. The default is 300. */
  tolerance?: number | undefined;
};

export type Unwrap<E> = (
  rawBody: RawBody,
  headers: WebhookHeaders,
  secrets: WebhookSecrets,
  options?: UnwrapOptions,
) => Promise<E>;

export async function unwrap<E>(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secrets: WebhookSecrets,
  { tolerance = 300 }: UnwrapOptions = {},
): Promise<E> {
  const known = secretsIn(secrets);
  const body = bytesOf(rawBody);
  const { t, v1 } = readSignature(headers);
  const matches = async (given: Uint8Array, secret: string) => {
    return isSigned(signedBytes(t, given), v1, secret);
  };
  let isGenuine = false;
  for (const secret of known) isGenuine ||= await matches(body, secret);
  if (!isGenuine) throw await explain(body, known, matches);
  requireRecent(Number(t), tolerance);
  const event = eventIn(body);
  if (!event) throw new WebhookError('body_changed', 'the body is signed, and is no event');
  return event as E;
}

/** The secrets that are set. Throws if none is set, because anybody could sign without a secret. */
export function secretsIn(secrets: WebhookSecrets): string[] {
  const all = [secrets].flat().flatMap((secret) => secret?.trim() || []);
  if (all.length === 0) throw new TypeError('The secret of the endpoint is not set: whsec_…');
  return all;
}

function bytesOf(raw: RawBody): Uint8Array {
  const body =
    typeof raw === 'string'
      ? new TextEncoder().encode(raw)
      : raw instanceof ArrayBuffer
        ? new Uint8Array(raw)
        : raw;
  if (body instanceof Uint8Array) {
    requireSize(body.length);
    return body;
  }
  throw new WebhookError(
    'body_parsed',
    'the body is no longer the bytes that came, because something has parsed it. Give the bytes',
  );
}

/** The signed bytes: the time, a dot, and the body byte for byte. */
function signedBytes(t: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = new TextEncoder().encode(`${t}.`);
  const all = new Uint8Array(start.length + body.length);
  all.set(start);
  all.set(body, start.length);
  return all;
}

/** WebCrypto compares in constant time. */
async function isSigned(
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  secret: string,
): Promise<boolean> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, signature, message);
}

function requireRecent(seconds: number, tolerance: number): void {
  const now = Date.now();
  const age = Math.floor(now / 1000) - seconds;
  if (age <= tolerance) return;
  const [senderTime, receiverTime] = [new Date(seconds * 1000), new Date(now)];
  throw new WebhookError(
    'clock',
    `the signature is ${age} s old and may be ${tolerance}. The sender signed at ${senderTime.toISOString()}, and the clock of this machine says ${receiverTime.toISOString()}. If this clock is right, an old request was sent again`,
    { senderTime, receiverTime },
  );
}
