import { codeOf } from '../shared/error-code.ts';

/** Why an attempt failed, as customers read it. Nothing of our network or of a library's words is in it. */
export type AttemptError =
  | 'timeout'
  | 'dns_error'
  | 'target_blocked'
  | 'connect_refused'
  | 'tls_error'
  | 'reset'
  | 'http_status'
  | 'invalid_response';

export class AttemptFailure extends Error {
  readonly reason: AttemptError;

  constructor(reason: AttemptError) {
    super(reason);
    this.name = 'AttemptFailure';
    this.reason = reason;
  }
}

/** Of a connection that never came to be usable. */
export function connectFailure(error: unknown, isConnected: boolean): AttemptFailure {
  const code = codeOf(error);
  // A reset that follows at once can arrive before the news of the connection.
  if (!isConnected && code !== 'ECONNRESET') return new AttemptFailure('connect_refused');
  return new AttemptFailure(isReset(code) ? 'reset' : 'tls_error');
}

/** Of a request on a connection that worked. Null: not the receiver's doing, but a mistake of ours. */
export function exchangeFailure(error: Error): AttemptFailure | null {
  const code = codeOf(error);
  if (/^UND_ERR_(INVALID_ARG|REQ_CONTENT_LENGTH_MISMATCH)$/.test(code)) return null;
  if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) return new AttemptFailure('tls_error');
  // undici gives both a broken connection and an answer that it cannot make sense of this code.
  const isBroken = isReset(code) && !error.message.startsWith('bad ');
  return new AttemptFailure(isBroken ? 'reset' : 'invalid_response');
}

function isReset(code: string): boolean {
  return ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'UND_ERR_SOCKET'].includes(code);
}
