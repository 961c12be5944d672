import { ConnectionError, type Failed, TimeoutError } from './errors.ts';

/** A request that is ready to be sent. It may be sent several times. */
export type Prepared = {
  address: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  failed: Failed;
};

export type Answer = { status: number; headers: Headers; body: unknown };

type Limits = { ms: number; signal: AbortSignal | undefined };

/** Sends a request once, and reads the whole answer within the time limit. */
export async function attempt(
  send: typeof fetch,
  { address, method, headers, body, failed }: Prepared,
  { ms, signal }: Limits,
): Promise<Answer> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const ended = () => stop.abort(signal?.reason);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
  }, ms);
  signal?.addEventListener('abort', ended, { once: true });
  try {
    // A redirect is not followed, because `fetch` could make a GET of a POST, or send the key to
    // another host.
    const init = { method, headers, redirect: 'manual', signal: stop.signal } as const;
    const response = await send(address, body === undefined ? init : { ...init, body });
    const text = await response.text();
    const { status, headers: received } = response;
    return { status, headers: received, body: parsed(text, response.ok && status !== 204) };
  } catch (error) {
    if (late) throw new TimeoutError(ms, failed);
    signal?.throwIfAborted();
    const reason = reasonOf(error, headers.Authorization);
    throw new ConnectionError(`${reason} (at ${new URL(address).origin})`, failed);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', ended);
  }
}

/** A success whose body ends too early is an error. A refusal counts without its body too. */
function parsed(text: string, isNeeded: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (isNeeded) throw new Error('the answer is not JSON, or was cut off');
    return undefined;
  }
}

/**
 * The texts of an error and its causes. The errors themselves are not kept, because the error of
 * another `fetch` may contain the request, and so the key.
 */
function reasonOf(error: unknown, secret = ''): string {
  const texts: string[] = [];
  let each = error;
  for (let depth = 0; each instanceof Error && depth < 4; depth += 1) {
    const { code } = each as { code?: unknown };
    texts.push([each.message, typeof code === 'string' && `(${code})`].filter(Boolean).join(' '));
    each = each.cause;
  }
  const key = secret.replace('Bearer ', '');
  const reason = texts.join(': ') || 'the request failed';
  return key ? reason.replaceAll(key, '[key]') : reason;
}
