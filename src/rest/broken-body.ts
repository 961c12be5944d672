import type { IncomingMessage } from 'node:http';

type BrokenStatus = 400 | 408;

const statuses = new WeakMap<IncomingMessage, BrokenStatus>();

/**
 * The rest of the body cannot be read. Whoever reads it gets an error, also who begins only now.
 * Node's own `destroy` would take the connection with it, and the answer that is due.
 */
export function breakBody(req: IncomingMessage, status: BrokenStatus): void {
  statuses.set(req, status);
  req._destroy = (error, done) => done(req.listenerCount('error') > 0 ? error : null);
  req.destroy(new Error('The body cannot be read to its end'));
}

/** What an incomplete body is refused with. */
export function brokenStatus(req: IncomingMessage): BrokenStatus {
  return statuses.get(req) ?? 400;
}
