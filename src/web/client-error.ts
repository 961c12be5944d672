import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { Admissions } from '../auth/admission.ts';
import { clientIp } from '../auth/ip-range.ts';
import { TIME_LIMIT_MS } from '../operation/time-limit.ts';
import { problemText } from '../rest/respond.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { breakBody } from '../shared/load/request-body.ts';
import type { Connections } from './connections.ts';

const statusByCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** How long the client may take to close its side of the connection. */
const CLOSING_LIMIT_MS = 1_000;

type Deps = { connections: Connections; admissions: Admissions; errorsUrl: string };

/**
 * Answers requests that Node's parser refuses. Earlier requests on the connection get their answers first. An
 * error in the body of a request is reported to that request, and gets no answer of its own.
 */
export async function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  deps: Deps,
): Promise<void> {
  const { connections } = deps;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusByCode[error.code ?? ''] ?? 400;
  if (status === 408 && (await hasArrived(socket, connections))) return;
  if (!connections.end(socket)) return;
  const newest = connections.newest(socket);
  const isHalfRead = newest !== undefined && !newest.complete;
  if (isHalfRead) {
    connections.sayClose(socket);
    breakBody(newest, status === 408 ? 408 : 400);
  }
  const late = setTimeout(() => socket.destroy(), TIME_LIMIT_MS).unref();
  const isFree = await connections.answered(socket);
  clearTimeout(late);
  if (!isFree) socket.destroy();
  else if (isHalfRead) socket.destroySoon();
  else await answerBadRequest(status, socket, deps);
}

/**
 * True if the request was complete in time. If the process has stood still, Node reports a time limit before it
 * reads what has arrived meanwhile.
 */
async function hasArrived(socket: Socket, connections: Connections): Promise<boolean> {
  const complete = () => {
    const newest = connections.newest(socket);
    return newest?.complete ? newest : undefined;
  };
  const before = complete();
  await turn();
  const after = complete();
  return after !== undefined && after !== before;
}

/**
 * Answers bytes that are no request. They get the four headers and a problem too, and are charged to the
 * address (D22).
 */
async function answerBadRequest(status: number, socket: Socket, deps: Deps): Promise<void> {
  const ip = clientIp(socket.remoteAddress, undefined, { kind: 'none' });
  const admission = await deps.admissions.admitAddress(ip).catch(() => undefined);
  // A request may have arrived meanwhile. Node then keeps the socket for its answer.
  if (!deps.connections.isFree(socket) || !socket.writable) {
    socket.destroy();
    return;
  }
  const refused = new ApiError('bad_request', {
    status,
    detail: `The request could not be read: ${STATUS_CODES[status]}.`,
  });
  socket.end(problemText(refused, admission, deps.errorsUrl));
  setTimeout(() => socket.destroy(), CLOSING_LIMIT_MS).unref();
}

/** Answers CONNECT, which is refused. Node passes the bare connection and no longer handles it. */
export function answerTunnel(socket: Socket, deps: Deps): Promise<void> {
  socket.on('error', () => undefined);
  return answerClientError(new Error('CONNECT'), socket, deps);
}
