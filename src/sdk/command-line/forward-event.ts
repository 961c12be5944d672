import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { EventLine, ForwardError, ForwardedAnswer } from './listen-lines.ts';

/** The time limit of an answer. It is also that of a delivery. */
const TIMEOUT_MS = 10_000;
const EXCERPT_CHARACTERS = 1_000;
const EXCERPT_BYTES = 4_000;

const errors: Record<string, ForwardError> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'not_found',
  EAI_AGAIN: 'not_found',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
};

/**
 * Posts an event with the bytes and headers of a delivery, and follows no redirect. It never throws: a failure is a
 * result, like an answer.
 */
export function forwardEvent(
  target: URL,
  { id, headers, body }: EventLine,
  signal: AbortSignal,
): Promise<ForwardedAnswer> {
  const bytes = Buffer.from(body);
  const start = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const begun = performance.now();
  return new Promise((resolve) => {
    const settle = (result: Pick<ForwardedAnswer, 'status' | 'error' | 'excerpt'>) => {
      clearTimeout(late);
      resolve({ event_id: id, ms: Math.round(performance.now() - begun), ...result });
    };
    const fail = (error: unknown) => settle({ status: null, error: errorOf(error), excerpt: null });
    const request = start(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': bytes.length },
      signal,
    });
    const late = setTimeout(() => {
      const error = Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
      request.destroy(error);
    }, TIMEOUT_MS);
    request.once('error', fail);
    // Without a listener for an upgrade, Node destroys the request silently.
    request.once('upgrade', (_, socket) => {
      socket.destroy();
      fail(new Error('an upgrade'));
    });
    request.once('response', (response) => {
      const status = statusOf(response);
      if (status === null) {
        response.destroy();
        fail(new Error('no status of HTTP'));
        return;
      }
      readExcerpt(response).then((excerpt) => settle({ status, error: null, excerpt }), fail);
    });
    request.end(bytes);
  });
}

/** Null for a number that is no status. Node accepts any three digits. */
function statusOf({ statusCode = 0 }: IncomingMessage): number | null {
  return statusCode >= 100 ? statusCode : null;
}

async function readExcerpt(response: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= EXCERPT_BYTES) break;
  }
  const text = Buffer.concat(chunks).toString('utf8').slice(0, EXCERPT_CHARACTERS);
  return text === '' ? null : text;
}

function errorOf(error: unknown): ForwardError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/CERT|TLS|SSL|EPROTO/.test(code)) return 'tls';
  return errors[code] ?? 'other';
}
