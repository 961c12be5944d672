import { type Dispatcher, errors, request } from 'undici';
import { AttemptFailure } from '../../egress/attempt-error.ts';
import { codeOf } from '../../shared/errors/system-error-code.ts';
import { note, outgoingTrace, span } from '../../tracing/span.ts';
import { CrmFailure } from '../crm-failure.ts';
import type { CrmNetwork } from './crm-network.ts';

/** The time limit of the whole exchange: looking up the name, connecting, and reading the last byte. */
export const DEADLINE_MS = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;

export type Message = {
  url: URL;
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body: string | null;
};
export type RawAnswer = { status: number; header(name: string): string | null; text: string };

type Limits = { stop: AbortSignal | undefined; deadlineMs: number };

/** Sends one request and follows no redirect. Its errors contain no words of the provider. */
export function exchange(
  network: CrmNetwork,
  message: Message,
  { stop, deadlineMs }: Limits,
): Promise<RawAnswer> {
  const attributes = { 'http.request.method': message.method };
  return span({ name: message.method, kind: 'client', attributes }, async () => {
    const answer = await send(network, message, { stop, deadlineMs });
    note({ 'http.response.status_code': answer.status }, answer.status >= 400);
    return answer;
  });
}

async function send(
  network: CrmNetwork,
  message: Message,
  { stop, deadlineMs }: Limits,
): Promise<RawAnswer> {
  stop?.throwIfAborted();
  const ends = new AbortController();
  const onStop = () => ends.abort();
  // AbortSignal.any would keep a listener at the signal of the worker for as long as the worker runs.
  stop?.addEventListener('abort', onStop, { once: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    ends.abort();
  }, deadlineMs);
  try {
    return await answerOf(await network.dispatcherFor(message.url, ends.signal), message, ends);
  } catch (error) {
    if (isLate) throw new CrmFailure('unavailable', { code: 'timeout' });
    stop?.throwIfAborted();
    throw failureOf(error);
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', onStop);
  }
}

async function answerOf(
  dispatcher: Dispatcher,
  { url, method, headers, body }: Message,
  { signal }: AbortController,
): Promise<RawAnswer> {
  const answer = await request(url, {
    dispatcher,
    method,
    headers: { ...headers, ...outgoingTrace() },
    body,
    signal,
    // The deadline above limits both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) {
      answer.body.destroy();
      throw new CrmFailure('contract', { status: answer.statusCode, code: 'answer_too_long' });
    }
    chunks.push(chunk);
  }
  return {
    status: answer.statusCode,
    header: (name) => [answer.headers[name.toLowerCase()] ?? []].flat()[0] ?? null,
    text: new TextDecoder().decode(Buffer.concat(chunks)),
  };
}

function failureOf(error: unknown): Error {
  if (error instanceof CrmFailure) return error;
  if (error instanceof AttemptFailure) {
    const isBlocked = error.reason === 'target_blocked';
    return new CrmFailure(isBlocked ? 'contract' : 'unavailable', { code: error.reason });
  }
  // Its code is missing in most cases.
  if (error instanceof errors.HTTPParserError) {
    return new CrmFailure('unavailable', { code: 'broken_http' });
  }
  const code = codeOf(error);
  // A header or an address that cannot be sent. The error of undici might repeat the value.
  if (code === '' || code === 'UND_ERR_INVALID_ARG') return new CrmFailure('internal', { code });
  return new CrmFailure('unavailable', { code });
}
