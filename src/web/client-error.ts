import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Admissions } from '../auth/admission.ts';
import { newExchange } from '../rest/exchange.ts';
import { problemReply, send } from '../rest/respond.ts';
import { ApiError } from '../shared/errors.ts';
import { breakBody } from '../shared/request-body.ts';
import type { Connections } from './connections.ts';

const statusByCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

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
  if (!connections.end(socket)) return;
  const status = statusByCode[error.code ?? ''] ?? 400;
  const halfRead = connections.halfRead(socket);
  if (halfRead) {
    connections.sayClose(socket);
    breakBody(halfRead, status === 408 ? 408 : 400);
  }
  await connections.answered(socket);
  if (!socket.writable) return;
  if (halfRead) socket.destroySoon();
  else await answerBadRequest(status, socket, deps);
}

/**
 * Answers bytes that are no request. They get the four headers and a problem too, and are charged to the
 * address (D22).
 */
async function answerBadRequest(status: number, socket: Socket, deps: Deps): Promise<void> {
  const req = new IncomingMessage(socket);
  const res = new ServerResponse(req);
  const exchange = newExchange(req, res, { kind: 'none' });
  exchange.rate = await deps.admissions.admitAddress(exchange.ip).then(
    (admission) => admission.rate,
    () => undefined,
  );
  const refused = new ApiError('bad_request', {
    status,
    detail: `The request could not be read: ${STATUS_CODES[status]}.`,
  });
  const reply = problemReply(exchange, refused, deps.errorsUrl);
  if (!socket.writable) return;
  res.shouldKeepAlive = false;
  res.assignSocket(socket);
  res.once('finish', () => socket.end());
  await send(exchange, reply, { corsOrigins: [], versionHeaders: {} });
}

/** Answers CONNECT, which is refused. Node passes the bare connection and no longer handles it. */
export function answerTunnel(socket: Socket, deps: Deps): Promise<void> {
  socket.on('error', () => undefined);
  socket.once('finish', () => socket.destroy());
  return answerClientError(new Error('CONNECT'), socket, deps);
}
