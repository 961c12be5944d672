import { codeOf } from '../shared/errors/system-error-code.ts';

/**
 * Why an attempt failed, as customers read it. The text tells nothing about our network, and contains no
 * words of a library.
 */
export type AttemptError = (typeof attemptErrors)[number];

export const attemptErrors = [
  'timeout',
  'dns_error',
  'target_blocked',
  'connect_refused',
  'tls_error',
  'reset',
  'http_status',
  'invalid_response',
] as const;

export class AttemptFailure extends Error {
  readonly reason: AttemptError;

  constructor(reason: AttemptError) {
    super(reason);
    this.name = 'AttemptFailure';
    this.reason = reason;
  }
}

/** Names the failure of a connection that was never usable. */
export function connectFailure(error: unknown, isConnected: boolean): AttemptFailure {
  const code = codeOf(error);
  // A reset right after the connection can be reported before the connection itself.
  if (!isConnected && code !== 'ECONNRESET') return new AttemptFailure('connect_refused');
  return new AttemptFailure(isReset(code) ? 'reset' : 'tls_error');
}

/**
 * Names the failure of a request on a usable connection. Null if the fault is ours and not the
 * receiver's.
 */
export function requestFailure(error: Error): AttemptFailure | null {
  const code = codeOf(error);
  if (/^UND_ERR_(INVALID_ARG|REQ_CONTENT_LENGTH_MISMATCH)$/.test(code)) return null;
  if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) return new AttemptFailure('tls_error');
  // undici gives the same code to a broken connection and to an answer that it cannot parse.
  const isBroken = isReset(code) && !error.message.startsWith('bad ');
  return new AttemptFailure(isBroken ? 'reset' : 'invalid_response');
}

function isReset(code: string): boolean {
  return ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'UND_ERR_SOCKET'].includes(code);
}
